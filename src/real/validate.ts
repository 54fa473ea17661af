/**
 * How well the simulation predicts reality. A scenario is simulated, then run for real several times, and three things are
 * compared apart: how long computations take, the network's time, and the whole. The median of the real runs is judged, since one run on a
 * busy machine says little.
 */

import { availableParallelism } from 'node:os';
import { defined } from '../core/base/defined.ts';
import { median as medianOf } from '../core/math/statistics/summary.ts';
import { thisMachine } from '../run/execute/calibrate.ts';
import type { RunResult } from '../run/execute/run.ts';
import { run } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { Durations, type TaskTime, withMachines, withoutComputing } from './durations.ts';
import type { ComputingTime } from './metered.ts';
import { playHere, type PlayedHere, type RealOptions } from './machine.ts';
import type { ProcessorTime } from '../core/platform/node/thread-times.ts';
import { type Ticks, ticks } from './processors.ts';

export interface ValidateOptions extends Pick<
  RealOptions,
  'plugins' | 'signal' | 'plain' | 'paced' | 'places'
> {
  /** How many real runs. */
  readonly runs: number;
  /** The largest error of the time to the result, and of the network's part of it, as a fraction of the real one. */
  readonly tolerance: number;
  /** The largest error of the time to the end of each round. */
  readonly roundTolerance: number;
  /** Called after each real run. */
  readonly onRun?: ((run: number, resultNs: number | undefined) => void) | undefined;
}

export type Unit = 'ns' | 'bytes' | 'number';

export interface Compared {
  readonly what: string;
  readonly unit: Unit;
  readonly predicted: number;
  /** The value of each real run. */
  readonly real: readonly number[];
  readonly median: number;
  /** The prediction divided by the median of the real values; absent if that is 0. */
  readonly ratio?: number;
  /** By how much the ratio, or its inverse, may exceed 1, unless both are within {@link LEAST_NS}; absent: not judged. */
  readonly tolerance?: number;
  /** The fraction of the real values that was waiting for a processor, which the prediction has nothing of; absent: not known. */
  readonly waited?: number;
}

export interface Validation {
  /** Each task: what its devices' profiles say of all its runs together, and what they took without pacing. */
  readonly tasks: readonly Compared[];
  /** All tasks together; judged if the profiles are of this machine. */
  readonly computations: Compared;
  /**
   * The network's part: the time to the result if computations took no time, and for each real run what remains of its time when that of
   * its own computations is taken away, by a simulation in which each took as long as it did.
   */
  readonly network: Compared;
  /** The time to the result and the rounds, payload and messages. */
  readonly compared: readonly Compared[];
  /** Whether everything judged is within its tolerance, and every real run kept its protocol's promises. */
  readonly holds: boolean;
  /** Whether all runs gave the labels of the simulation: with noise from real secrets they need not. */
  readonly sameLabels: boolean;
  /** Whether all devices were measured on this machine, as far as their profiles say. */
  readonly ofHere: boolean;
  /** Whether parties waited until their devices' time was up. */
  readonly paced: boolean;
  readonly processors?: ProcessorShare;
}

/** How much of the processors the parties got while they were parties, in all real runs together. */
export interface ProcessorShare {
  /** The time that their processes waited for a processor, as a fraction of the time that they ran or waited. */
  readonly waited: number;
  /** The fraction of the machine's processors that its host gave to others. */
  readonly stolen?: number;
}

/** By how much the ratio to a profile of this machine may exceed 1: a party's code is colder than calibrated code, and not alone. */
const PROFILE_TOLERANCE = 0.5;

/** Whether all devices were measured on this machine, as far as their profiles say. */
export function isOfHere({ profileOf, parties: { servers, clients } }: Scenario): boolean {
  const here = thisMachine();
  return [...servers, ...clients].every((party) => profileOf?.(party)?.machine === here);
}

/**
 * Undefined if it was interrupted.
 * @throws CahootsError if the scenario asks for what is only simulated
 */
export async function validate(
  scenario: Scenario,
  options: ValidateOptions,
): Promise<Validation | undefined> {
  const { runs, tolerance, roundTolerance, plugins, signal, onRun, paced = false, places } = options;
  const resultOf = async (other: Scenario): Promise<number> =>
    endOf(await run(other, { plugins, signal })) ?? Number.NaN;
  const predicted = await run(places === undefined ? onThisMachine(scenario) : scenario, { plugins, signal });
  const played: Played[] = [];
  const before = ticks();
  for (let number = 1; number <= runs; number++) {
    const bus = new Bus();
    const durations = new Durations(scenario, bus);
    const result = await playHere(scenario, { ...options, bus });
    if (signal?.aborted === true) return undefined;
    onRun?.(number, endOf(result));
    played.push({ result, durations });
  }
  const processors = shareOf(played, before, ticks());
  const tasks = [...new Set(played.flatMap(({ durations }) => [...durations.tasks.keys()]))];
  const networkNs = await resultOf(withoutComputing(scenario, tasks));
  const left: number[] = [];
  for (const { result, durations } of played)
    left.push((endOf(result) ?? Number.NaN) - (await resultOf(durations.asTaken())) + networkNs);
  if (signal?.aborted === true) return undefined;
  const network = comparedOf({ what: 'network', unit: 'ns', value: networkNs }, left, tolerance);
  const whole = figuresOf(predicted).map((figure) => {
    const values = played.map(
      ({ result }) => figuresOf(result).find(({ what }) => what === figure.what)?.value ?? Number.NaN,
    );
    const rounds = figure.what.startsWith('round') ? roundTolerance : 0;
    return comparedOf(figure, values, figure.what === RESULT ? tolerance : rounds);
  });
  const ofHere = isOfHere(scenario);
  const computations: Compared = {
    ...tasksOf('computations', played, () => true),
    ...(ofHere && { tolerance: PROFILE_TOLERANCE }),
    waited: waitedComputing(played),
  };
  const labels = predicted.labels?.join();
  const all = [computations, network, ...whole];
  return defined({
    tasks: tasks.map((task) => tasksOf(task, played, (name) => name === task)),
    computations,
    network,
    compared: whole,
    holds: all.every(isWithin) && played.every(({ result }) => isSound(result)),
    sameLabels: played.every(({ result }) => result.labels?.join() === labels),
    ofHere,
    paced,
    processors,
  });
}

