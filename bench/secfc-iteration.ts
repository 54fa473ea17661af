/**
 * One iteration of SecFC, all parties in one thread, in real time, and its parts: at the paper's default setting, for
 * which it reports at most 16 s (section 5.1, Figure 1), and for many points, beside the bare kernel.
 */

import { fileURLToPath } from 'node:url';
import { secfc, standard } from '../bin/standard.ts';
import { largestModuli } from '../src/core/math/field/moduli.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { Bus } from '../src/core/engine/messages/bus.ts';
import { type AnyMessageType, decodeMessage, encodeMessage } from '../src/core/engine/wire/message.ts';
import { bareDistances } from './bare-kernel.ts';
import { median } from '../src/core/math/statistics/summary.ts';
import { against, compare, print } from './table.ts';

const plugins = [standard];

const PAPER_MS = 16_000;
const RUNS = 7;

/** Milliseconds. */
interface Parts {
  readonly iteration: number;
  readonly distances: number;
  readonly decode: number;
  readonly wire: number;
  readonly encode: number;
  /** How many residues of distances all clients together compute in an iteration. */
  readonly residues: number;
}

export async function secfcIteration(): Promise<void> {
  const { iteration, rows } = await partsOf('secfc-iteration.yaml');
  print(`SecFC, k=4, n=10, m=1000, d=20, t=4: median of ${RUNS} runs`, [
    ['', 'ms'],
    ...rows,
    ["the paper's 16 s divided by an iteration", (PAPER_MS / iteration).toFixed(0)],
  ]);
}

const LARGE = { points: 16_384, clusters: 16, width: 34 };

export async function secfcLarge(): Promise<void> {
  const { iteration, residues, rows } = await partsOf('secfc-large.yaml');
  const { points, clusters, width } = LARGE;
  const kernel = bareDistances(largestModuli(1)[0], points, width, clusters);
  const bare = (await compare(RUNS, { kernel })).kernel * (residues / (points * clusters));
  print(`SecFC, k=16, n=16, m=16384, d=100, t=5, l=3: median of ${RUNS} runs`, [
    ['', 'ms'],
    ...rows,
    ['the bare kernel, the multiply-adds of the same', bare.toFixed(1)],
    ['an iteration divided by the bare kernel', against(iteration / bare, 'at most', 4)],
  ]);
}

async function partsOf(scenario: string): Promise<{ iteration: number; residues: number; rows: string[][] }> {
  await measure(scenario); // warms up
  const runs: Parts[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await measure(scenario));
  const of = (part: keyof Parts): number => median(runs.map((parts) => parts[part]));
  const iteration = of('iteration');
  const rest = iteration - of('distances') - of('decode') - of('wire');
  const rows = [
    ['an iteration of all parties', iteration.toFixed(1)],
    ['  coded distances of all clients', of('distances').toFixed(1)],
    ['  decoding and assignment', of('decode').toFixed(1)],
    ['  wire: encoding and decoding messages', of('wire').toFixed(1)],
    ['  the rest (events, checks, trace, ledger)', rest.toFixed(1)],
    ['sharing, once: encoding of all clients', of('encode').toFixed(1)],
  ];
  return { iteration, residues: of('residues'), rows };
}

async function measure(name: string): Promise<Parts> {
  const file = fileURLToPath(new URL(`../../bench/${name}`, import.meta.url));
  const scenario = loadScenario(file, { plugins });
  const bus = new Bus();
  const payloads: Uint8Array[] = [];
  let started = 0;
  let ended = 0;
  let answered = 0;
  bus.on('labelled', ({ round, phase }) => {
    if (round === 1 && started === 0) started = performance.now();
    if (phase === 'reveal' && ended === 0) ended = performance.now();
  });
  bus.on('sent', ({ payload, type }) => {
    if (type === 'assignment' || type === 'distances') payloads.push(payload);
    if (type === 'distances') answered += payload.byteLength;
  });
  const { ledger, findings } = await run(scenario, { plugins, bus });
  const perIteration = (ns: number): number => ns / 1e6 / findings.iterations;
  const measured = (task: string): number =>
    ledger.work().reduce((sum, work) => sum + (work.task === task ? work.measuredNs : 0), 0);
  return {
    iteration: perIteration((ended - started) * 1e6),
    distances: perIteration(measured('secfc/coded-distances')),
    decode: perIteration(measured('secfc/decode-labels')),
    wire: perIteration(wireNs(payloads)),
    encode: measured('secfc/encode-shares') / 1e6,
    // An answer consists almost only of its residues.
    residues: answered / Uint32Array.BYTES_PER_ELEMENT / findings.iterations,
  };
}

/** The time to encode and decode these messages again: a broadcast is encoded once, and decoded by everybody. */
function wireNs(payloads: readonly Uint8Array[]): number {
  const types = new Map(secfc.messages.map((type) => [type.name, type]));
  let previous: Uint8Array | undefined;
  const start = performance.now();
  for (const payload of payloads) {
    const message = decodeMessage(payload, types);
    if ('malformed' in message) throw new Error(message.malformed);
    if (payload !== previous) encodeMessage(message.type as AnyMessageType, message.body);
    previous = payload;
  }
  return (performance.now() - start) * 1e6;
}
