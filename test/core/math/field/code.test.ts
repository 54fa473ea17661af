import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import {
  answerWeights,
  segmentWeights,
  shareWeights,
  type Weights,
} from '../../../../src/core/math/field/code.ts';
import {
  answersNeeded,
  type Code,
  decodingWeights,
  encodingWeights,
  evaluationPoints,
  lagrangeBasis,
} from '../../../../src/core/math/field/lagrange.ts';
import { largestModuli, moduliAbove } from '../../../../src/core/math/field/moduli.ts';
import { uniformResidues } from '../../../../src/core/math/field/noise.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { distanceBound } from '../../../../src/core/math/field/quantise.ts';
import { Reconstruction, toResidues } from '../../../../src/core/math/field/residues.ts';
import { wordKernel } from '../../../../src/core/math/field/word-kernel.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';

/** Vectors of residues, `planes[plane][vector]`. */
type Planes = readonly (readonly Uint32Array[])[];

interface Instance {
  readonly code: Code;
  /** m x d integers. */
  readonly points: readonly (readonly number[])[];
  readonly labels: Labels;
  readonly k: number;
  readonly moduli: readonly number[];
  /** The key of the noise. */
  readonly key: Uint8Array;
  /** At least as many parties as decode a distance, in any order. */
  readonly answering: readonly number[];
  /** l+t parties, in any order. */
  readonly holding: readonly number[];
}

const instances: fc.Arbitrary<Instance> = fc
  .record({
    l: fc.integer({ min: 1, max: 3 }),
    t: fc.nat(2),
    spare: fc.nat(3),
    m: fc.integer({ min: 1, max: 8 }),
    d: fc.integer({ min: 1, max: 5 }),
    k: fc.integer({ min: 1, max: 4 }),
    largest: fc.constantFrom(1n, 1000n, 2n ** 31n, 2n ** 52n - 1n),
  })
  .chain(({ l, t, spare, m, d, k, largest }) => {
    const code: Code = { n: 2 * (l + t) - 1 + spare, l, t };
    return fc
      .record({
        code: fc.constant(code),
        points: many(many(fc.bigInt(-largest, largest).map(Number), d), m),
        labels: many(fc.oneof(fc.nat(k - 1), fc.constant(NO_CLUSTER)), m).map((labels) =>
          Uint16Array.from(labels),
        ),
        k: fc.constant(k),
        key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
        answering: someOf(code.n, answersNeeded(code), code.n),
        holding: someOf(code.n, l + t, l + t),
      })
      .map((drawn) => Object.assign(drawn, { moduli: moduliAbove(boundOf(drawn.points)) }));
  });

test('distances of shares, from any parties that suffice, decode to the distances of the points', () => {
  fc.assert(
    fc.property(instances, (instance) => {
      const { code, points, labels, k, moduli, answering } = instance;
      const shares = shareOut(instance);
      const answers = moduli.map((p, plane) =>
        answering.map((party) => answer(p, shares[plane][party], labels, k)),
      );
      const decoded = combine(moduli, answerWeights(code, moduli, answering), answers);
      const reconstruction = new Reconstruction(moduli);
      const distances = points.map((_, i) =>
        Array.from({ length: k }, (__, h) =>
          reconstruction.exact(
            decoded.map(([plane]) => plane),
            i * k + h,
          ),
        ),
      );
      expect(distances).toEqual(points.map((x) => scaledDistances(points, labels, k, x)));
    }),
  );
});

test('any l+t shares give the segments back', () => {
  fc.assert(
    fc.property(instances, (instance) => {
      const { code, moduli, holding } = instance;
      const shares = shareOut(instance);
      const held = shares.map((parties) => holding.map((party) => parties[party]));
      const segments = combine(moduli, segmentWeights(code, moduli, holding), held);
      expect(segments).toEqual(segmentsOf(instance));
    }),
  );
});

