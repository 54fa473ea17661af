/**
 * Tests of what should be uniform, for any protocol: is anything constant though everybody drew anew, does anything
 * repeat, is any linear combination less random than it should be. Each gives the probability that honest randomness
 * looks so suspicious, and what it could have seen.
 */

import { chiSquareTail, pearson, poissonTail } from '../statistics.ts';
import { mod, shortestModulo } from './lattice.ts';
import { MOST_ENTRIES, type Stack } from './samples.ts';

/** What a test came to, of all that it tried. */
export interface Tested {
  readonly test: string;
  /** How many times it was tried. */
  readonly tries: number;
  /** The smallest probability of any try, times the tries, at most 1. */
  readonly pValue: number;
  /** The one that is most suspicious. */
  readonly where: string;
  /** What it would have seen. */
  readonly sees: string;
}

/** All tests of the vectors that one coalition was sent. */
export function testRandomness(stacks: readonly Stack[]): Tested[] {
  const runs = stacks[0]?.runs.length ?? 0;
  if (runs < 3) return [];
  return [
    repeats(stacks, runs),
    ...copies(stacks, runs),
    ...collisions(stacks, runs),
    ...evenness(stacks),
    ...combinations(stacks, runs),
  ];
}

/** How an entry differs from that of the first run, over all runs. */
function differences({ runs, modulus }: Stack, entry: number): bigint[] {
  const [first, ...others] = runs.map((entries) => entries[entry]);
  return others.map((value) => (modulus === undefined ? value ^ first : mod(value - first, modulus)));
}

/** Entries that never change, and entries that change together. */
function repeats(stacks: readonly Stack[], runs: number): Tested {
  const seen = new Map<string, string>();
  let where = 'none';
  let tries = 0;
  for (const stack of stacks) {
    const length = stack.runs[0].length;
    for (let entry = 0; entry < length; entry++) {
      const found = differences(stack, entry);
      const own = `${nameOf(stack)}[${entry}]`;
      const key = `${stack.plane} ${found.join()}`;
      const other = seen.get(key);
      if (where === 'none' && found.every((value) => value === 0n)) where = `${own} is the same in all runs`;
      else if (where === 'none' && other !== undefined) where = `${own} changes as ${other} does`;
      seen.set(key, own);
      tries++;
    }
  }
  // By chance two of so many agree in all differences: each is modulo some 2^28, or at least of a few bits.
  const bits = Math.min(...stacks.map(bitsOf)) * (runs - 1);
  const chance = Math.min(1, (tries * (tries + 1)) / 2 / 2 ** bits);
  return {
    test: 'repeats',
    tries,
    pValue: where === 'none' ? 1 : chance,
    where,
    sees: `any two of the first ${MOST_ENTRIES} entries of all vectors with the same noise, or one with none`,
  };
}

/** Whole vectors that come twice in a run, or from one run to the next: what hides them is used twice, or not at all. */
function copies(stacks: readonly Stack[], runs: number): Tested[] {
  const long = stacks.filter((stack) => bitsOf(stack) * stack.runs[0].length >= 64);
  if (long.length === 0) return [];
  const seen = new Map<string, string>();
  let found = 0;
  let where = 'none';
  for (const stack of long) {
    stack.runs.forEach((entries, run) => {
      const own = `${nameOf(stack)}, message ${stack.occurrence + 1}, run ${run + 1}`;
      const name = `${stack.plane} ${entries.join()}`;
      const other = seen.get(name);
      if (other !== undefined) {
        found++;
        if (where === 'none') where = `${own} is ${other}`;
      }
      seen.set(name, own);
    });
  }
  const vectors = long.length * runs;
  const chance =
    vectors ** 2 / 2 / 2 ** Math.min(...long.map((stack) => bitsOf(stack) * stack.runs[0].length));
  return [
    {
      test: 'copies',
      tries: vectors,
      pValue: found === 0 ? 1 : Math.min(1, chance),
      where,
      sees: 'any two vectors that are the same, in one run or in two',
    },
  ];
}

