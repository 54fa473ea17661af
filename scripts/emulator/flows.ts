/** The table of flows: what Linux does with them, through the emulator or as recorded, and how far the simulation is from that. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { max, mean } from 'd3-array';
import type { Case } from './cases.ts';
import { BOUNDS, compared, type Comparison, type Deviation, summaryOf, type Summary } from './compared.ts';
import { type Measured, measured } from './measured.ts';
import { simulated } from './simulated.ts';
import type { Table } from './tables.ts';

/** What Linux was measured to do with a case. */
export interface Recorded extends Summary {
  readonly kernel: string;
  readonly control: string;
  readonly runs: number;
  /** When each message was sent in each of them, in milliseconds, in the order of sendings. */
  readonly sentMs: readonly (readonly number[])[];
  /** Runs in which the emulator was late. */
  readonly discarded: number;
  /** Packets that were dropped at queues and lost on the way, in the mean. */
  readonly dropped: number;
  readonly lost: number;
  /** By how much the emulator was late at worst, in milliseconds, and what its host took of the machine's time. */
  readonly worstLateMs: number;
  readonly steal: number;
}

/** Summaries by the names of cases, as `--record` writes them. */
export const RECORD = fileURLToPath(new URL('linux.json', import.meta.url));

/** Simulations of a case with losses, each with a seed of its own; of one without, as many as there were runs. */
const LOSSY_SEEDS = 200;

export function recordOf(one: Case, { kernel, control, runs, discarded }: Measured): Recorded {
  const [dropped, lost, steal] = (['dropped', 'lost', 'steal'] as const).map(
    (key) => mean(runs, (run) => run[key]) ?? Number.NaN,
  );
  return {
    ...summaryOf(one, runs),
    kernel,
    control,
    runs: runs.length,
    sentMs: runs.map((run) => run.sentMs.map((ms) => Number(ms.toFixed(3)))),
    discarded: discarded.length,
    dropped,
    lost,
    worstLateMs: max(runs, ({ worstLateMs, endsLateMs }) => Math.max(worstLateMs, endsLateMs)) ?? Number.NaN,
    steal,
  };
}

export function readRecord(): Readonly<Record<string, Recorded>> {
  return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, Recorded>) : {};
}

/** @param record by the names of cases: the text of the file, in which a list of numbers is one line */
export function recordText(record: Readonly<Record<string, Recorded>>): string {
  const lines = JSON.stringify(record, undefined, 2);
  return `${lines.replace(/\[[\d\s.,]+\]/g, (list) => list.replace(/\s+/g, ''))}\n`;
}

/** What Linux does with a case now; undefined if the emulator was late in every run. */
export async function recordedNow(one: Case): Promise<Recorded | undefined> {
  const now = await measured(one);
  return now.runs.length === 0 ? undefined : recordOf(one, now);
}

/**
 * What the simulation says of a case whose messages are sent when they were in Linux: programs open connections one after the other, and
 * which packets a full queue drops depends on tenths of milliseconds.
 */
export async function foreseen(one: Case, { sentMs }: Pick<Recorded, 'sentMs'>): Promise<Summary> {
  const isLossy = (one.loss ?? 0) > 0 || one.parties.some(({ loss = 0 }) => loss > 0);
  const runs = [];
  for (let i = 0; i < (isLossy ? LOSSY_SEEDS : sentMs.length); i++)
    runs.push(await simulated(one, i + 1, sentMs[i % sentMs.length]));
  return summaryOf(one, runs);
}

export const HEAD = [
  'case',
  'messages',
  'simulated, ms',
  'Linux, ms: median (quartiles)',
  'error',
  'of the last',
  'of bytes',
  'runs, discarded',
  'dropped, lost',
];

export interface Row {
  readonly cells: readonly string[];
  /** Whether nothing is off by more than its case's bounds. */
  readonly isWithin: boolean;
}

/** What a case's figures are off by; an exclamation mark: more than the common bounds. */
export interface FlowsRow extends Row {
  readonly comparison: Comparison;
}

export function rowOf(one: Case, from: Summary, to: Recorded): FlowsRow {
  const comparison = compared(from, to);
  const { arrivals, completion, ipBytes } = comparison;
  const cells = [
    one.name,
    arrivals.map(({ what }) => what).join(', '),
    arrivals.map(({ simulated: value }) => ms(value)).join(', '),
    arrivals.map(({ real: { median, low, high } }) => `${ms(median)} (${ms(low)} to ${ms(high)})`).join(', '),
    arrivals.map(errorOf).join(', '),
    errorOf(completion),
    errorOf(ipBytes),
    `${to.runs}, ${to.discarded}`,
    `${to.dropped.toFixed(0)}, ${to.lost.toFixed(0)}`,
  ];
  const own = compared(from, to, { ...BOUNDS, ...one.bounds });
  const isWithin = [...own.arrivals, own.completion, own.ipBytes].every((figure) => figure.isWithin);
  return { cells, comparison, isWithin };
}

export function flowsTable(rows: readonly FlowsRow[]): Table {
  const share = (what: string, figures: readonly Deviation[]): string =>
    `${figures.filter(({ isWithin }) => isWithin).length} of ${figures.length} ${what}`;
  const all = rows.map(({ comparison }) => comparison);
  const parts = [
    `${share(
      'arrivals',
      all.flatMap(({ arrivals }) => arrivals),
    )} are within ${BOUNDS.arrival * 100} % or Linux's quartiles`,
    `${share(
      'completions',
      all.map(({ completion }) => completion),
    )} within ${BOUNDS.completion * 100} %`,
    `${share(
      'numbers of bytes',
      all.map(({ ipBytes }) => ipBytes),
    )} within ${BOUNDS.bytes * 100} %`,
  ];
  return { head: HEAD, rows: rows.map(({ cells }) => cells), summary: `${parts.join(', ')}.` };
}

const ms = (value: number): string => value.toFixed(0);
const errorOf = ({ error, isWithin }: Deviation): string =>
  `${error > 0 ? '+' : ''}${(error * 100).toFixed(1)} %${isWithin ? '' : '!'}`;
