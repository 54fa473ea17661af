import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytes,
  counted,
  figureText,
  fixed,
  integer,
  operations,
  time,
} from '../../../src/run/report/format.ts';

describe('time', () => {
  test.each([
    [0, '0.0 ms'],
    [49_999, '0.0 ms'],
    [50_001, '0.1 ms'],
    [1e6, '1.0 ms'],
    [123_456_789, '123.5 ms'],
    [999_900_000, '999.9 ms'],
    [999_960_000, '1.000 s'],
    [1e9, '1.000 s'],
    [1_251_128_517, '1.251 s'],
    [59_999e6, '59.999 s'],
    [59_999_600_000, '1.0 min'],
    [60e9, '1.0 min'],
    [3600e9, '60.0 min'],
  ])('%d ns is %s', (ns, text) => {
    expect(time(ns)).toBe(text);
  });
});

test.each([
  [1.1499414, '1.15'],
  [10.762224, '10.8'],
  [12_345.6, '12300'],
  [2, '2'],
])('the ratio %d is %s', (value, text) => {
  expect(figureText({ unit: 'ratio', value })).toBe(text);
});

describe('bytes', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [1000, '1.00 kB'],
    [1004, '1.00 kB'],
    [9_996, '10.0 kB'],
    [20_840, '20.8 kB'],
    [999_499, '999 kB'],
    [999_500, '1.00 MB'],
    [1_447_650, '1.45 MB'],
    [5e9, '5.00 GB'],
  ])('%d are %s', (count, text) => {
    expect(bytes(count)).toBe(text);
  });
});

describe('operations', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [999.5, '1.00 k'],
    [1000, '1.00 k'],
    [216_160, '216 k'],
    [999_499_999, '999 M'],
    [999_500_000, '1.00 G'],
    [2.4e12, '2.40 T'],
  ])('%d are %s', (count, text) => {
    expect(operations(count)).toBe(text);
  });
});

test('three digits are shown, right to half of the last, up to the largest unit', () => {
  const units: Record<string, number> = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 999e12 }), (count) => {
      const [digits, unit = ''] = operations(count).split(' ');
      expect(digits.replace('.', '')).toMatch(/^[1-9]\d\d$/);
      const last = units[unit] * (digits.includes('.') ? 10 ** -digits.split('.')[1].length : 1);
      expect(Math.abs(Number(digits) * units[unit] - count)).toBeLessThanOrEqual(last / 2 + 1e-6 * count);
    }),
  );
});

test('whole numbers have separators', () => {
  expect([0, 999, 1000, 180_000, 2 ** 53 - 1].map(integer)).toEqual([
    '0',
    '999',
    '1,000',
    '180,000',
    '9,007,199,254,740,991',
  ]);
});

test.each([
  [-0.001, 2, '0.00'],
  [-0, 0, '0'],
  [-0.006, 2, '-0.01'],
  [0.004, 2, '0.00'],
])('%s with %s digits is %s', (value, digits, text) => {
  expect(fixed(value, digits)).toBe(text);
});

test.each([
  [0, '0 false positives'],
  [1, '1 false positive'],
  [1000, '1,000 false positives'],
])('counts %s', (count, text) => {
  expect(counted(count, 'false positive')).toBe(text);
});