/** Values that come twice at one place, more often than by chance: noise of few values, or with one that is likelier. */
function collisions(stacks: readonly Stack[], runs: number): Tested[] {
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
      sees: `in 8 of 10 cases a value that comes with probability ${Math.min(1, Math.sqrt(4.3 / pairs)).toPrecision(2)} or more`,
    },
  ];
}

const RANGES = 15;

/** Whether residues fall evenly into equal ranges, for each type of message, sender and prime. */
function evenness(stacks: readonly Stack[]): Tested[] {
  const groups = new Map<string, { readonly counts: Float64Array; entries: number }>();
  for (const { type, from, plane, modulus, runs } of stacks) {
    if (modulus === undefined || modulus < 2n ** 16n) continue;
    const name = `${type} from ${from}, prime ${plane + 1}`;
    const group = groups.get(name) ?? { counts: new Float64Array(RANGES), entries: 0 };
    groups.set(name, group);
    for (const entries of runs) {
      for (const value of entries) group.counts[Number((value * BigInt(RANGES)) / modulus)]++;
      group.entries += entries.length;
    }
  }
  const tried = [...groups].filter(([, { entries }]) => entries >= 8 * RANGES);
  if (tried.length === 0) return [];
  let least = { pValue: 2, where: 'none' };
  for (const [where, { counts }] of tried) {
    const pValue = chiSquareTail(pearson(counts), RANGES - 1);
    if (pValue < least.pValue) least = { pValue, where };
  }
  const entries = Math.min(...tried.map(([, group]) => group.entries));
  const noticed = Math.sqrt(noncentrality(RANGES - 1, tried.length) / entries);
  return [
    {
      test: 'evenness',
      tries: tried.length,
      pValue: Math.min(1, least.pValue * tried.length),
      where: least.where,
      sees: `in 8 of 10 cases ranges that are off by ${(100 * noticed).toPrecision(2)} % of their share`,
    },
  ];
}

/**
 * The noncentrality at which a chi-square test at level 0.01, corrected for so many tries, succeeds in 8 of 10 cases, by
 * the normal approximation of both distributions.
 */
function noncentrality(degrees: number, tries: number): number {
  // The quantiles of 1 - 0.01 / tries and of 0.8.
  const level = Math.sqrt(2 * Math.log(tries / 0.01));
  const critical = level * Math.sqrt(2 * degrees);
  let found = critical;
  for (let step = 0; step < 50; step++) found = critical + 0.842 * Math.sqrt(2 * (degrees + 2 * found));
  return found;
}

/** So many groups of entries are tried, and so many entries together at most. */
const GROUPS = 24;

/**
 * Integer combinations of a few entries that are small modulo the prime, or the product of all primes, in all runs: noise
 * that cancels, that is of few bits, or that is the same modulo several primes.
 */
function combinations(stacks: readonly Stack[], runs: number): Tested[] {
  const most = Math.floor((runs - 1) / 2);
  let least = { pValue: 2, where: 'none' };
  let tries = 0;
  let largest = 0;
  for (const { name, variables } of groupsOf(stacks, most)) {
    // Few runs leave no room for combinations of several.
    if (variables.length === 0) continue;
    const [{ modulus }] = variables;
    const size = runs - 1;
    tries++;
    largest = Math.max(largest, variables.length);
    const shortest = shortestModulo(
      variables.map((one) => one.values),
      modulus,
    );
    const pValue =
      shortest === undefined ? 1 / Number(modulus) : shortness(shortest, modulus, variables.length, size);
    if (pValue < least.pValue) least = { pValue, where: name };
  }
  if (tries === 0) return [];
  return [
    {
      test: 'combinations',
      tries,
      pValue: Math.min(1, least.pValue * tries),
      where: least.where,
      sees: `noise of few bits, that cancels, or that primes share, in sums of up to ${largest} entries: at one place of several members' vectors, of two senders, or next to each other`,
    },
  ];
}