/** The scenario as its parties run here: those whose machine it does not name share this one's processors. */
function onThisMachine(scenario: Scenario): Scenario {
  const here = { actors: ['*'], processors: availableParallelism() };
  return withMachines(scenario, [here, ...scenario.settings.devices.machines]);
}

interface Played {
  readonly result: PlayedHere;
  readonly durations: Durations;
}

interface Figure {
  readonly what: string;
  readonly unit: Unit;
  readonly value: number;
}

function comparedOf({ what, unit, value }: Figure, real: readonly number[], tolerance?: number): Compared {
  // A figure that is missing from some run has no median either.
  const median = real.some(Number.isNaN) ? Number.NaN : medianOf(real);
  const ratio = median === 0 ? undefined : value / median;
  return defined({ what, unit, predicted: value, real, median, ratio, tolerance });
}

/** Tasks together. Which and how many ran differs between real runs that draw noise, so what is predicted is the median of theirs. */
function tasksOf(what: string, played: readonly Played[], isOne: (task: string) => boolean): Compared {
  const sums = played.map(({ durations }) => {
    const times: TaskTime[] = [...durations.tasks].filter(([task]) => isOne(task)).map(([, time]) => time);
    return {
      predictedNs: times.reduce((sum, { predictedNs }) => sum + predictedNs, 0),
      tookNs: times.reduce((sum, { tookNs }) => sum + tookNs, 0),
    };
  });
  const value = medianOf(sums.map(({ predictedNs }) => predictedNs));
  return comparedOf(
    { what, unit: 'ns', value },
    sums.map(({ tookNs }) => tookNs),
  );
}

/**
 * Times that differ by less count as equal: a few turns of the scheduler of a machine that parties share.
 * Ratios of such short times mean nothing: a prediction of half a millisecond for a round that took five is
 * not off by nine tenths.
 */
export const LEAST_NS = 5e6;

/** Whether a judged value is close enough; a deviation from 0, or an unknown value, is not. */
export function isWithin(one: Compared): boolean {
  const { predicted, median, tolerance, unit, waited = 0 } = one;
  if (tolerance === undefined || predicted === median) return true;
  if (unit === 'ns' && Math.abs(predicted - median * (1 - waited)) <= LEAST_NS) return true;
  const off = offBy(one);
  return off > 0 && Math.max(off, 1 / off) <= 1 + tolerance;
}

/** The prediction divided by the median without what was waiting for a processor; NaN if that is unknown. */
export function offBy({ predicted, median, waited = 0 }: Compared): number {
  return predicted / (median * (1 - waited));
}

function isSound({ findings: { aborted, equalsLloyd } }: RunResult): boolean {
  return aborted === undefined && equalsLloyd !== false;
}

function shareOf(
  played: readonly Played[],
  before: Ticks | undefined,
  after: Ticks | undefined,
): ProcessorShare | undefined {
  const waited = waitedIn(played);
  const stolen = before && after && (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
  return waited === undefined ? undefined : defined({ waited, stolen });
}

/** The fraction of the time in which processes could run that they waited for a processor. */
function waitedIn(played: readonly Played[]): number | undefined {
  const times = played.map(({ result }) => result.processors);
  if (times.includes(undefined)) return undefined;
  const sum = (of: keyof ProcessorTime): number => times.reduce((all, time) => all + (time?.[of] ?? 0), 0);
  return sum('waitedNs') / Math.max(1, sum('ranNs') + sum('waitedNs'));
}

/** The fraction of the time of all computations in which they had no processor. */
function waitedComputing(played: readonly Played[]): number {
  const times = played.flatMap(({ result }) => result.computing);
  const sum = (of: keyof ComputingTime): number => times.reduce((all, time) => all + time[of], 0);
  return 1 - sum('ranNs') / Math.max(1, sum('tookNs'));
}

const RESULT = 'time to the result';

function endOf({ ledger, endNs }: RunResult): number | undefined {
  return ledger.ends(endNs).resultNs;
}

/** The values of the whole that are compared, in order. */
function figuresOf(result: RunResult): Figure[] {
  const { ledger, endNs } = result;
  const traffic = ledger.traffic();
  const rounds = ledger.stretches(endNs).filter(({ part }) => part === 'round');
  return [
    { what: RESULT, unit: 'ns', value: endOf(result) ?? Number.NaN },
    ...rounds.map(({ round, startNs, endNs: toNs }): Figure => ({
      what: `round ${round}`,
      unit: 'ns',
      value: toNs - startNs,
    })),
    {
      what: 'payload',
      unit: 'bytes',
      value: traffic.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0),
    },
    { what: 'messages', unit: 'number', value: ledger.balance.sent.messages },
  ];
}
