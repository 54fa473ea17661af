/** Runs a scenario and lets its coalitions try what they can. */

import { CahootsError } from '../base/errors.ts';
import type { View } from '../protocol/attack.ts';
import { type Plugged, protocolNamed } from '../plugin/registry.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { run, type RunOptions, type RunResult } from '../run/run.ts';
import type { Collusion } from '../scenario/collusion.ts';
import type { Scenario } from '../scenario/load.ts';
import { Bus } from '../sim/bus.ts';
import { allMembers, type Certificate, certify, plansOf } from './certificate.ts';
import { Recorder } from './recorder.ts';
import { type EarlierTrace, reproduce } from '../replay/reproduce.ts';

export interface Attacked {
  readonly result: RunResult;
  /** Absent when the run was interrupted. */
  readonly certificate?: Certificate;
}

export interface AttackOptions extends RunOptions {
  /** In place of the scenario's own coalitions; see {@link plansOf}. */
  readonly coalitions?: readonly Collusion[];
  /** The run of this trace and no other; it must be the scenario's. */
  readonly earlier?: EarlierTrace;
}

/** Runs a scenario, keeping what its coalitions see, and certifies what leaked. */
export async function attackRun(scenario: Scenario, options: AttackOptions): Promise<Attacked> {
  const { bus = new Bus(), coalitions = scenario.collusion } = options;
  const protocol = protocolOf(scenario, options);
  const plans = plansOf(scenario, protocol, coalitions);
  const attacks = plans.flatMap((plan) => plan.attacks);
  const recorder = new Recorder(scenario, protocol, allMembers(scenario, plans), attacks);
  recorder.attach(bus);
  const result = await runAgain(scenario, { ...options, bus });
  if (result.ending === 'aborted') return { result };
  return { result, certificate: certify(scenario, protocol, plans, recorder) };
}

/**
 * Exactly what a coalition holds and saw in a run.
 * @param members by name
 */
export async function view(
  scenario: Scenario,
  members: readonly string[],
  options: Omit<AttackOptions, 'coalitions'>,
): Promise<View> {
  const { bus = new Bus() } = options;
  const recorder = new Recorder(scenario, protocolOf(scenario, options), members);
  recorder.attach(bus);
  await runAgain(scenario, { ...options, bus });
  return recorder.view(members);
}

/** What cannot be compared may have been another run: then nothing is certified. */
async function runAgain(scenario: Scenario, { earlier, ...options }: AttackOptions): Promise<RunResult> {
  if (earlier === undefined) return run(scenario, options);
  const { result, problem } = await reproduce(scenario, options, earlier);
  if (problem !== undefined) throw problem;
  return result;
}

/** @throws CahootsError when the protocol is not among those known, or brings no attacks */
export function protocolOf({ protocol: wanted }: Scenario, plugged: Plugged): AnyProtocol {
  const protocol = protocolNamed(plugged, wanted);
  if (protocol.privacy === undefined) {
    throw new CahootsError('bad-input', `expected a protocol that brings attacks, got ${wanted}`);
  }
  return protocol;
}