/** The probability that a lattice of random vectors has one as short as this: the volume of its ball over that of a cell. */
function shortness(vector: readonly bigint[], modulus: bigint, rank: number, size: number): number {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + Number(value) ** 2, 0));
  if (length === 0) return 1 / Number(modulus);
  const log =
    size * Math.log(length) +
    (size / 2) * Math.log((2 * Math.PI * Math.E) / size) -
    0.5 * Math.log(Math.PI * size) -
    (size - rank) * Math.log(Number(modulus));
  return Math.min(1, Math.exp(log));
}

interface Variable {
  readonly modulus: bigint;
  readonly values: readonly bigint[];
}

/** Entries at the same place of vectors of one type: of all members from one sender, and from two, prime by prime and all together. */
function* groupsOf(
  stacks: readonly Stack[],
  most: number,
): Generator<{ readonly name: string; readonly variables: readonly Variable[] }> {
  const bySender = new Map<string, Stack[]>();
  for (const stack of stacks) {
    if (stack.modulus === undefined || stack.runs[0].length === 0 || stack.occurrence > 0) continue;
    const name = `${stack.type} from ${stack.from}`;
    bySender.set(name, [...(bySender.get(name) ?? []), stack]);
  }
  const senders = [...bySender];
  let made = 0;
  for (const [s, [name, own]] of senders.entries()) {
    if (made >= GROUPS) return;
    const planes = [...new Set(own.map(({ plane }) => plane))];
    for (const plane of planes) {
      const alone = own.filter((stack) => stack.plane === plane).slice(0, most);
      const pair = alone.slice(0, 2);
      const entries = Math.min(Math.floor(most / pair.length), ...pair.map((stack) => stack.runs[0].length));
      const neighbours = Array.from({ length: entries }, (_, entry) =>
        pair.map((stack) => variable(stack, entry)),
      ).flat();
      yield { name: `first entries of ${name}, prime ${plane + 1}`, variables: neighbours };
      yield { name: `${name}, prime ${plane + 1}`, variables: alone.map((stack) => variable(stack, 0)) };
      made++;
      const [other, others] = senders[(s + 1) % senders.length];
      const both = [
        ...alone.slice(0, most / 2),
        ...others.filter((stack) => stack.plane === plane).slice(0, most / 2),
      ];
      if (senders.length > 1 && both.length <= most) {
        yield {
          name: `${name} and ${other}, prime ${plane + 1}`,
          variables: both.map((stack) => variable(stack, 0)),
        };
        made++;
      }
    }
    if (planes.length > 1) {
      const receivers = [...new Set(own.map(({ to }) => to))].slice(0, most);
      const variables = receivers.map((to) => joined(own.filter((stack) => stack.to === to)));
      yield { name: `${name}, all primes`, variables };
      made++;
    }
  }
}

function variable(stack: Stack, entry: number): Variable {
  return { modulus: stack.modulus as bigint, values: differences(stack, entry) };
}

/** The residues of one value modulo several primes as one modulo their product. */
function joined(planes: readonly Stack[]): Variable {
  const parts = planes.map((stack) => variable(stack, 0));
  return parts.slice(1).reduce((all, { modulus, values }) => {
    const product = all.modulus * modulus;
    const inverse = power(all.modulus % modulus, modulus - 2n, modulus);
    return {
      modulus: product,
      values: all.values.map((value, at) =>
        mod(value + all.modulus * mod((values[at] - value) * inverse, modulus), product),
      ),
    };
  }, parts[0]);
}

function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let [result, square, rest] = [1n, base % p, exponent];
  while (rest > 0n) {
    if ((rest & 1n) === 1n) result = (result * square) % p;
    square = (square * square) % p;
    rest >>= 1n;
  }
  return result;
}

function nameOf({ type, from, to, plane }: Stack): string {
  return `${type} from ${from} to ${to}, prime ${plane + 1}`;
}

/** Of an entry; few where nothing is known. */
function bitsOf({ modulus }: Stack): number {
  return modulus === undefined ? 8 : Math.log2(Number(modulus));
}
