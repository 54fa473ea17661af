/** FedDP-KMeans' sums, masked or proven. */

import type { Self } from '../../src/core/kit/index.ts';
import {
  contributeNoisily,
  helpWithProofs,
  type NoisySum,
  type ReleasedProvenSum,
  type ReleasedStage,
  sumNoisily,
  sumWithProofs,
} from '../blocks/noise/index.ts';
import { contributeProven } from '../blocks/prio3/index.ts';
import { prepared, prepareToContribute, prepareToSum, type SumsSetUp } from '../blocks/sums/index.ts';
import type { Stage } from './agreed.ts';

/** What a client does once for all sums. */
export function* prepareClient(self: Self, stages: readonly Stage[]) {
  const sum = firstMasked(stages);
  return sum && (yield* prepareToContribute(self, sum.session));
}

/** What the server does once for all sums. */
export function* prepareServer(self: Self, stages: readonly Stage[]) {
  const sum = firstMasked(stages);
  return sum && (yield* prepareToSum(self, sum.session));
}

/** The first sum, if vectors are masked. */
export function firstMasked([first]: readonly Stage[]): NoisySum | undefined {
  return first?.sum.noise.by === 'server' ? undefined : first?.sum;
}

/** A sum by a party that has done what is done once. */
export function after(setUp: SumsSetUp, sum: NoisySum): NoisySum {
  return setUp === undefined ? sum : { ...sum, session: prepared(sum.session, setUp) };
}

/**
 * A client's half of a sum.
 * @param values hands over one integer per element of the sum's ranges
 */
export function* contributeTo(self: Self, sum: NoisySum, values: () => Float64Array, setUp: SumsSetUp) {
  if (sum.proven === undefined) yield* contributeNoisily(self, after(setUp, sum), values);
  else yield* contributeProven(self, sum.proven, values());
}

/**
 * The server's half.
 * @param opened receives what must be accounted for, opened or not
 */
export function* sumUp(self: Self, sum: NoisySum, opened: ReleasedStage[], setUp: SumsSetUp) {
  if (sum.proven !== undefined) return yield* sumWithProofs(self, sum, sum.proven, opened);
  const released = yield* sumNoisily(self, after(setUp, sum), opened);
  return { ...released, refused: [] } satisfies ReleasedProvenSum;
}

/** The helper's half, where there is one. */
export function* help(self: Self, sum: NoisySum) {
  if (sum.proven !== undefined) yield* helpWithProofs(self, sum, sum.proven);
}
