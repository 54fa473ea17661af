import { describe, expect, test } from 'vitest';
import {
  componentsOf,
  hidingPart,
  type NoiseParameters,
  type NoisyRange,
  presentPart,
} from '../../../../actors/blocks/noise/agreement.ts';
import { addCentralNoise, addNoise, nextSeed, removeNoise } from '../../../../actors/blocks/noise/tasks.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import { Random } from '../../../../src/core/base/random.ts';

const CLIENTS = 8;
const LENGTH = 6000;
const VARIANCE = 10n ** 6n;
const MODULUS = 1n << 40n;
const ranges: NoisyRange[] = [
  { length: LENGTH, noise: { kind: 'gaussian', variance: { numerator: VARIANCE, denominator: 1n } } },
  { length: LENGTH, noise: { kind: 'laplace', s: 1, t: 4 } },
];
/** Of a discrete Laplace variable of scale 4. */
const P = Math.exp(-1 / 4);
const LAPLACE_VARIANCE = (2 * P) / (1 - P) ** 2;

const policies: NoiseParameters[] = [
  { by: 'clients', policy: 'none', dropouts: 0, colluding: 0, time: 'constant' },
  { by: 'clients', policy: 'honest-minimum', dropouts: 3, colluding: 0, time: 'constant' },
  { by: 'clients', policy: 'honest-minimum', dropouts: 2, colluding: 2, time: 'constant' },
  { by: 'clients', policy: 'enforced', dropouts: 3, colluding: 0, time: 'constant' },
  { by: 'clients', policy: 'enforced', dropouts: 3, colluding: 2, time: 'constant' },
];

interface Added {
  readonly noisy: Uint32Array;
  readonly surplus: Uint8Array;
}

/** What each client adds, and the seed of its surplus: the same however many drop out. */
function addedBy(noise: NoiseParameters): readonly Added[] {
  const components = componentsOf(noise, CLIENTS);
  return Array.from({ length: CLIENTS }, (_, j) => {
    const random = new Random(j);
    const [own, surplus] = [random.secretKey('own'), random.secretKey('surplus')];
    const values = new Float64Array(2 * LENGTH);
    return { noisy: addNoise.run({ modulus: MODULUS, values, ranges, components, own, surplus }), surplus };
  });
}

/** The variances, over what they should be, of what hides the sum of these clients after so many dropouts. */
function spread(noise: NoiseParameters, dropped: number, present: readonly Added[]): [number, number] {
  const vectors = new ModularVectors(MODULUS);
  const sum = vectors.zeros(2 * LENGTH);
  const seeds = present.map(({ noisy, surplus }) => {
    vectors.add(sum, noisy);
    let seed = surplus;
    for (let k = 1; k < dropped + 1; k++) seed = nextSeed(seed);
    return seed;
  });
  const removed = componentsOf(noise, CLIENTS).slice(dropped + 1);
  const rest =
    noise.policy === 'enforced' && removed.length > 0
      ? removeNoise.run({ modulus: MODULUS, sum, ranges, components: removed, seeds })
      : sum;
  const values = vectors.toBigints(rest).map((x) => Number(x > MODULUS / 2n ? x - MODULUS : x));
  const meanSquare = (proportion: readonly number[]): number =>
    proportion.reduce((all, x) => all + x * x, 0) / LENGTH;
  return [
    meanSquare(values.slice(0, LENGTH)) / Number(VARIANCE),
    meanSquare(values.slice(LENGTH)) / LAPLACE_VARIANCE,
  ];
}

describe('noise of shares', () => {
  test.each(policies)('under $policy for $dropouts dropouts and $colluding colluding clients', (noise) => {
    const added = addedBy(noise);
    for (let dropped = 0; dropped <= noise.dropouts; dropped++) {
      const kept = noise.policy === 'enforced' ? dropped + 1 : Number.POSITIVE_INFINITY;
      const everybody = presentPart(noise, CLIENTS, CLIENTS - dropped, kept);
      const [gaussian, laplace] = spread(noise, dropped, added.slice(0, CLIENTS - dropped));
      expect(gaussian / everybody).toBeGreaterThan(0.93);
      expect(gaussian / everybody).toBeLessThan(1.07);
      expect(laplace / everybody).toBeGreaterThan(0.85);
      expect(laplace / everybody).toBeLessThan(1.15);
    }
  });

  test('is never less than agreed, within what is provided for', () => {
    for (const noise of policies.slice(1)) {
      for (let dropped = 0; dropped <= noise.dropouts; dropped++) {
        const kept = noise.policy === 'enforced' ? dropped + 1 : Number.POSITIVE_INFINITY;
        expect(hidingPart(noise, CLIENTS, CLIENTS - dropped, kept)).toBeGreaterThanOrEqual(1 - 1e-12);
      }
    }
  });

  test('is exactly as agreed after any dropouts if surplus is removed', () => {
    const noise = { by: 'clients', policy: 'enforced', dropouts: 5, colluding: 0, time: 'constant' } as const;
    for (let dropped = 0; dropped <= 5; dropped++) {
      expect(hidingPart(noise, CLIENTS, CLIENTS - dropped, dropped + 1)).toBeCloseTo(1, 12);
    }
  });

  test('from one client is its proportion', () => {
    const [gaussian] = spread(policies[0], 0, addedBy(policies[0]).slice(0, 1));
    expect(gaussian).toBeGreaterThan(0.93 / CLIENTS);
    expect(gaussian).toBeLessThan(1.07 / CLIENTS);
  });

  test('drawn all at once is all of it', () => {
    const key = new Random(1).secretKey('central');
    const noisy = addCentralNoise.run({ sum: new Float64Array(2 * LENGTH).fill(5), ranges, key });
    const square = noisy.subarray(0, LENGTH).reduce((sum, x) => sum + (x - 5) ** 2, 0) / LENGTH;
    expect(square / Number(VARIANCE)).toBeGreaterThan(0.93);
    expect(square / Number(VARIANCE)).toBeLessThan(1.07);
  });
});
