/** What everybody's randomness decides in public about sums: who has which part in them. For simulators. */

import type { Random, RealRun } from '../../../src/core/kit/index.ts';
import { decryptorsIn } from '../flamingo/decided.ts';
import { Roster } from '../secagg/messages.ts';
import type { AgreedSum } from './settings.ts';

/** The messages of real runs from which it follows whose randomness decides. */
export const DECIDING = [Roster];

/** What a simulator declares as `decided`. */
export function decidedIn(
  real: RealRun,
  session: AgreedSum | undefined,
): ((randomOf: (name: string) => Random) => unknown) | undefined {
  return session?.protocol === 'flamingo' ? decryptorsIn(real, session) : undefined;
}
