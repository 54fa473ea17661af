/**
 * How well the simulation predicts reality. A scenario is simulated, then run for real several times; the
 * times and bytes of both are compared. The median of the real runs is judged, since one run on a busy
 * machine says little.
 */

import { defined } from '../core/base/defined.ts';
import { median as medianOf } from '../core/math/statistics/summary.ts';
import type { RunResult } from '../run/execute/run.ts';
import { run } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { deviceOf } from './inputs.ts';
import { playHere, type RealOptions } from './machine.ts';
import { paceOf } from './pace.ts';

export interface ValidateOptions extends Pick<
  RealOptions,
  'plugins' | 'signal' | 'plain' | 'paced' | 'places'
> {
  /** How many real runs. */
  readonly runs: number;
  /** The largest error of the time to the result, as a fraction of the real one. */
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
  /** By how much the ratio may differ from 1, unless both are within {@link LEAST_NS}; absent: not judged. */
  readonly tolerance?: number;
}

export interface Validation {
  readonly compared: readonly Compared[];
  /** Whether everything judged is within its tolerance, and every real run kept its protocol's promises. */
  readonly holds: boolean;
  /** Whether all runs gave the labels of the simulation: with noise from real secrets they need not. */
  readonly sameLabels: boolean;
  /**
   * The fraction of the time of all computations in excess of what their devices would take: the processors
   * were shared.
   */
  readonly contention?: number;
}

/**
 * Undefined if it was interrupted.
 * @throws CahootsError if the scenario asks for what is only simulated
 */
export async function validate(
  scenario: Scenario,
  options: ValidateOptions,
): Promise<Validation | undefined> {
  const { runs, tolerance, roundTolerance, plugins, signal, onRun, paced = false } = options;
  const predicted = await run(scenario, { plugins, signal });
  const real: RunResult[] = [];
  const overruns = { tookNs: 0, overNs: 0 };
  for (let number = 1; number <= runs; number++) {
    const bus = new Bus();
    if (paced) watchPace(bus, scenario, overruns);
    const result = await playHere(scenario, { ...options, bus });
    if (signal?.aborted === true) return undefined;
    onRun?.(number, endsOf(result).resultNs);
    real.push(result);
  }
  const before = figuresOf(predicted);
  const after = real.map(figuresOf);
  const compared = before.map(({ what, unit, value }): Compared => {
    const values = after.map(
      (figures) => figures.find((figure) => figure.what === what)?.value ?? Number.NaN,
    );
    // A figure that is missing from some run has no median either.
    const median = values.some(Number.isNaN) ? Number.NaN : medianOf(values);
    const judged =
      what === RESULT ? tolerance : what.startsWith('round') ? roundTolerance : unit === 'ns' ? undefined : 0;
    const ratio = median === 0 ? undefined : value / median;
    return defined({ what, unit, predicted: value, real: values, median, ratio, tolerance: judged });
  });
  const labels = predicted.labels?.join();
  return defined({
    compared,
    holds: compared.every(isWithin) && real.every(isSound),
    sameLabels: real.every((result) => result.labels?.join() === labels),
    contention: paced && overruns.tookNs > 0 ? overruns.overNs / overruns.tookNs : undefined,
  });
}

/**
 * Times that differ by less count as equal: a few turns of the scheduler of a machine that parties share.
 * Ratios of such short times mean nothing: a prediction of half a millisecond for a round that took five is
 * not off by nine tenths.
 */
export const LEAST_NS = 5e6;

/** Whether a judged value is close enough; a deviation from 0, or an unknown value, is not. */
export function isWithin({ ratio, predicted, median, tolerance, unit }: Compared): boolean {
  if (tolerance === undefined || predicted === median) return true;
  if (unit === 'ns' && Math.abs(predicted - median) <= LEAST_NS) return true;
  return ratio !== undefined && Math.abs(ratio - 1) <= tolerance;
}

function isSound({ findings: { aborted, equalsLloyd } }: RunResult): boolean {
  return aborted === undefined && equalsLloyd !== false;
}

const RESULT = 'time to the result';

interface Figure {
  readonly what: string;
  readonly unit: Unit;
  readonly value: number;
}

function endsOf({ ledger, endNs }: RunResult): { readonly resultNs?: number | undefined } {
  return ledger.ends(endNs);
}

/** The values that are compared, in order. */
function figuresOf(result: RunResult): Figure[] {
  const { ledger, endNs } = result;
  const traffic = ledger.traffic();
  const rounds = ledger.stretches(endNs).filter(({ part }) => part === 'round');
  const work = ledger.work().reduce((sum, { durationNs }) => sum + durationNs, 0);
  return [
    { what: RESULT, unit: 'ns', value: endsOf(result).resultNs ?? Number.NaN },
    ...rounds.map(({ round, startNs, endNs: toNs }): Figure => ({
      what: `round ${round}`,
      unit: 'ns',
      value: toNs - startNs,
    })),
    { what: 'computations', unit: 'ns', value: work },
    {
      what: 'payload',
      unit: 'bytes',
      value: traffic.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0),
    },
    { what: 'messages', unit: 'number', value: ledger.balance.sent.messages },
  ];
}

/** Sums by how much computations exceeded the time of their devices. */
function watchPace(bus: Bus, scenario: Scenario, overruns: { tookNs: number; overNs: number }): void {
  const { size } = new Directory(scenario.parties.roles);
  const paces = Array.from({ length: size }, (_, id) => paceOf(deviceOf(scenario, id)));
  bus.on('computing', ({ actor, task, operations, durationNs }) => {
    overruns.tookNs += durationNs;
    overruns.overNs += Math.max(0, durationNs - paces[actor](task, operations));
  });
}
