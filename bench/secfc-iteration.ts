/**
 * One iteration of SecFC at the paper's default setting, all parties in one thread, in real time, and its parts.
 * The paper gives at most 16 s for the same (section 5.1, Figure 1).
 */

import { fileURLToPath } from 'node:url';
import * as protocols from '../actors/index.ts';
import { run } from '../src/run.ts';
import { loadScenario } from '../src/scenario/load.ts';
import { Bus } from '../src/sim/bus.ts';
import { type AnyMessageType, decodeMessage, encodeMessage } from '../src/sim/message.ts';
import { median, print } from './table.ts';

const PAPER_MS = 16_000;
const RUNS = 7;

interface Parts {
  readonly iteration: number;
  readonly distances: number;
  readonly decode: number;
  readonly wire: number;
  readonly encode: number;
}

export async function secfcIteration(): Promise<void> {
  await measure(); // warms up
  const runs: Parts[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await measure());
  const of = (part: keyof Parts): number => median(runs.map((parts) => parts[part]));
  const rest = of('iteration') - of('distances') - of('decode') - of('wire');
  print(`SecFC, k=4, n=10, m=1000, d=20, t=4: median of ${RUNS} runs`, [
    ['', 'ms'],
    ['an iteration of all parties', of('iteration').toFixed(1)],
    ['  coded distances of 10 clients', of('distances').toFixed(1)],
    ['  decoding and assignment', of('decode').toFixed(1)],
    ['  wire: encoding and decoding messages', of('wire').toFixed(1)],
    ['  kernel: the rest (events, checks, trace, ledger)', rest.toFixed(1)],
    ['sharing, once: encoding of 10 clients', of('encode').toFixed(1)],
    ["the paper's 16 s divided by an iteration", (PAPER_MS / of('iteration')).toFixed(0)],
  ]);
}

async function measure(): Promise<Parts> {
  const file = fileURLToPath(new URL('../../bench/secfc-iteration.yaml', import.meta.url));
  const scenario = loadScenario(file, { protocols });
  const bus = new Bus();
  const payloads: Uint8Array[] = [];
  let started = 0;
  let ended = 0;
  bus.on('labelled', ({ round, phase }) => {
    if (round === 1 && started === 0) started = performance.now();
    if (phase === 'reveal' && ended === 0) ended = performance.now();
  });
  bus.on('sent', ({ payload, type }) => {
    if (type === 'assignment' || type === 'distances') payloads.push(payload);
  });
  const { ledger, findings } = await run(scenario, { protocols, bus });
  const perIteration = (ns: number): number => ns / 1e6 / findings.iterations;
  const measured = (task: string): number =>
    ledger.work().reduce((sum, work) => sum + (work.task === task ? work.measuredNs : 0), 0);
  return {
    iteration: perIteration((ended - started) * 1e6),
    distances: perIteration(measured('secfc/coded-distances')),
    decode: perIteration(measured('secfc/decode-labels')),
    wire: perIteration(wireNs(payloads)),
    encode: measured('secfc/encode-shares') / 1e6,
  };
}

/** The time to encode and decode these messages again: a broadcast is encoded once, and decoded by everybody. */
function wireNs(payloads: readonly Uint8Array[]): number {
  const types = new Map(protocols.secfc.messages.map((type) => [type.name, type]));
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
