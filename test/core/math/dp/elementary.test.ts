import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosineAndSine, exp, expm1, log, log1p } from '../../../../src/core/math/dp/elementary.ts';
import { normalMass, scaledErfc, upperTail } from '../../../../src/core/math/dp/normal.ts';

/** The platform's own functions are right to a place or two, though not alike everywhere. */
const near = (got: number, wanted: number): boolean =>
  Math.abs(got - wanted) <= 1e-15 * Math.abs(wanted) + Number.MIN_VALUE;

describe('elementary functions', () => {
  test.each([
    ['exp', exp, Math.exp, -740, 709],
    ['expm1', expm1, Math.expm1, -0.9, 30],
    ['log1p', log1p, Math.log1p, -0.9, 1e6],
  ] as const)('%s is that of the platform', (_, own, platform, min, max) => {
    const alike = fc.property(fc.double({ min, max, noNaN: true }), (x) => near(own(x), platform(x)));
    expect(() => fc.assert(alike, { numRuns: 2000 })).not.toThrow();
  });

  test('log is that of the platform, for subnormal numbers too', () => {
    const positive = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
    const alike = fc.property(positive, (x) => near(log(x), Math.log(x)));
    expect(() => fc.assert(alike, { numRuns: 2000 })).not.toThrow();
  });

  test('cosine and sine', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (x) => {
        const [cosine, sine] = cosineAndSine(x);
        expect(Math.abs(cosine - Math.cos(x))).toBeLessThan(3e-16);
        expect(Math.abs(sine - Math.sin(x))).toBeLessThan(3e-16);
      }),
      { numRuns: 2000 },
    );
  });

  test('ends of the range', () => {
    expect(exp(-Infinity)).toBe(0);
    expect(exp(Infinity)).toBe(Infinity);
    expect(exp(Number.NaN)).toBeNaN();
    expect(log(0)).toBe(-Infinity);
    expect(log(Infinity)).toBe(Infinity);
    expect(log(-1)).toBeNaN();
    expect(log(1)).toBe(0);
  });
});

describe('the normal distribution', () => {
  test.each([
    [1, 0.15865525393145705],
    [5, 2.866515718791939e-7],
    [10, 7.619853024160525e-24],
    [37, 5.725571222524577e-300],
  ])('beyond %d lies %d', (x, tail) => {
    expect(upperTail(x) / tail).toBeCloseTo(1, 13);
    expect(upperTail(-x)).toBeCloseTo(1 - tail, 15);
  });

  test('masses add up, out in the tails as well', () => {
    expect(normalMass(-Infinity, Infinity)).toBeCloseTo(1, 15);
    expect(normalMass(8, 9) / (upperTail(8) - upperTail(9))).toBe(1);
    expect(normalMass(-9, -8)).toBe(normalMass(8, 9));
    expect(normalMass(2, 1)).toBe(0);
    expect(scaledErfc(Infinity)).toBe(0);
  });
});
