import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { distanceBound, quantise, quantiseMatrix } from '../../../../src/core/math/field/quantise.ts';
import { toResidues } from '../../../../src/core/math/field/residues.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { vectors } from '../../../support/vectors.ts';
import { thoroughly } from '../../../support/long.ts';

interface Lcc {
  readonly quantisation: readonly {
    readonly q: string;
    readonly lam: string;
    readonly x: string;
    readonly expected_exact_decimal: string;
    readonly floor_signed_exact: string;
    readonly dequantised: string;
  }[];
  readonly wraparound: readonly {
    readonly name: string;
    readonly p: string;
    readonly lam?: string;
    readonly real_data?: readonly string[];
    /** A row of numbers, or a row for each point. */
    readonly quantised: readonly (string | readonly string[])[];
    readonly cluster: readonly string[];
    readonly point: string;
    readonly true_quantised_dprime: string;
    readonly decoded_mod_p: string;
  }[];
}

const lcc = vectors<Lcc>('lcc.json');
const { quantisation, wraparound }: Lcc = lcc.absent ? { quantisation: [], wraparound: [] } : lcc.read();

describe.skipIf(lcc.absent)(`${lcc.title}`, () => {
  test.each(quantisation)('$x at $lam is floored as a decimal, wraps modulo $q and comes back', (vector) => {
    const field = new PrimeField(BigInt(vector.q));
    const scale = Number(vector.lam);
    const integer = quantise(Number(vector.x), scale);
    expect(integer).toBe(Number(vector.floor_signed_exact));
    const element = field.from(integer);
    expect(`${element}`).toBe(vector.expected_exact_decimal);
    const signed = 2n * element < field.modulus ? element : element - field.modulus;
    expect(Number(signed) / scale).toBe(Number(vector.dequantised));
  });

  test('a distance wraps only where the bound is not below p', () => {
    const outcomes = wraparound.map((vector) => {
      const points = vector.quantised.map((point) => [point].flat().map(Number));
      const members = vector.cluster.map((i) => points[Number(i)]);
      const distance = scaledDistance(members, points[Number(vector.point)]);
      expect(`${distance}`).toBe(vector.true_quantised_dprime);
      expect(`${distance % BigInt(vector.p)}`).toBe(vector.decoded_mod_p);
      const p = BigInt(vector.p);
      return {
        name: vector.name,
        wraps: distance >= p,
        bound: boundOf(points),
        isBelow: boundOf(points) < p,
      };
    });
    expect(outcomes).toEqual([
      { name: 'floor_breaks_2lambda2D', wraps: true, bound: 100n, isBelow: false },
      { name: 'needs_only_q_gt_dprime', wraps: false, bound: 100n, isBelow: true },
      { name: 'wrap', wraps: true, bound: 100n, isBelow: false },
    ]);
  });

  test('the floors that break the bound of the paper are those of quantise', () => {
    const [{ real_data = [], lam, quantised }] = wraparound;
    expect(real_data.map((x) => `${quantise(Number(x), Number(lam))}`)).toEqual(quantised);
  });
});

/** Below 2^52, where quantising promises to be exact. */
const integers = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.bigInt(-(2n ** 52n) + 1n, 2n ** 52n - 1n).map(Number),
);
const scales = fc.oneof(
  fc.constantFrom(1, 2, 3, 7, 10, 100, 1000, 1e6, 1e9, 2 ** 20, 2 ** -10, 0.1, 0.3, 1 / 3, 12_345.678),
  fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
);
/** A scale, and reals that lie anywhere, on a step, or an ulp beside one. */
const scaledReals = scales.chain((scale) => {
  const limit = 2 ** 51 / scale;
  const steps = integers.map((q) => q / 2 / scale);
  const real = fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    steps,
    steps.map((x) => x * (1 + Number.EPSILON)),
    steps.map((x) => x * (1 - Number.EPSILON)),
  );
  return fc.record({ scale: fc.constant(scale), x: real, y: real });
});

test('every integer comes back from its own real', () => {
  fc.assert(
    fc.property(integers, scales, (q, scale) => {
      expect(quantise(q / scale, scale)).toBe(q);
    }),
    { numRuns: thoroughly(300, 1000) },
  );
});

test('an integer is the last one whose real is not above', () => {
  fc.assert(
    fc.property(scaledReals, ({ scale, x }) => {
      const q = quantise(x, scale);
      expect(q / scale).toBeLessThanOrEqual(x);
      expect((q + 1) / scale).toBeGreaterThan(x);
    }),
    { numRuns: thoroughly(300, 1000) },
  );
});

test('quantising keeps the order', () => {
  fc.assert(
    fc.property(scaledReals, ({ scale, x, y }) => {
      expect(quantise(Math.min(x, y), scale)).toBeLessThanOrEqual(quantise(Math.max(x, y), scale));
    }),
  );
});

test('decimals of up to 15 digits are floored as written, at scales that are powers of ten', () => {
  const digits = fc.bigInt(-(10n ** 15n) + 1n, 10n ** 15n - 1n);
  fc.assert(
    fc.property(digits, fc.nat(15), fc.nat(15), (value, places, power) => {
      fc.pre(power <= places);
      const divisor = 10n ** BigInt(places - power);
      const floor = (value - (((value % divisor) + divisor) % divisor)) / divisor;
      expect(quantise(Number(`${value}e-${places}`), 10 ** power)).toBe(Number(floor));
    }),
    { numRuns: thoroughly(300, 1000) },
  );
  expect(quantise(0.29, 100)).toBe(29); // 0.29 * 100 is 28.999999999999996
});

test('zero is never negative', () => {
  for (const x of [-0, 0, 0.4, 5e-324]) expect(quantise(x, 1)).toBe(0);
  expect(quantise(-5e-324, 0.1)).toBe(-1); // the product is -0
  expect([...quantiseMatrix(fromRows([[-0, -0.5, 0.5]]), 1).values]).toEqual([0, -1, 0]);
});

test('a quantised matrix wraps into the field entry by entry', () => {
  const quantised = quantiseMatrix(
    fromRows([
      [-1.25, 0.29],
      [3.14, -0.01],
    ]),
    100,
  );
  expect([...quantised.values]).toEqual([-125, 29, 314, -1]);
  expect([...toResidues(quantised, [97]).planes[0]]).toEqual([69, 29, 23, 96]);
});

test('no point of any data set is farther from any cluster than the bound', () => {
  const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), integers);
  const sets = fc.integer({ min: 1, max: 3 }).chain((d) =>
    fc.array(fc.record({ x: fc.array(coordinate, { minLength: d, maxLength: d }), isMember: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    }),
  );
  fc.assert(
    fc.property(sets, (set) => {
      const members = set.filter(({ isMember }) => isMember).map(({ x }) => x);
      const bound = boundOf(set.map(({ x }) => x));
      for (const { x } of set) expect(scaledDistance(members, x) <= bound).toBe(true);
    }),
  );
});

/** ||sum of the members - |S| x||^2. */
function scaledDistance(members: readonly (readonly number[])[], x: readonly number[]): bigint {
  return x.reduce((distance, value, c) => {
    const difference = members.reduce((sum, member) => sum + BigInt(member[c]) - BigInt(value), 0n);
    return distance + difference ** 2n;
  }, 0n);
}

function boundOf(points: readonly (readonly number[])[]): bigint {
  const columns = points[0].map((_, c) => points.map((point) => point[c]));
  return distanceBound(
    points.length,
    columns.map((values) => Math.min(...values)),
    columns.map((values) => Math.max(...values)),
  );
}
