/**
 * Whether several bits together distinguish worlds when none does alone: two, three or four bits of any
 * fields whose sum modulo 2 is the same in all runs of each world, but not in all worlds. Within a world
 * every bit is added modulo 2 to that of the first run, which removes everything that depends on the world
 * alone; such sets of bits then have sums of zero, found as equal pairs.
 */

import { defined } from '../../../core/base/defined.ts';
import { pow, square } from '../../../core/math/elementary/index.ts';
import { bitsIn, type Column, type Field, highBitsIn } from './columns.ts';
import type { Tested } from './tested.ts';

/** How many bits are tried at most: the first of every field, and the highest of its first residues. */
const MOST_BITS = 128;
/** The largest number of bits in a sum. */
const TOGETHER = 4;

/**
 * Bits that are hardly ever set, or hardly ever unset, agree by chance; bits that are tried are set, and
 * unset, in at least this fraction of all runs.
 */
const EVEN = 1 / 4;
/**
 * The probability that two independent bits as uneven as that are equal. For sums of more bits it is smaller.
 */
const ALIKE = square(EVEN) + square(1 - EVEN);

/** As 32-bit words, over all runs but the first of each world. */
interface Bits {
  readonly name: string;
  readonly changes: Uint32Array;
  /** The bit in the first run of each world. */
  readonly first: readonly number[];
}

/** @param level below which a probability is flagged, corrected for all tests of all coalitions */
export function testParities(fields: readonly Field[], level: number): Tested[] {
  const most = Math.max(0, ...fields.map(({ worlds }) => worlds.length));
  const whole = fields.filter(({ worlds }) => worlds.length === most);
  if (whole.length === 0) return [];
  const tried = firstOf(whole);
  if (tried.length < 2) return [];
  const changes = whole[0].worlds.flat().length - most;
  const tries = waysToChoose(tried.length);
  const chance = Math.min(1, tries * pow(ALIKE, changes));
  const found = chance < 1 ? telling(tried) : undefined;
  return [
    defined({
      test: 'parities',
      tries,
      pValue: found === undefined ? 1 : chance,
      where: found?.map(({ name }) => name).join(' with ') ?? 'none',
      sees: `two to four of ${tried.length} bits, the first of every field and the highest of its residues, whose sum modulo 2 distinguishes points from images of them, or from redistributed points, in all runs`,
      power: chance < level ? { share: 1 } : undefined,
    }),
  ];
}

function isEven({ worlds }: Column): boolean {
  const runs = worlds.flat();
  const ones = runs.reduce((sum, bit) => sum + bit, 0) / runs.length;
  return ones >= EVEN && ones <= 1 - EVEN;
}

function bitsOf({ name, worlds }: Column): Bits {
  const changed = worlds.flatMap(([first, ...others]) => others.map((bit) => bit ^ first));
  const changes = new Uint32Array(Math.ceil(changed.length / 32));
  changed.forEach((bit, at) => (changes[at >> 5] |= bit << (at & 31)));
  return { name, changes, first: worlds.map(([bit]) => bit) };
}

/**
 * The first bit of every field, then the second, and so on; of bits that are always equal, or always
 * opposite, only one.
 */
function firstOf(fields: readonly Field[]): Bits[] {
  const seen = new Set<string>();
  const found: Bits[] = [];
  let queues = fields.map(columnsOf);
  while (queues.length > 0) {
    queues = queues.filter((queue) => {
      const { value, done } = queue.next();
      if (done === true || found.length >= MOST_BITS) return false;
      if (!isEven(value)) return true;
      const bits = bitsOf(value);
      const [own, inverted] = [0, 1].map((by) =>
        [...bits.changes, ...bits.first.map((bit) => bit ^ by)].join(),
      );
      // Bits that never change within a world are left to the test of contents.
      if (bits.changes.some((word) => word !== 0) && !seen.has(own) && !seen.has(inverted)) found.push(bits);
      seen.add(own);
      return true;
    });
  }
  return found;
}

function* columnsOf(field: Field): Generator<Column> {
  const highest = highBitsIn(field, MOST_BITS);
  for (const column of bitsIn(field, MOST_BITS)) {
    yield column;
    const { value, done } = highest.next();
    if (done !== true) yield value;
  }
}

function waysToChoose(bits: number): number {
  let [ways, sum] = [bits, 0];
  for (let k = 2; k <= TOGETHER; k++) {
    ways = (ways * (bits - k + 1)) / k;
    sum += ways;
  }
  return sum;
}

/** The smallest set whose sum vanishes and that distinguishes worlds. */
function telling(all: readonly Bits[]): readonly Bits[] | undefined {
  const alone = new Map(all.map((bits) => [keyOf(bits.changes, NOTHING), bits]));
  const pairs = new Map<number, readonly [Bits, Bits]>();
  let fewest: readonly Bits[] | undefined;
  const consider = (...bits: readonly Bits[]): void => {
    if (bits.length < (fewest?.length ?? TOGETHER + 1) && isTelling(bits)) fewest = bits;
  };
  for (const [i, a] of all.entries()) {
    for (const b of all.slice(0, i)) {
      const key = keyOf(a.changes, b.changes);
      const third = alone.get(key);
      const others = pairs.get(key);
      if (key === 0) consider(b, a);
      if (third !== undefined) consider(b, a, third);
      if (others !== undefined) consider(...others, b, a);
      pairs.set(key, [b, a]);
    }
  }
  return fewest;
}

const NOTHING = new Uint32Array(2);

/** 52 of the runs as a number: bits that agree in these are compared in full. */
function keyOf(a: Uint32Array, b: Uint32Array): number {
  return ((a[0] ^ b[0]) >>> 0) * 2 ** 20 + ((a[1] ^ b[1]) & 0xfffff);
}

function isTelling(bits: readonly Bits[]): boolean {
  const vanishes = bits[0].changes.every(
    (_, at) => bits.reduce((sum, one) => sum ^ one.changes[at], 0) === 0,
  );
  if (!vanishes) return false;
  const worlds = bits[0].first.map((_, world) => bits.reduce((sum, one) => sum ^ one.first[world], 0));
  return worlds.some((bit) => bit !== worlds[0]);
}
