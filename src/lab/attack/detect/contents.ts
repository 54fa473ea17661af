/**
 * Whether single bits of messages distinguish worlds. A bit that depends on the points alone divides the
 * worlds in two, so every such division is tried; only those with all worlds that have more ones on one side
 * need be computed, since no other is less likely.
 */

import { defined } from '../../../core/base/defined.ts';
import { powerOfTwo } from '../../../core/math/elementary/index.ts';
import { fisher } from '../../../core/math/statistics/fisher.ts';
import { bitsIn, type Column, type Field, halvesIn, MOST } from './columns.ts';
import type { Tested } from './tested.ts';

/** @param level below which a probability is flagged, corrected for all tests of all coalitions */
export function testContents(fields: readonly Field[], level: number): Tested[] {
  if ((fields.at(0)?.worlds[0].length ?? 0) < 3) return [];
  const tries = new Tries();
  let least = { pValue: 2, where: 'none' };
  for (const { name, worlds } of columnsOf(fields)) {
    const sizes = worlds.map(({ length }) => length);
    const ones = worlds.map(total);
    const [found, all] = [total(ones), total(sizes)];
    // A constant cannot tell anything, even by chance.
    if (found === 0 || found === all) continue;
    tries.add(found, sizes);
    const order = [...sizes.keys()].toSorted((a, b) => ones[a] / sizes[a] - ones[b] / sizes[b]);
    let [successes, size] = [0, 0];
    for (const world of order.slice(0, -1)) {
      successes += ones[world];
      size += sizes[world];
      const pValue = tries.exact.of(successes, found, size, all);
      if (pValue < least.pValue) least = { pValue, where: name };
    }
  }
  if (tries.count === 0) return [];
  const widest = fields.reduce((a, b) => (b.worlds.length > a.worlds.length ? b : a));
  const sizes = widest.worlds.map(({ length }) => length);
  const right = leastRight(sizes, (pValue) => tries.corrected(pValue) < level);
  return [
    defined({
      test: 'contents',
      tries: tries.count,
      pValue: Math.min(1, tries.corrected(least.pValue)),
      where: least.where,
      sees: `a bit of the first ${MOST} bytes or residues of a field that distinguishes points from images of them, or from redistributed points, correctly in that share of the runs`,
      power: right === undefined ? undefined : { share: 1, at: right },
    }),
  ];
}

function* columnsOf(fields: readonly Field[]): Generator<Column> {
  for (const field of fields) {
    yield* bitsIn(field);
    yield* halvesIn(field);
  }
}

/**
 * All divisions of all bits: those that cannot reach such a small probability, however their ones are
 * distributed, need no correction (Tarone 1990).
 */
class Tries {
  readonly exact = new ExactTest();
  count = 0;
  /** How many bits have this many ones in worlds of these sizes. */
  readonly #bits = new Map<
    string,
    { readonly found: number; readonly sizes: readonly number[]; bits: number }
  >();
  readonly #divisions = new Map<string, ReadonlyMap<number, number>>();

  add(found: number, sizes: readonly number[]): void {
    const name = `${found} of ${sizes.join()}`;
    const own = this.#bits.get(name) ?? { found, sizes, bits: 0 };
    this.#bits.set(name, own);
    own.bits++;
    this.count += powerOfTwo(sizes.length - 1) - 1;
  }

  /** A probability times the number of tries that could have reached it. */
  corrected(pValue: number): number {
    let tries = 0;
    for (const { found, sizes, bits } of this.#bits.values()) {
      const all = total(sizes);
      for (const [size, divisions] of this.#divisionsOf(sizes))
        if (this.exact.least(found, size, all) <= pValue) tries += bits * divisions;
    }
    return pValue * tries;
  }

  /**
   * The number of ways to divide the worlds in two, by the number of runs on the side without the first
   * world.
   */
  #divisionsOf(sizes: readonly number[]): ReadonlyMap<number, number> {
    const name = sizes.join();
    let known = this.#divisions.get(name);
    if (known === undefined) this.#divisions.set(name, (known = sumsOf(sizes.slice(1))));
    return known;
  }
}

/** How many non-empty subsets have each sum. */
function sumsOf(sizes: readonly number[]): ReadonlyMap<number, number> {
  let sums = new Map([[0, 1]]);
  for (const size of sizes) {
    const more = new Map(sums);
    for (const [sum, ways] of sums) more.set(sum + size, (more.get(sum + size) ?? 0) + ways);
    sums = more;
  }
  sums.delete(0);
  return sums;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

/**
 * The smallest fraction of correct runs, in the smallest world and in the others, at which a bit is always
 * flagged by the exact test.
 * @param isLow whether such a probability is flagged
 */
function leastRight(sizes: readonly number[], isLow: (pValue: number) => boolean): number | undefined {
  const few = Math.min(...sizes);
  const others = total(sizes) - few;
  const isFlagged = (wrong: number): boolean => {
    const elsewhere = Math.floor((others * wrong) / few);
    return isLow(fisher(few - wrong, few - wrong + elsewhere, few, others));
  };
  let wrong = 0;
  while (2 * wrong < few && isFlagged(wrong)) wrong++;
  return wrong === 0 ? undefined : (few - wrong + 1) / few;
}

/** Fisher's exact test, cached: many bits have few different counts. */
class ExactTest {
  readonly #known = new Map<string, number>();

  /** @param size of one side, out of `all` runs, `found` of which have a one */
  of(successes: number, found: number, size: number, all: number): number {
    const key = `${successes} ${found} ${size} ${all}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const pValue = fisher(successes, found, size, all - size);
    this.#known.set(key, pValue);
    return pValue;
  }

  /** The smallest probability possible with this many ones. */
  least(found: number, size: number, all: number): number {
    const [low, high] = [Math.max(0, found - (all - size)), Math.min(size, found)];
    return Math.min(this.of(low, found, size, all), this.of(high, found, size, all));
  }
}