test('the weights are those of the reference field, modulus by modulus, whatever was asked for before', () => {
  const cases = fc.record({
    instance: instances,
    moduli: fc.shuffledSubarray([...largestModuli(4)], { minLength: 1 }),
  });
  fc.assert(
    fc.property(cases, ({ instance: { code, answering, holding }, moduli }) => {
      const expectPlanes = (
        weights: Weights,
        reference: (field: PrimeField, alphas: readonly bigint[], betas: readonly bigint[]) => bigint[][],
      ): void => {
        const expected = moduli.map((p) => {
          const field = new PrimeField(BigInt(p));
          const { alphas, betas } = evaluationPoints(field, code);
          return reference(field, alphas, betas).map((row) => row.map(Number));
        });
        expect(weights).toEqual(expected);
      };
      expectPlanes(shareWeights(code, moduli), (field, alphas, betas) =>
        encodingWeights(field, { alphas, betas }),
      );
      expectPlanes(answerWeights(code, moduli, answering), (field, alphas, betas) => [
        decodingWeights(field, pick(alphas, answering), betas.slice(0, code.l)),
      ]);
      expectPlanes(segmentWeights(code, moduli, holding), (field, alphas, betas) =>
        lagrangeBasis(field, pick(alphas, holding), betas.slice(0, code.l)),
      );
    }),
  );
});

/** The shares of all parties, `[plane][party]`, each m x ceil(d/l). */
function shareOut(instance: Instance): Planes {
  const { code, moduli, key } = instance;
  const segments = segmentsOf(instance);
  const noise = uniformResidues(key, moduli, code.t, segments[0][0].length);
  const secrets = segments.map((vectors, plane) => vectors.concat(noise[plane]));
  return combine(moduli, shareWeights(code, moduli), secrets);
}

/** The points cut into l segments, `[plane][segment]`, the last one padded with zeros. */
function segmentsOf({ code, points, moduli }: Instance): Planes {
  const columns = Math.ceil(points[0].length / code.l);
  const segments = Array.from({ length: code.l }, (_, u) => {
    const rows = points.map((x) => Array.from({ length: columns }, (__, c) => x[u * columns + c] ?? 0));
    return toResidues(fromRows(rows), moduli).planes;
  });
  return moduli.map((_, plane) => segments.map((planes) => planes[plane]));
}

function combine(moduli: readonly number[], weights: Weights, inputs: Planes): Planes {
  return moduli.map((p, plane) => {
    const outputs = weights[plane].map(() => new Uint32Array(inputs[plane][0].length));
    wordKernel.combine(p, weights[plane], inputs[plane], outputs);
    return outputs;
  });
}

/** What a party sends in an iteration: m x k coded distances. */
function answer(p: number, rows: Uint32Array, labels: Labels, k: number): Uint32Array {
  const columns = rows.length / labels.length;
  const norms = new Uint32Array(labels.length);
  const sums = new Uint32Array(k * columns);
  const distances = new Uint32Array(labels.length * k);
  wordKernel.squaredNorms(p, rows, columns, norms);
  wordKernel.clusterSums(p, rows, columns, labels, sums);
  wordKernel.scaledDistances(p, rows, columns, norms, sums, clusterSizes(labels, k), distances);
  return distances;
}

/** ||sum over S_h - |S_h| x||^2 of every cluster h, from the points themselves. */
function scaledDistances(
  points: Instance['points'],
  labels: Labels,
  k: number,
  x: readonly number[],
): bigint[] {
  return Array.from({ length: k }, (_, h) => {
    const members = points.filter((__, i) => labels[i] === h);
    return x.reduce((distance, value, c) => {
      const difference = members.reduce((sum, member) => sum + BigInt(member[c]) - BigInt(value), 0n);
      return distance + difference ** 2n;
    }, 0n);
  });
}

function boundOf(points: Instance['points']): bigint {
  const columns = points[0].map((_, c) => points.map((x) => x[c]));
  return distanceBound(
    points.length,
    columns.map((values) => Math.min(...values)),
    columns.map((values) => Math.max(...values)),
  );
}

function pick<T>(items: readonly T[], indices: readonly number[]): T[] {
  return indices.map((index) => items[index]);
}

function many<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}

/** At least `least` and at most `most` of n parties, in any order. */
function someOf(n: number, least: number, most: number): fc.Arbitrary<number[]> {
  return fc.shuffledSubarray([...Array.from({ length: n }).keys()], { minLength: least, maxLength: most });
}
