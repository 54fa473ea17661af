/**
 * Quantities with units, as scenarios write them: `40ms`, `20Mbps`, `64KiB`, `200Mop/s`. Each has one schema, as making one takes longer
 * than reading many texts, and scenarios have dozens of durations.
 */

import { z } from 'zod';

type Units = Readonly<Record<string, number>>;

/**
 * A schema for a number with one of these units, turned into the base unit.
 * @param also other spellings of them
 */
function quantity(what: string, example: string, units: Units, also: Units = {}) {
  const all = { ...units, ...also };
  const names = Object.keys(all).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`^(\\d+(?:\\.\\d+)?)\\s*(${names.join('|')})$`);
  const expected = `expected ${what} such as ${example} (units: ${Object.keys(units).join(', ')})`;
  return z
    .string({ error: expected })
    .regex(pattern, { error: expected })
    .transform((text) => {
      const [, number = '', unit = ''] = pattern.exec(text) ?? [];
      return Number(number) * all[unit];
    })
    .meta({ description: `${what}, such as ${example}` });
}

const NS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, min: 60e9, h: 3600e9 };

const DURATION = quantity('a duration', '40ms', NS)
  .transform(Math.round)
  .refine(Number.isSafeInteger, { error: 'expected a duration below 2^53 ns, some 2500h' });

/** A duration in whole nanoseconds. */
export const duration = () => DURATION;

/** A duration as scenarios write it, in the largest unit in which it is whole. */
export function durationText(ns: number): string {
  const units = Object.entries(NS).toReversed();
  const [unit, size] = units.find(([, each]) => ns % each === 0 && ns > 0) ?? ['ms', 1];
  return `${ns / size}${unit}`;
}

const BPS = { bps: 1, Kbps: 1e3, Mbps: 1e6, Gbps: 1e9 };
const BITS_A_SECOND = { kbps: 1e3, 'bit/s': 1, 'kbit/s': 1e3, 'Mbit/s': 1e6, 'Gbit/s': 1e9 };

/** The units in which durations and bandwidths are written, each in nanoseconds or bits a second. */
export const UNITS: Readonly<Record<'duration' | 'bandwidth', Units>> = {
  duration: NS,
  bandwidth: { ...BPS, ...BITS_A_SECOND },
};

const BANDWIDTH = quantity('a bandwidth', '20Mbps', BPS, BITS_A_SECOND).refine((bps) => bps >= 1, {
  error: 'expected a bandwidth of at least 1bps',
});

/** A bandwidth in bits a second. */
export const bandwidth = () => BANDWIDTH;

const SIZE = quantity('a size', '64KiB', { B: 1, KB: 1e3, MB: 1e6, KiB: 2 ** 10, MiB: 2 ** 20 }, { kB: 1e3 })
  .transform(Math.round)
  .refine((bytes) => bytes < 2 ** 32, { error: 'expected a size below 4GiB' });

/** A size in whole bytes. */
export const size = () => SIZE;

const VOLUME = quantity(
  'an amount of data',
  '20MB',
  { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 },
  { kB: 1e3 },
)
  .transform(Math.round)
  .refine(Number.isSafeInteger, { error: 'expected an amount of data below 2^53 bytes' });

/** An amount of data in whole bytes, however large. */
export const volume = () => VOLUME;

const RATE = quantity('a rate', '200Mop/s', { 'op/s': 1, 'Kop/s': 1e3, 'Mop/s': 1e6, 'Gop/s': 1e9 }).refine(
  (ops) => ops >= 1,
  {
    error: 'expected a rate of at least 1op/s',
  },
);

/** A processor's speed in operations a second. */
export const rate = () => RATE;

const EXPECTED_PROBABILITY = 'expected a probability in [0, 1) such as 0.01 or 1%';

const PROBABILITY = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?\s*%$/, { error: EXPECTED_PROBABILITY })], {
    error: EXPECTED_PROBABILITY,
  })
  .transform((value) => (typeof value === 'number' ? value : Number.parseFloat(value) / 100))
  .refine((value) => value >= 0 && value < 1, { error: EXPECTED_PROBABILITY });

/** A probability in [0, 1): a number, or a percentage such as `0.5%`. */
export const probability = () => PROBABILITY;
