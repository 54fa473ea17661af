/** Attacks on runs of SecFC, with what they are held against. */

import { truthOf } from '../../src/lab/attack/certificate.ts';
import type { Finding } from '../../src/lab/attack/finding.ts';
import { attackRun, view } from '../../src/lab/attack/attack-run.ts';
import type { AnyAttack, Score, Truth } from '../../src/core/protocol/attack.ts';
import type { View } from '../../src/core/protocol/view.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { inputsOf } from '../../src/run/execute/cast.ts';
import type { Scenario } from '../../src/run/scenario/load.ts';
import { plugins, pluginsWith } from './plugins.ts';

/** The attack of a protocol by its name. */
export function attackOf(protocol: AnyProtocol, name: string): AnyAttack {
  const attack = protocol.privacy?.attacks.find((candidate) => candidate.name === name);
  if (attack === undefined) throw new Error(`there is no attack ${name}`);
  return attack;
}

export interface Attempt {
  readonly seen: View;
  readonly guess: unknown;
  readonly truth: Truth;
  readonly score: Score;
}

/** One attempt of one coalition at a run, in all its parts. */
export async function attempt(
  scenario: Scenario,
  protocol: AnyProtocol,
  attack: AnyAttack,
  members: readonly string[],
): Promise<Attempt> {
  const seen = await view(scenario, members, { plugins: pluginsWith(protocol) });
  const guess: unknown = attack.guess(seen);
  const truth = truthOf(scenario, inputsOf(scenario, protocol), members);
  return { seen, guess, truth, score: attack.score(guess, truth) };
}

/** What the coalitions of a scenario found out. */
export async function findingsOf(scenario: Scenario): Promise<readonly Finding[]> {
  const { certificate } = await attackRun(scenario, { plugins });
  if (certificate === undefined) throw new Error('the run was interrupted');
  return certificate.findings;
}
