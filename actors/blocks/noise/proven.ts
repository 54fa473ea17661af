/**
 * A noisy sum whose vectors are proven to be within bounds, called with `yield*` from the server and the helper of a protocol. Clients
 * add no noise, which could hide any shift: each aggregator adds all of it, as it knows its own.
 */

import { compute, phase, type Self } from '../../../src/core/kit/index.ts';
import { centred, helpSum, type ProvenSession, sumProven } from '../prio3/index.ts';
import { lengthOf, type NoisySum } from './agreement.ts';
import type { ReleasedSum } from './server.ts';
import type { ReleasedStage } from './spent.ts';
import { addCentralNoise, timedCentralNoise } from './tasks.ts';

/** A sum that was opened, without those who proved nothing. */
export interface ReleasedProvenSum extends ReleasedSum {
  /** Clients whose vectors came without a valid proof. */
  readonly refused: readonly string[];
}

/**
 * Sums up the clients' integers that are within bounds, with noise. Aborts, before anything is opened, if they are too few.
 * @param opened receives what must be accounted for, as soon as the helper is asked for its share
 */
export function* sumWithProofs(self: Self, sum: NoisySum, proven: ProvenSession, opened: ReleasedStage[]) {
  const { number: stage, clients } = sum;
  const noise = yield* ownNoise(self, sum);
  const place = opened.length;
  const { elements, survivors, refused } = yield* sumProven(self, proven, noise, (asked) => {
    opened[place] = { stage, survivors: asked.length, kept: 1 };
  });
  const names = (parties: readonly number[]): string[] => parties.map((party) => clients[party]);
  return {
    values: centred(elements),
    survivors: names(survivors),
    refused: names(refused),
  } satisfies ReleasedProvenSum;
}

/** The helper's half. */
export function* helpWithProofs(self: Self, sum: NoisySum, proven: ProvenSession) {
  const noise = yield* ownNoise(self, sum);
  yield* helpSum(self, proven, noise);
}

/** All of the noise, as one aggregator draws it. */
function* ownNoise(self: Self, { number, noise, ranges }: NoisySum) {
  const none = new Float64Array(lengthOf(ranges));
  if (noise.by === 'nobody') return none;
  yield* phase('noise');
  const key = self.random.secretKey('noise', `${number}`);
  return yield* compute(addCentralNoise, timedCentralNoise(noise, { sum: none, ranges, key }));
}
