/**
 * What fault injection costs as long as nothing goes wrong: runs without faults beside the same runs with a fault whose time
 * never comes.
 *
 * The difference is far smaller than what a single run varies by. Every pair therefore compares several runs with several,
 * in an order that is drawn for every pair, so that nothing periodic (collections of garbage, above all) falls on one side; it
 * counts the processor's time rather than the wall clock's; and what is reported is the median of the logarithms of the
 * ratios, with its bootstrap interval. The first line compares runs without faults with each other: so much is noise.
 */

import { fileURLToPath } from 'node:url';
import { quantileSorted } from 'd3-array';
import { standard } from '../bin/standard.ts';
import { Random, type Stream } from '../src/core/base/random.ts';
import type { Fault } from '../src/run/fault/fault.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { broadcast } from './broadcast.ts';
import { median } from '../src/core/math/statistics/summary.ts';
import { against, print } from './table.ts';

const plugins = [standard];

const RESAMPLES = 2000;
const NEVER_NS = 23 * 3600e9;

/** Repeats a number of runs. */
type Batch = (runs: number) => Promise<unknown>;

interface Setting {
  readonly title: string;
  /** What the ratio is meant to stay below; absent: nothing in particular. */
  readonly limit?: number;
  /** How many pairs, and how many runs there are on each side of one. */
  readonly pairs: number;
  readonly runs: number;
  readonly plain: Batch;
  readonly faulty: readonly (readonly [kind: string, batch: Batch])[];
}

export async function dormantFault(): Promise<void> {
  for (const setting of [protocolRuns(), smallMessages()]) {
    const { title, pairs, runs, plain, faulty } = setting;
    const rows = [['', 'ratio', '95 % interval from', 'to']];
    for (const [kind, batch] of [['none either', plain] as const, ...faulty])
      rows.push([kind, ...(await ratio(setting, batch))]);
    print(
      `${title}: processor time with a dormant fault, of that without; ${pairs} pairs of ${runs} runs`,
      rows,
    );
  }
}

/** The usual case: a protocol that mostly computes. */
function protocolRuns(): Setting {
  const file = fileURLToPath(new URL('../../bench/secfc-iteration.yaml', import.meta.url));
  const batch = (fault?: string): Batch => {
    const set = fault === undefined ? [] : [`faults=[{ ${fault}, when: { at: 23h } }]`];
    const scenario = loadScenario(file, { plugins, set });
    return (runs) => repeat(runs, () => run(scenario, { plugins }));
  };
  return {
    title: 'SecFC, k=4, n=10, m=1000, d=20, t=4',
    limit: 1.05,
    pairs: 120,
    runs: 4,
    plain: batch(),
    faulty: [
      ['actors leave', batch('fault: dropout, who: everyone')],
      ['messages are withheld', batch('fault: withhold, who: everyone')],
      ['packets are lost', batch('fault: lose, who: everyone, rate: 0.1')],
    ],
  };
}

/** The worst case: messages with next to nothing in them, and actors that do nothing else. */
function smallMessages(): Setting {
  const work = { clients: 1000, rounds: 100, values: 0 };
  const batch =
    (faults?: readonly Fault[]): Batch =>
    (runs) =>
      repeat(runs, () => broadcast({ ...work, ...(faults && { faults }) }));
  const fault = (settings: object): readonly Fault[] => [
    { name: 'dormant', fault: '', who: 'everyone', when: { at: NEVER_NS }, ...settings },
  ];
  return {
    title: 'Almost empty messages, N=1000, 100 rounds',
    pairs: 40,
    runs: 1,
    plain: batch(),
    faulty: [
      ['actors leave', batch(fault({ fault: 'dropout' }))],
      ['messages are withheld', batch(fault({ fault: 'withhold' }))],
      ['packets are lost', batch(fault({ fault: 'lose', rate: 0.1, burst: 1, direction: 'both' }))],
    ],
  };
}

async function repeat(runs: number, one: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < runs; i++) await one();
}

/** The ratio and its interval, as cells of a table. */
async function ratio({ limit, pairs, runs, plain }: Setting, batch: Batch): Promise<string[]> {
  const random = new Random(1);
  const order = random.stream('order');
  for (const either of [plain, batch, plain, batch]) await either(runs);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = order.integer(2) === 0;
    const a = await processorMs(first ? plain : batch, runs);
    const b = await processorMs(first ? batch : plain, runs);
    ratios.push(Math.log(first ? b / a : a / b));
  }
  const [low, high] = interval(ratios, random.stream('bootstrap'));
  return [
    Math.exp(median(ratios)).toFixed(3),
    Math.exp(low).toFixed(3),
    batch === plain || limit === undefined
      ? Math.exp(high).toFixed(3)
      : against(Math.exp(high), 'at most', limit, 3),
  ];
}

async function processorMs(batch: Batch, runs: number): Promise<number> {
  const start = process.cpuUsage();
  await batch(runs);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e3;
}

/** A 95 % bootstrap interval of the median. */
function interval(values: readonly number[], stream: Stream): [low: number, high: number] {
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[stream.integer(values.length)])),
  ).toSorted((a, b) => a - b);
  return [quantileSorted(medians, 0.025) as number, quantileSorted(medians, 0.975) as number];
}
