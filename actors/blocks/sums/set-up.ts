/** What several sums among the same clients have in common and do once, if their protocol has something of the kind. */

import type { PhaseCost, Self } from '../../../src/core/kit/index.ts';
import { flamingoSetUp } from '../flamingo/index.ts';
import type { FlamingoSession, SetUp } from '../flamingo/session.ts';
import type { AgreedSum } from './settings.ts';

/** What a party keeps of it; undefined if there is nothing to do. */
export type SumsSetUp = SetUp | undefined;

/** A client's half, before the first of the sums; aborts as a sum would. */
export function* prepareToContribute(self: Self, session: AgreedSum) {
  return hasSetUp(session) ? yield* flamingoSetUp.client(self, session) : undefined;
}

/** The server's half; aborts as a sum would. */
export function* prepareToSum(self: Self, session: AgreedSum) {
  return hasSetUp(session) ? yield* flamingoSetUp.server(self, session) : undefined;
}

/** A sum by a party that has done what they have in common. */
export function prepared(session: AgreedSum, setUp: SumsSetUp): AgreedSum {
  return hasSetUp(session) && setUp !== undefined ? { ...session, setUp } : session;
}

/** The expected cost of it, of which every sum names the same. */
export function preparationCost(session: AgreedSum): PhaseCost[] {
  return hasSetUp(session) ? flamingoSetUp.cost(session) : [];
}

function hasSetUp(session: AgreedSum): session is FlamingoSession {
  return session.protocol === 'flamingo' && session.common !== undefined;
}
