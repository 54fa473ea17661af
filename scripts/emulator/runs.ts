/**
 * The table of real runs: a profile calibrated in a separate process, a simulation with it, and real runs through the
 * emulator in which parties compute as fast as they can. How much of the time is the network's, and how far the
 * prediction is off, is told apart.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { standard } from '../../bin/standard.ts';
import type { Compared, Validation } from '../../src/real/validate.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { segmentsIn } from './capture.ts';
import type { Row } from './flows.ts';
import { CONTROL, jiffies } from './measured.ts';
import {
  NETS,
  nameOf,
  type Prediction,
  QUEUE,
  RUN_BOUNDS,
  type RunBounds,
  settingsOf,
} from './predictions.ts';
import { sharesOf } from './shares.ts';
import type { Table } from './tables.ts';
import { type Done, hostOf, World } from './world.ts';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const CAHOOTS = join(TOP, 'dist', 'bin', 'cahoots.js');
const RUNS = 5;
/** Devices that compute in no time: what remains is the network. */
const FREE = ['devices.clients=1000000Gop/s', 'devices.server=1000000Gop/s'];
/** Rounds that are shorter than this are not judged: a turn of the scheduler is a large part of them. */
const LEAST_ROUND_NS = 20e6;
/** The part of rounds that may be off by more than the bound. */
const ROUNDS_OFF = 0.1;

export const RUN_HEAD = [
  'case',
  "network's share",
  'predicted, s',
  'real, s',
  'error',
  "residual of the network's time",
  'without computing',
  'of rounds, from 0',
  'computing, predicted and real, s',
  'of bytes',
  'labels',
  'emulator late, mean and worst, ms',
];

/** More of the processors' time than this for others, and parties come before them. */
const BUSY = 0.1;
const LOOK_MS = 2000;

/**
 * What gives a process real-time priority behind the emulator's; nothing where that is not allowed, or where nobody else works: the
 * kernel stops such processes for a twentieth of a second whenever they have used all of a processor for the rest of it.
 */
export async function priority(): Promise<readonly string[]> {
  const words = ['chrt', '-r', '10'];
  const before = jiffies();
  await setTimeout(LOOK_MS);
  const after = jiffies();
  if ((after.idle - before.idle) / (after.all - before.all) > 1 - BUSY) return [];
  try {
    execFileSync(words[0], [...words.slice(1), 'true'], { stdio: 'ignore' });
    return words;
  } catch {
    return [];
  }
}

const plugins = [standard];

/** The time to the result, and the bytes of IP that all links carried. */
async function simulated(scenario: Scenario): Promise<{ readonly ns: number; readonly ipBytes: number }> {
  const { ledger, endNs, causalGraph } = await run(scenario, { plugins, timing: true });
  const uplinks = causalGraph?.links.loads(endNs).filter(({ direction }) => direction === 'uplink');
  const ipBytes = uplinks?.reduce((sum, { bytes }) => sum + bytes, 0) ?? Number.NaN;
  return { ns: ledger.ends(endNs).resultNs ?? Number.NaN, ipBytes };
}

export interface PredictedOptions {
  readonly folder: string;
  /** The command that starts a party, see {@link priority}. */
  readonly first: readonly string[];
}

/** Predicts a case, runs it for real, and compares. */
export async function predicted(one: Prediction, { folder, first }: PredictedOptions): Promise<RunRow> {
  const file = join(TOP, 'scenarios', 'swarm', `${one.protocol}.yaml`);
  const set = Object.entries(settingsOf(one)).map(([path, value]) => `${path}=${JSON.stringify(value)}`);
  const profile = join(folder, 'profile.yaml');
  const [program, ...words] = [...first, process.execPath, CAHOOTS];
  const flags = set.flatMap((setting) => ['--set', setting]);
  rmSync(profile, { force: true });
  const calibrate = ['calibrate', file, ...flags, '--parties', '--out', profile];
  execFileSync(program, [...words, ...calibrate], { stdio: 'ignore' });
  const device = `devices.profile=${JSON.stringify(profile)}`;
  const scenario = loadScenario(file, { plugins, set: [...set, device] });
  const whole = await simulated(scenario);
  const network = await simulated(loadScenario(file, { plugins, set: [...set, ...FREE] }));
  const capture = join(folder, 'packets.pcap');
  const { validation, done } = await real(one, scenario, {
    words: ['validate', file, ...flags, '--set', device, '--unpaced', '--runs', `${RUNS}`, '--json'],
    capture,
    folder,
    first,
  });
  return rowOf(one, validation, { whole, network, done, capture });
}

interface Telling extends PredictedOptions {
  readonly words: readonly string[];
  readonly capture: string;
}

