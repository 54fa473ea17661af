/**
 * An experiment that is repeated. The games of attacks and the audits are such: each trial draws worlds under
 * randomness of its own, runs them, observes them as a coalition and scores what it saw; what all trials show
 * together is counted afterwards. Trials depend on no other, so they can be played in any order, anywhere.
 */

import { defined } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import type { AnyAttack } from '../../core/protocol/attack.ts';
import type { Observed } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { run, type RunOptions } from '../../run/execute/run.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Coalition } from './coalition.ts';
import type { NoisePart } from '../../core/math/dp/less-noise.ts';
import { Recorder } from './recorder.ts';
import { twinOf } from './twin.ts';

export interface Experiment<T, R> {
  /** How many trials it has; others can follow them. */
  readonly trials: number;
  /**
   * Plays a trial.
   * @param number from 0
   */
  trial(number: number, observe: Observe): Promise<T>;
  /** What trials show together: all of them, or the first ones if they were interrupted. */
  conclude(trials: readonly T[]): R;
}

/**
 * Runs a world, and observes it as a coalition.
 * @param attacks that will use the view; absent: everything is kept
 * @throws Interrupted
 */
export type Observe = (
  world: Scenario,
  members: Coalition,
  attacks?: readonly AnyAttack[],
) => Promise<Observed>;

/** How worlds are run: with which plugins, on how many threads, until when. */
export interface ObserveOptions extends Pick<RunOptions, 'plugins' | 'threads' | 'executor' | 'signal'> {
  /** The part of all noise that is drawn; absent: all of it. */
  readonly noise?: NoisePart | undefined;
}

/** Ctrl-C, which ends an experiment at any point. */
class Interrupted extends Error {}

/** Runs the worlds of a protocol. */
export function observer(protocol: AnyProtocol, { noise, ...options }: ObserveOptions): Observe {
  const twin = noise && twinOf(noise);
  return async (world, members, attacks) => {
    const recorder = new Recorder(world, protocol, members, attacks);
    const bus = new Bus();
    recorder.attach(bus);
    const { hash, outcome, labels, findings } = await run(world, { ...options, ...twin, bus });
    if (options.signal?.aborted === true) throw new Interrupted();
    assert(hash !== undefined, 'a run that was not interrupted has no hash');
    const { figures = [] } = findings;
    return defined({ view: recorder.view(members), outcome, labels, figures, hash });
  };
}

/** Some of an experiment's trials, by their numbers. */
export interface TrialRange {
  readonly from: number;
  /** The first that is not among them. */
  readonly to: number;
}

/** Trials of an experiment, one after the other in this thread: fewer if it is interrupted. */
export async function repeat<T>(
  experiment: Experiment<T, unknown>,
  protocol: AnyProtocol,
  options: ObserveOptions,
  { from, to }: TrialRange = { from: 0, to: experiment.trials },
): Promise<T[]> {
  const observe = observer(protocol, options);
  const played: T[] = [];
  try {
    for (let number = from; number < to && options.signal?.aborted !== true; number++)
      played.push(await experiment.trial(number, observe));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  return played;
}
