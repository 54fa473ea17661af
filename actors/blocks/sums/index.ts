/** Secure sums, of which a scenario chooses one by `aggregation.protocol`: protocols call any of them in the same way. */

import { type Member, type PhaseCost, type Self, subprotocol } from '../../../src/core/kit/index.ts';
import { decryptedMasks, flamingo } from '../flamingo/index.ts';
import { codedMasks, lightSecAgg } from '../lightsecagg/index.ts';
import { pairwiseMasks, secureAggregation } from '../secagg/index.ts';
import type { OpenedSum } from './secure-sum.ts';
import { type AgreedSum, sumParameters } from './settings.ts';

export type { Aggregate, Contributed, OpenedSum, SecureSum, SumSession } from './secure-sum.ts';
export { preparationCost, prepared, prepareToContribute, prepareToSum, type SumsSetUp } from './set-up.ts';
export {
  type AgreedSum,
  agreedSum,
  amongFewer,
  amongSome,
  colludingOfSum,
  harmlessIn,
  learnersOf,
  isSigned,
  modulusOfSum,
  type ResolvedSum,
  resolvedSum,
  type SumName,
  type SumParameters,
  sumParameters,
  sumProblems,
  type SumRequest,
  SUMS,
  tellsAll,
  thresholdOfSum,
} from './settings.ts';

/**
 * Contributes a vector to the sum that the server receives, which learns nothing else, and `session.escrowed` secrets
 * of 32 bytes each that survivors can reconstruct together.
 * Aborts if the server falls silent, or does what an honest one would not.
 * @param input hands over `session.length` elements modulo `session.modulus`
 */
export function* contributeSecretly(
  self: Self,
  session: AgreedSum,
  input: () => Uint32Array,
  escrowed: readonly Uint8Array[] = [],
) {
  switch (session.protocol) {
    case 'lightsecagg':
      return yield* codedMasks.contribute(self, session, input, escrowed);
    case 'flamingo':
      return yield* decryptedMasks.contribute(self, session, input, escrowed);
    default:
      return yield* pairwiseMasks.contribute(self, session, input, escrowed);
  }
}

/**
 * Sums up the clients' vectors without seeing any; aborts if there is no sum.
 * @param asking is called with the survivors before that is asked for which opens their sum: it may arrive although
 * the server aborts for lack of it
 */
export function* sumSecretly(
  self: Self,
  session: AgreedSum,
  asking?: (survivors: readonly number[]) => void,
) {
  switch (session.protocol) {
    case 'lightsecagg':
      return yield* codedMasks.aggregate(self, session, asking);
    case 'flamingo':
      return yield* decryptedMasks.aggregate(self, session, asking);
    default:
      return yield* pairwiseMasks.aggregate(self, session, asking);
  }
}

/** The expected cost of a sum if nobody drops out, without a set-up that it has in common with others. */
export function sumCost(session: AgreedSum): PhaseCost[] {
  switch (session.protocol) {
    case 'lightsecagg':
      return codedMasks.cost(session);
    case 'flamingo':
      return decryptedMasks.cost(session);
    default:
      return pairwiseMasks.cost(session);
  }
}

/** All sums that these members can open together. */
export function openedSums(members: readonly Member[], session: AgreedSum): OpenedSum[] {
  switch (session.protocol) {
    case 'lightsecagg':
      return codedMasks.openedSums(members, session);
    case 'flamingo':
      return decryptedMasks.openedSums(members, session);
    default:
      return pairwiseMasks.openedSums(members, session);
  }
}

export const secureSums = subprotocol({
  name: 'sums',
  summary: 'the sum of vectors modulo m, and nothing else of them, by any of several protocols',
  settings: sumParameters,
  uses: [secureAggregation, lightSecAgg, flamingo],
  messages: [],
  tasks: [],
  cost: sumCost,
});