async function real(
  { net }: Prediction,
  { parties: { servers, clients } }: Scenario,
  { words, capture, folder, first }: Telling,
): Promise<{ readonly validation: Validation; readonly done: Done }> {
  const { delayMs, server, clients: ends } = NETS[net];
  const parties = [...servers.map(() => server), ...clients.map(() => ends)];
  const world = await World.make({ parties, delayMs, queue: QUEUE, control: CONTROL, capture });
  try {
    const places = [...servers, ...clients].map((name, i) => [
      name,
      { host: hostOf(i), inside: [...world.inside(i), ...first] },
    ]);
    const file = join(folder, 'places.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(places)));
    const validate = spawn(process.execPath, [CAHOOTS, ...words, '--places', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    validate.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(validate, 'close');
    return { validation: JSON.parse(said) as Validation, done: await world.done() };
  } finally {
    await world.close();
  }
}

interface Found {
  readonly whole: { readonly ipBytes: number };
  readonly network: { readonly ns: number };
  readonly done: Done;
  readonly capture: string;
}

/** What a run's figures are off by; an exclamation mark: more than the common bounds. */
export interface RunRow extends Row {
  readonly result: number;
  readonly bytes: number;
  /** Of the rounds that are judged. */
  readonly rounds: readonly number[];
}

function rowOf(
  one: Prediction,
  { compared, network: part, computations: work, sameLabels }: Validation,
  { whole, network, done, capture }: Found,
): RunRow {
  const [total] = compared;
  const allRounds = compared.filter(({ what }) => what.startsWith('round'));
  const { messageBytes, ackBytes } = sharesOf(segmentsIn(capture));
  const errors = {
    result: errorOf(total),
    bytes: whole.ipBytes / ((messageBytes + ackBytes) / RUNS) - 1,
    rounds: allRounds.filter(({ median }) => median >= LEAST_ROUND_NS).map(errorOf),
  };
  const cells = [
    nameOf(one),
    percent(network.ns / total.predicted),
    seconds(total.predicted),
    total.real.map(seconds).join(', '),
    marked(errors.result, RUN_BOUNDS.result),
    signed((total.predicted - total.median) / network.ns),
    signed(errorOf(part)),
    allRounds
      .map((round) =>
        round.median < LEAST_ROUND_NS
          ? `(${signed(errorOf(round))})`
          : marked(errorOf(round), RUN_BOUNDS.rounds),
      )
      .join(', '),
    `${seconds(work.predicted)}, ${seconds(work.median)}`,
    marked(errors.bytes, RUN_BOUNDS.bytes),
    sameLabels ? 'same' : 'other',
    `${(done.meanLateNs / 1e6).toFixed(2)}, ${(done.worstLateNs / 1e6).toFixed(1)}`,
  ];
  return { cells, ...errors, isWithin: holds(errors, { ...RUN_BOUNDS, ...one.bounds }) };
}

function holds({ result, bytes, rounds }: Omit<RunRow, keyof Row>, bounds: RunBounds): boolean {
  const off = rounds.filter((error) => Math.abs(error) > bounds.rounds);
  return (
    Math.abs(result) <= bounds.result &&
    Math.abs(bytes) <= bounds.bytes &&
    off.length <= ROUNDS_OFF * rounds.length
  );
}

export function runsTable(rows: readonly RunRow[]): Table {
  const within = (what: string, errors: readonly number[], most: number): string =>
    `${errors.filter((error) => Math.abs(error) <= most).length} of ${errors.length} ${what} are within ${most * 100} %`;
  const parts = [
    within(
      'times to the result',
      rows.map(({ result }) => result),
      RUN_BOUNDS.result,
    ),
    within(
      `rounds of ${LEAST_ROUND_NS / 1e6} ms or more`,
      rows.flatMap(({ rounds }) => rounds),
      RUN_BOUNDS.rounds,
    ),
    within(
      'numbers of bytes',
      rows.map(({ bytes }) => bytes),
      RUN_BOUNDS.bytes,
    ),
  ];
  return { head: RUN_HEAD, rows: rows.map(({ cells }) => cells), summary: `${parts.join(', ')}.` };
}

/** Nothing, where both took none. */
const errorOf = ({ predicted: value, median }: Compared): number =>
  value === median ? 0 : value / median - 1;
const seconds = (ns: number): string => (ns / 1e9).toFixed(3);
const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
const signed = (part: number): string => `${part > 0 ? '+' : ''}${(part * 100).toFixed(1)} %`;
const marked = (error: number, most: number): string =>
  `${signed(error)}${Math.abs(error) > most ? '!' : ''}`;
