/** Runs a scenario and lets its coalitions try what they can. */

import { CahootsError } from '../errors.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { run, type RunOptions, type RunResult } from '../run.ts';
import type { Collusion } from '../scenario/collusion.ts';
import type { Scenario } from '../scenario/load.ts';
import { Bus } from '../sim/bus.ts';
import { allMembers, type Certificate, certify, plansOf } from './certificate.ts';
import { Recorder } from './recorder.ts';

export interface Attacked {
  readonly result: RunResult;
  /** Absent when the run was interrupted. */
  readonly certificate?: Certificate;
}

/**
 * Runs a scenario, keeping what its coalitions see, and certifies what leaked.
 * @param entries in place of the scenario's own coalitions; see {@link plansOf}
 */
export async function attackRun(
  scenario: Scenario,
  options: RunOptions,
  entries: readonly Collusion[] = scenario.collusion,
): Promise<Attacked> {
  const { bus = new Bus() } = options;
  const protocol = protocolOf(scenario, options.protocols);
  const plans = plansOf(scenario, protocol, entries);
  const attacks = plans.flatMap((plan) => plan.attacks);
  const recorder = new Recorder(scenario, protocol, allMembers(scenario, plans), attacks);
  recorder.attach(bus);
  const result = await run(scenario, { ...options, bus });
  if (result.ending === 'aborted') return { result };
  return { result, certificate: certify(scenario, protocol, plans, recorder) };
}

/** @throws CahootsError when the protocol is not among those known, or brings no attacks */
export function protocolOf(
  { protocol: wanted }: Scenario,
  protocols: Readonly<Record<string, AnyProtocol>>,
): AnyProtocol {
  const protocol = Object.values(protocols).find(({ name }) => name === wanted);
  if (protocol?.privacy === undefined) {
    throw new CahootsError('bad-input', `expected a protocol that brings attacks, got ${wanted}`);
  }
  return protocol;
}
