/**
 * Tests of values that should be uniform, for any protocol: whether anything is constant despite fresh
 * randomness, anything repeats, or any linear combination is less random than it should be. Each gives the
 * probability that honest randomness looks as suspicious, and what it could have detected.
 */

import { defined } from '../../../core/base/defined.ts';
import { pow, square } from '../../../core/math/elementary/index.ts';
import { poissonTail } from '../../../core/math/statistics/poisson.ts';
import { combinations } from './combinations.ts';
import { evenness } from './evenness.ts';
import { bitsOf, differences, nameOf } from './entries.ts';
import { MOST_ENTRIES, type Stack } from './samples.ts';
import type { Tested } from './tested.ts';

/** The tests of {@link testRandomness}. */
export const OF_RANDOMNESS: ReadonlySet<string> = new Set([
  'repeats',
  'copies',
  'collisions',
  'evenness',
  'combinations',
]);

/**
 * All tests of the vectors that one coalition received.
 * @param images what it received on images of the points: noise that is reused shows there as well
 * @param level below which a probability is flagged, corrected for all tests of all coalitions
 */
export function testRandomness(
  stacks: readonly Stack[],
  images: readonly (readonly Stack[])[],
  level: number,
): Tested[] {
  const runs = stacks[0]?.runs.length ?? 0;
  if (runs < 3) return [];
  return [
    repeats(stacks, runs, level),
    ...copies([stacks, ...images], level),
    ...collisions(stacks, runs, level),
    ...evenness(stacks, level),
    ...combinations(stacks, runs, level),
  ];
}

/** How many bits of differences tell entries apart, at first. */
const KEY_BITS = 80;

/** Entries that never change, and entries that change together. */
function repeats(stacks: readonly Stack[], runs: number, level: number): Tested {
  const seen = new Map<string, { readonly stack: Stack; readonly entry: number }>();
  let where = 'none';
  let tries = 0;
  for (const stack of stacks) {
    const length = stack.runs[0].length;
    // Where these agree by chance, which is rare, all are compared.
    const few = Math.ceil(KEY_BITS / bitsOf(stack));
    for (let entry = 0; entry < length; entry++) {
      tries++;
      if (where !== 'none') continue;
      const some = differences(stack, entry, few);
      const key = `${stack.plane} ${some.join()}`;
      const other = seen.get(key);
      seen.set(key, { stack, entry });
      if (other === undefined && some.some((value) => value !== 0n)) continue;
      const all = differences(stack, entry);
      const own = `${nameOf(stack)}[${entry}]`;
      if (all.every((value) => value === 0n)) where = `${own} is the same in all runs`;
      else if (other !== undefined && all.join() === differences(other.stack, other.entry).join())
        where = `${own} changes as ${nameOf(other.stack)}[${other.entry}] does`;
    }
  }
  // The chance that two of this many agree in all differences: each entry is modulo about 2^28, or at least of
  // a few bits.
  const bits = Math.min(...stacks.map(bitsOf)) * (runs - 1);
  const chance = Math.min(1, (tries * (tries + 1)) / 2 / pow(2, bits));
  return defined({
    test: 'repeats',
    tries,
    pValue: where === 'none' ? 1 : chance,
    where,
    sees: `any two of the first ${MOST_ENTRIES} entries of all vectors with the same noise, or one with none`,
    power: pow(2, -bits) < level ? { share: 1 } : undefined,
  });
}

/** Whole vectors that occur twice in a run, or from one run to the next: their mask is reused, or missing. */
function copies(groups: readonly (readonly Stack[])[], level: number): Tested[] {
  const long = groups.map((stacks) => stacks.filter((stack) => bitsOfAll(stack) >= 64));
  const bits = Math.min(...long.flat().map(bitsOfAll));
  if (bits === Number.POSITIVE_INFINITY) return [];
  const seen = new Map<string, string>();
  let [vectors, found] = [0, 0];
  let where = 'none';
  for (const [g, stacks] of long.entries()) {
    for (const stack of stacks) {
      stack.runs.forEach((entries, run) => {
        const of = g === 0 ? `run ${run + 1}` : `run ${run + 1} on image ${g}`;
        const own = `${nameOf(stack)}, message ${stack.occurrence + 1}, ${of}`;
        const name = `${stack.plane} ${entries.join()}`;
        const other = seen.get(name);
        if (other !== undefined) {
          found++;
          if (where === 'none') where = `${own} is ${other}`;
        }
        seen.set(name, own);
        vectors++;
      });
    }
  }
  const chance = square(vectors) / 2 / pow(2, bits);
  return [
    defined({
      test: 'copies',
      tries: vectors,
      pValue: found === 0 ? 1 : Math.min(1, chance),
      where,
      sees: 'any two vectors that are the same, in one run or in two',
      power: chance < level ? { share: 1 } : undefined,
    }),
  ];
}

/** Of all entries of a vector together. */
function bitsOfAll(stack: Stack): number {
  return bitsOf(stack) * stack.runs[0].length;
}

/**
 * Values that repeat at one position more often than by chance: noise with few values, or with one likelier
 * value.
 */
function collisions(stacks: readonly Stack[], runs: number, level: number): Tested[] {
  const withModulus = stacks.filter(({ modulus }) => modulus !== undefined && modulus > 2n ** 16n);
  if (withModulus.length === 0) return [];
  let expected = 0;
  let entries = 0;
  let found = 0;
  for (const stack of withModulus) {
    const length = stack.runs[0].length;
    entries += length;
    expected += (length * runs * (runs - 1)) / 2 / Number(stack.modulus);
    for (let entry = 0; entry < length; entry++) {
      const values = stack.runs.map((own) => own[entry]);
      found += runs - new Set(values).size;
    }
  }
  const pairs = (entries * runs * (runs - 1)) / 2;
  return [
    {
      test: 'collisions',
      tries: 1,
      pValue: found === 0 ? 1 : poissonTail(found, expected),
      where: `${found} of ${pairs} pairs of runs agree at one place, ${expected.toPrecision(2)} expected`,
      sees: 'a value that comes with such a probability or more',
      power: { share: 0.8, at: likelyValue(pairs, expected, level) },
    },
  ];
}

/**
 * The smallest probability of one value that is detected in 8 of 10 cases, given the number of pairs and of
 * chance agreements.
 */
function likelyValue(pairs: number, expected: number, level: number): number {
  let critical = 1;
  while (poissonTail(critical, expected) >= level) critical++;
  let mean = critical;
  while (poissonTail(critical, mean) < 0.8) mean += 0.05;
  return Math.min(1, Math.sqrt(Math.max(0, mean - expected) / pairs));
}
