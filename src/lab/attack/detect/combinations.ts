/** Whether linear combinations of entries are less random than they should be: short vectors in lattices. */

import { exp, log, powerOfTwo, square } from '../../../core/math/elementary/index.ts';
import { gcd, modInv, toZn } from 'bigint-mod-arith';
import { differences } from './entries.ts';
import { shortestModulo } from './lattice.ts';
import type { Stack } from './samples.ts';
import type { Tested } from './tested.ts';

/** How many groups of entries are tried, and the largest size of a group. */
const GROUPS = 24;

/**
 * Integer combinations of a few entries that are small in all runs, modulo the prime or the product of all
 * primes: noise that cancels, that has few bits, or that is the same modulo several primes.
 * @param level below which a probability is flagged, corrected for all tests but not for the number of
 *   combinations tried by this one
 */
export function combinations(stacks: readonly Stack[], runs: number, level: number): Tested[] {
  const most = Math.floor((runs - 1) / 2);
  let least = { pValue: 2, where: 'none' };
  const size = runs - 1;
  const shapes: Shape[] = [];
  for (const { name, variables } of groupsOf(stacks, most)) {
    // Too few runs for combinations of several entries.
    if (variables.length === 0) continue;
    const [{ modulus }] = variables;
    shapes.push({ modulus, rank: variables.length });
    const shortest = shortestModulo(
      variables.map((one) => one.values),
      modulus,
    );
    const pValue =
      shortest === undefined
        ? dependence(shapes[shapes.length - 1], size)
        : shortness(shortest, shapes[shapes.length - 1], size);
    if (pValue < least.pValue) least = { pValue, where: name };
  }
  const tries = shapes.length;
  if (tries === 0) return [];
  const largest = Math.max(...shapes.map(({ rank }) => rank));
  return [
    {
      test: 'combinations',
      tries,
      pValue: Math.min(1, least.pValue * tries),
      where: least.where,
      sees: `noise below such a share of the modulus, that cancels, or that primes share, in sums of up to ${largest} entries: at one place of several members' vectors, of two senders, or next to each other`,
      power: { share: 0.8, at: Math.min(...shapes.map((shape) => shareSeen(shape, size, level / tries))) },
    },
  ];
}

/** The number of vectors, and their modulus. */
interface Shape {
  readonly modulus: bigint;
  readonly rank: number;
}

/**
 * The probability that random vectors are dependent: moduli are primes, products of large primes, or even, in
 * which case a vector may be even too.
 */
function dependence({ modulus, rank }: Shape, size: number): number {
  return modulus % 2n === 0n ? powerOfTwo(rank - size) : 1 / Number(modulus);
}

/**
 * The probability that a lattice of random vectors contains one as short as this: the volume of its ball
 * divided by that of a cell.
 */
function shortness(vector: readonly bigint[], shape: Shape, size: number): number {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + square(Number(value)), 0));
  if (length === 0) return 1 / Number(shape.modulus);
  return Math.min(1, exp(size * log(length) + logDensity(shape, size)));
}

/** The logarithm of the average number of lattice vectors in a ball of radius 1. */
function logDensity({ modulus, rank }: Shape, size: number): number {
  return (
    (size / 2) * log((2 * Math.PI * Math.E) / size) -
    0.5 * log(Math.PI * size) -
    (size - rank) * log(Number(modulus))
  );
}

/**
 * The largest range of noise, as a fraction of the modulus, that is flagged in 8 of 10 cases: differences
 * from a first value that lies 0.4 of the range off the middle have a mean square of 1/12 + 0.16 of the range
 * squared, and in eight of ten cases it lies closer.
 */
function shareSeen(shape: Shape, size: number, level: number): number {
  const longest = exp((log(level) - logDensity(shape, size)) / size);
  return Math.min(1, longest / Math.sqrt(size * (1 / 12 + 0.16)) / Number(shape.modulus));
}

interface Variable {
  readonly modulus: bigint;
  readonly values: readonly bigint[];
}

/**
 * Entries at the same position of vectors of one type: of all members from one sender, and from two, for each
 * prime and for all together.
 */
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
      const variables = receivers.flatMap((to) => joined(own.filter((stack) => stack.to === to)) ?? []);
      yield { name: `${name}, all primes`, variables };
      made++;
    }
  }
}

function variable(stack: Stack, entry: number): Variable {
  return { modulus: stack.modulus as bigint, values: differences(stack, entry) };
}

/**
 * The residues of one value modulo several primes as one residue modulo their product; undefined if the
 * moduli have a factor in common.
 */
function joined(planes: readonly Stack[]): Variable | undefined {
  const [first, ...others] = planes.map((stack) => variable(stack, 0));
  return others.reduce<Variable | undefined>((all, { modulus, values }) => {
    if (all === undefined || gcd(all.modulus, modulus) !== 1n) return undefined;
    const product = all.modulus * modulus;
    const inverse = modInv(all.modulus, modulus);
    return {
      modulus: product,
      values: all.values.map((value, at) =>
        toZn(value + all.modulus * toZn((values[at] - value) * inverse, modulus), product),
      ),
    };
  }, first);
}
