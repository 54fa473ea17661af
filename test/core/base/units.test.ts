import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { bandwidth, duration, probability, rate, size } from '../../../src/core/base/units.ts';

/** What is said about a value that is refused. */
const refusal = (schema: z.ZodType, value: unknown): string | undefined =>
  schema
    .safeParse(value)
    .error?.issues.map(({ message }) => message)
    .join('; ');

const QUANTITIES = {
  duration: {
    schema: duration(),
    units: { ns: 1, us: 1e3, ms: 1e6, s: 1e9, min: 60e9, h: 3600e9 },
    expected: 'expected a duration such as 40ms (units: ns, us, ms, s, min, h)',
  },
  bandwidth: {
    schema: bandwidth(),
    units: { bps: 1, Kbps: 1e3, Mbps: 1e6, Gbps: 1e9 },
    expected: 'expected a bandwidth such as 20Mbps (units: bps, Kbps, Mbps, Gbps)',
  },
  size: {
    schema: size(),
    units: { B: 1, KB: 1e3, MB: 1e6, KiB: 1024, MiB: 1024 ** 2 },
    expected: 'expected a size such as 64KiB (units: B, KB, MB, KiB, MiB)',
  },
  rate: {
    schema: rate(),
    units: { 'op/s': 1, 'Kop/s': 1e3, 'Mop/s': 1e6, 'Gop/s': 1e9 },
    expected: 'expected a rate such as 200Mop/s (units: op/s, Kop/s, Mop/s, Gop/s)',
  },
};

test.each([
  ['kbps', 1e3],
  ['bit/s', 1],
  ['kbit/s', 1e3],
  ['Mbit/s', 1e6],
  ['Gbit/s', 1e9],
])('a bandwidth may be in %s too', (unit, factor) => {
  expect(bandwidth().parse(`2${unit}`)).toBe(2 * factor);
});

test('a size may be in kB too', () => {
  expect(size().parse('2kB')).toBe(2000);
});

describe.each(Object.entries(QUANTITIES))('a %s', (_, { schema, units, expected }) => {
  test.each(Object.entries(units))('in %s is a multiple of %d', (unit, factor) => {
    expect(schema.parse(`1${unit}`)).toBe(factor);
    expect(schema.parse(`2.5 ${unit}`)).toBeCloseTo(2.5 * factor, -1);
    expect(schema.parse(`007${unit}`)).toBe(7 * factor);
  });

  test('of n units comes back as n units, whatever space is between', () => {
    const unit = fc.constantFrom(...Object.entries(units));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), unit, fc.constantFrom('', ' ', '   '), (n, u, space) => {
        expect(schema.parse(`${n}${space}${u[0]}`)).toBe(n * u[1]);
      }),
    );
  });

  test('without a unit, with another one, or with a number that is none says what it should be', () => {
    const unit = Object.keys(units)[0];
    const numbers = ['', '-1', '+1', '1e3', '.5', '1.', '1,5', '0x1', 'Infinity', 'one', '1 1'];
    const wrong = [...numbers.map((n) => n + unit), `1${unit.toUpperCase()}!`, '1', '1 parsec', ` 1${unit}`];
    for (const text of [...wrong, `1${unit} `, `1${unit}\n`, ''])
      expect(refusal(schema, text)).toBe(expected);
    for (const value of [40, null, true, [], {}, undefined]) expect(refusal(schema, value)).toBe(expected);
  });
});

test('units count capitals: 20 megabytes are no bandwidth and a millisecond is no megasecond', () => {
  expect(refusal(bandwidth(), '20MBps')).toBe(QUANTITIES.bandwidth.expected);
  expect(refusal(bandwidth(), '20mbps')).toBe(QUANTITIES.bandwidth.expected);
  expect(refusal(duration(), '1Ms')).toBe(QUANTITIES.duration.expected);
});

describe('rounding', () => {
  test('any whole number of nanoseconds survives being written in milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e15 }), (ns) => {
        expect(duration().parse(`${ns / 1e6}ms`)).toBe(ns);
      }),
    );
  });

  test('durations and sizes are whole, to the nearest one', () => {
    expect(duration().parse('0.4ns')).toBe(0);
    expect(duration().parse('0.5ns')).toBe(1);
    expect(duration().parse('1.1s')).toBe(1_100_000_000);
    expect(size().parse('0.001KiB')).toBe(1);
    expect(size().parse('1.5B')).toBe(2);
  });
});

test('nothing is a duration and a size, but no bandwidth and no rate', () => {
  expect(duration().parse('0s')).toBe(0);
  expect(size().parse('0B')).toBe(0);
  expect(refusal(bandwidth(), '0Mbps')).toBe('expected a bandwidth of at least 1bps');
  expect(refusal(rate(), '0.0Gop/s')).toBe('expected a rate of at least 1op/s');
});

describe('a probability', () => {
  const expected = 'expected a probability in [0, 1) such as 0.01 or 1%';

  test.each([
    [0, 0],
    [0.25, 0.25],
    ['0%', 0],
    ['0.5%', 0.005],
    ['50 %', 0.5],
    ['99.9%', 0.999],
  ])('%j is %d', (written, value) => {
    expect(probability().parse(written)).toBeCloseTo(value, 12);
  });

  test.each([1, -0.01, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '100%', '250%', null, true])(
    '%j is none',
    (value) => {
      expect(refusal(probability(), value)).toBe(expected);
    },
  );

  test.each(['lots', '0.1', '-1%', '1e-3%', ''])(
    'the text %j is none, and the answer says what is',
    (text) => {
      expect(refusal(probability(), text)).toBe(expected);
    },
  );

  test('of n percent comes back as n hundredths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (n) => {
        expect(probability().parse(`${n}%`)).toBe(n / 100);
      }),
    );
  });
});

test.each(['2600h', `${'9'.repeat(400)}s`])(
  'a duration that cannot be counted in nanoseconds is refused: %s',
  (text) => {
    expect(duration().safeParse(text).success).toBe(false);
  },
);
