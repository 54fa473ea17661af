/**
 * How well the simulation predicts reality. A scenario is simulated, then run for real several times; the
 * times and bytes of both are compared. The median of the real runs is judged, since one run on a busy
 * machine says little.
 */

import { median as medianOf } from 'd3-array';
import type { RunResult } from '../run/run.ts';
import { run } from '../run/run.ts';
import type { Scenario } from '../scenario/load.ts';
import { Directory } from '../engine/sim/directory.ts';
import { Bus } from '../engine/sim/bus.ts';
import { deviceOf } from './inputs.ts';
import { playHere, type RealOptions } from './machine.ts';
import { paceOf } from './pace.ts';

export interface ValidateOptions extends Pick<
  RealOptions,
  'plugins' | 'signal' | 'plain' | 'paced' | 'places'
> {
  /** How often it is run for real. */
  readonly runs: number;
  /** By how much the time to the result may be off, as a share of the real one. */
  readonly tolerance: number;
  /** The same of each round. */
  readonly roundTolerance: number;
  /** Told of each real run that is over. */
  readonly onRun?: (run: number, resultNs: number | undefined) => void;
}

export type Unit = 'ns' | 'bytes' | 'number';

export interface Compared {
  readonly what: string;
  readonly unit: Unit;
  readonly predicted: number;
  /** Of each real run. */
  readonly real: readonly number[];
  readonly median: number;
  /** What was predicted, over the median of what was: absent where that is 0. */
  readonly ratio?: number;
  /** By how much the ratio may differ from 1, unless both are within {@link LEAST_NS}; absent: it is not judged. */
  readonly tolerance?: number;
}

export interface Validation {
  readonly compared: readonly Compared[];
  /** Whether all that is judged is within its tolerance, and every real run came to what its protocol promises. */
  readonly holds: boolean;
  /** Whether all runs came to the labels of the simulation: with noise of real secrets they need not. */
  readonly sameLabels: boolean;
  /** The share of the time of all computations that is beyond what their devices would take: the processors were shared. */
  readonly contention?: number;
}

/**
 * Undefined where it was interrupted.
 * @throws CahootsError where the scenario asks for what is only simulated
 */
export async function validate(
  scenario: Scenario,
  options: ValidateOptions,
): Promise<Validation | undefined> {
  const { runs, tolerance, roundTolerance, plugins, signal, onRun, paced = false } = options;
  const predicted = await run(scenario, { plugins, ...(signal && { signal }) });
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
    // A figure that some run has not has no median either.
    const median = values.some(Number.isNaN) ? Number.NaN : (medianOf(values) ?? Number.NaN);
    const judged =
      what === RESULT ? tolerance : what.startsWith('round') ? roundTolerance : unit === 'ns' ? undefined : 0;
    return {
      what,
      unit,
      predicted: value,
      real: values,
      median,
      ...(median !== 0 && { ratio: value / median }),
      ...(judged !== undefined && { tolerance: judged }),
    };
  });
  const labels = predicted.labels?.join();
  return {
    compared,
    holds: compared.every(isWithin) && real.every(isSound),
    sameLabels: real.every((result) => result.labels?.join() === labels),
    ...(paced && overruns.tookNs > 0 && { contention: overruns.overNs / overruns.tookNs }),
  };
}

/**
 * Times that differ by less are the same: a few turns of the scheduler of a machine that parties share. A ratio of such times says
 * nothing: half a millisecond that was predicted for a round is no tenth of one that took five.
 */
export const LEAST_NS = 5e6;

/** Whether what is judged is near enough; what differs from nothing, or is unknown, is not. */
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

/** What is compared, in order. */
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

/** Adds up by how much computations took longer than their devices would. */
function watchPace(bus: Bus, scenario: Scenario, overruns: { tookNs: number; overNs: number }): void {
  const { size } = new Directory(scenario.parties.roles);
  const paces = Array.from({ length: size }, (_, id) => paceOf(deviceOf(scenario, id)));
  bus.on('computing', ({ actor, task, operations, durationNs }) => {
    overruns.tookNs += durationNs;
    overruns.overNs += Math.max(0, durationNs - paces[actor](task, operations));
  });
}
