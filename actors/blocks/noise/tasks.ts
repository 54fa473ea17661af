/** Drawing noise, adding it to vectors modulo m, and removing it again. */

import { joinBytes, sha256, utf8 } from '../../../src/core/kit/crypto.ts';
import {
  Coin,
  DiscreteGaussian,
  laplaceShare,
  type Proportion,
  proportionOf,
} from '../../../src/core/kit/dp.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { lengthOf, type NoiseParameters, type NoisyRange } from './agreement.ts';

/** Words drawn and compared per element. */
const DRAW = 32;

/** Operations of drawing noise for every entry of the ranges, as a sum of `components` shares, whatever is drawn. */
export function drawOperations(ranges: readonly NoisyRange[], components: number): number {
  return DRAW * lengthOf(ranges) * components;
}

export interface AddNoiseInput {
  readonly modulus: bigint;
  /** Integers. */
  readonly values: Float64Array;
  readonly ranges: readonly NoisyRange[];
  /** The proportion of each component of the noise; empty: no noise. */
  readonly components: readonly Proportion[];
  /** The seeds of component 0, and of component 1, from which those of all later ones follow. */
  readonly own: Uint8Array;
  readonly surplus: Uint8Array;
  /** How many words of randomness the draws consume, if time tells of them; absent: it is the same whatever is drawn. */
  readonly words?: number;
}

/** The residues of integers with a share of noise. */
export const addNoise = defineTask('noise/add', {
  operations: ({ ranges, components, words }: AddNoiseInput) =>
    lengthOf(ranges) + (words ?? drawOperations(ranges, components.length)),
  run(input): Uint32Array {
    const noisy = input.values.slice();
    drawShares(noisy, input);
    return new ModularVectors(input.modulus).from(noisy);
  },
});

/** With the words that its draws consume, which are drawn once more for that, if time tells of them. */
export function timedAddNoise({ time }: NoiseParameters, input: AddNoiseInput): AddNoiseInput {
  return time === 'constant' ? input : { ...input, words: drawShares(input.values.slice(), input) };
}

/** Adds all components of a share of noise; returns how many words they consume. */
function drawShares(
  noisy: Float64Array,
  { ranges, components, own, surplus }: Pick<AddNoiseInput, 'ranges' | 'components' | 'own' | 'surplus'>,
): number {
  let seed = own;
  let words = 0;
  components.forEach((proportion, k) => {
    if (k > 0) seed = k === 1 ? surplus : nextSeed(seed);
    words += drawInto(noisy, ranges, proportion, seed, 1);
  });
  return words;
}

export interface RemoveNoiseInput {
  readonly modulus: bigint;
  readonly sum: Uint32Array;
  readonly ranges: readonly NoisyRange[];
  /** The surplus components, in order. */
  readonly components: readonly Proportion[];
  /** The known seeds of the first of these, one per client. */
  readonly seeds: readonly Uint8Array[];
}

/** A sum after the surplus noise of some clients is removed. */
export const removeNoise = defineTask('noise/remove', {
  operations: ({ ranges, components, seeds }: RemoveNoiseInput) =>
    lengthOf(ranges) + drawOperations(ranges, components.length * seeds.length),
  run({ modulus, sum, ranges, components, seeds }): Uint32Array {
    const surplus = new Float64Array(lengthOf(ranges));
    for (const first of seeds) {
      let seed = first;
      components.forEach((proportion, k) => {
        if (k > 0) seed = nextSeed(seed);
        drawInto(surplus, ranges, proportion, seed, -1);
      });
    }
    const vectors = new ModularVectors(modulus);
    const rest = sum.slice();
    vectors.add(rest, vectors.from(surplus));
    return rest;
  },
});

export interface CentralNoiseInput {
  /** Integers. */
  readonly sum: Float64Array;
  readonly ranges: readonly NoisyRange[];
  readonly key: Uint8Array;
  /** How many words of randomness the draws consume, if time tells of them; absent: it is the same whatever is drawn. */
  readonly words?: number;
}

/** Adds all noise at once to a sum in the clear. */
export const addCentralNoise = defineTask('noise/central', {
  operations: ({ ranges, words }: CentralNoiseInput) => words ?? drawOperations(ranges, 1),
  run({ sum, ranges, key }): Float64Array {
    const noisy = sum.slice();
    drawInto(noisy, ranges, WHOLE, key, 1);
    return noisy;
  },
});

/** As {@link timedAddNoise}. */
export function timedCentralNoise({ time }: NoiseParameters, input: CentralNoiseInput): CentralNoiseInput {
  if (time === 'constant') return input;
  const { sum, ranges, key } = input;
  return { ...input, words: drawInto(sum.slice(), ranges, WHOLE, key, 1) };
}

/** All of the noise. */
export const WHOLE: Proportion = { numerator: 1, denominator: 1 };

/** The seed of the next component: a seed reveals those that follow, and none before. */
export function nextSeed(seed: Uint8Array): Uint8Array {
  return sha256(joinBytes([seed, NEXT]));
}

const NEXT = utf8('the component after');

/** Adds noise to a vector, or takes it off; returns how many words it consumes. */
function drawInto(
  vector: Float64Array,
  ranges: readonly NoisyRange[],
  proportion: Proportion,
  seed: Uint8Array,
  sign: 1 | -1,
): number {
  const coin = new Coin(seed);
  let at = 0;
  for (const { length, noise } of ranges) {
    const draw =
      noise.kind === 'gaussian' ? gaussianShare(noise.variance, proportion) : laplace(noise, proportion);
    for (const end = at + length; at < end; at++) vector[at] += sign * draw(coin);
  }
  return coin.consumed;
}

function gaussianShare(...share: Parameters<typeof proportionOf>): (coin: Coin) => number {
  const gaussian = new DiscreteGaussian(proportionOf(...share));
  return (coin) => gaussian.draw(coin);
}

function laplace({ s, t }: { s: number; t: number }, proportion: Proportion): (coin: Coin) => number {
  return (coin) => laplaceShare(coin, proportion, s, t);
}
