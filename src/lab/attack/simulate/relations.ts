/**
 * Relations between vectors of residues: linear combinations, of whatever senders, types and fields, that do
 * not depend on fresh randomness. The variables are vectors; the samples are their coordinates in every run,
 * less those of the first run, so that noise that cancels shows whatever is left. A
 * simulation has the same relations as real runs, and no others.
 */

import { log2, powerOfTwo } from '../../../core/math/elementary/index.ts';
import { isPrime } from '../../../core/math/field/primality.ts';
import { mulMod, WORD_BITS } from '../../../core/math/field/word-field.ts';
import type { Slot } from './slots.ts';

/** The most vectors at a time. */
const MOST = 2000;

/** By how many bits samples must outweigh vectors: the chance that random vectors are related is 2 to minus that. */
const SPARE_BITS = 40;

export interface Relations {
  /** How many vectors were searched, and for relations modulo what. */
  readonly searched: readonly { readonly vectors: number; readonly modulus: number }[];
  /** How the relations of real runs differ from those of simulated ones; the chance of that is below 2^-40. */
  readonly found: readonly string[];
  /** Vectors that could not be searched, and why. */
  readonly untested: readonly string[];
}

/**
 * @param slots with places at which some pair differs
 * @param worlds for each pair, on which points it runs: 0 on the scenario's own, of which relations are sought
 */
export function relationsAmong(slots: readonly Slot[], worlds: readonly number[]): Relations {
  const searched: { vectors: number; modulus: number }[] = [];
  const [found, untested]: string[][] = [[], []];
  const runs = worlds.flatMap((world, r) => (world === 0 ? [r] : []));
  const residual = slots.filter(({ residues, real }) => residues && runs.some((r) => lengthAt(real, r) > 0));
  for (const own of alike(residual, runs).values()) {
    const [{ modulus: given, type, field, real }] = own;
    const length = Math.max(...runs.map((r) => lengthAt(real, r)));
    const what = `${own.length} vectors of ${length} residues such as ${field} of ${type}`;
    const complete = own.filter((slot) => isComplete(slot, length, runs));
    if (complete.length < own.length)
      untested.push(`relations of ${own.length - complete.length} of ${what}: they came in some runs only`);
    const modulus = searchable(given);
    if (modulus === undefined) {
      const why =
        given === undefined ? 'no modulus is given' : `neither even nor a prime below 2^31: ${given}`;
      untested.push(`relations among ${what}: ${why}`);
      continue;
    }
    if (complete.length === 0) continue;
    const variables = complete.slice(0, MOST);
    if (variables.length < complete.length)
      untested.push(`relations with ${complete.length - variables.length} of ${what}: more than ${MOST}`);
    const samples = length * (runs.length - 1);
    const needed = variables.length + Math.ceil(SPARE_BITS / log2(modulus));
    if (samples < needed) {
      untested.push(`relations among ${what}: ${samples} samples, of ${needed} needed`);
      continue;
    }
    const [reals, simulated] = (['real', 'simulated'] as const).map((side) =>
      samplesOf(variables, side, runs, length, modulus, needed),
    );
    const [inReal, inSimulated] = [reals, simulated].map((rows) => rankModulo(rows, modulus));
    const largest = Math.max(inReal, inSimulated);
    const inBoth = largest === variables.length ? largest : rankModulo([...reals, ...simulated], modulus);
    searched.push({ vectors: variables.length, modulus });
    if (inReal !== inBoth || inSimulated !== inBoth)
      found.push(
        `${inBoth - inReal} linear relations modulo ${modulus} among ${what} in real runs only, ${inBoth - inSimulated} in simulated ones only`,
      );
  }
  return { searched, found, untested };
}

function lengthAt(views: Slot['real'], run: number): number {
  return views[run]?.entries.length ?? 0;
}

/** Vectors of the same length modulo the same number. */
function alike(slots: readonly Slot[], runs: readonly number[]): Map<string, Slot[]> {
  const groups = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = `${slot.modulus} ${Math.max(...runs.map((r) => lengthAt(slot.real, r)))}`;
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [slot]);
    else own.push(slot);
  }
  return groups;
}

function isComplete({ real, simulated }: Slot, length: number, runs: readonly number[]): boolean {
  return runs.every((r) => lengthAt(real, r) === length && lengthAt(simulated, r) === length);
}

/** What to compute modulo: a prime itself, or 2 of anything even. */
function searchable(modulus: bigint | undefined): number | undefined {
  if (modulus === undefined) return undefined;
  if (modulus % 2n === 0n) return 2;
  return modulus < 2n ** 31n && isPrime(modulus) ? Number(modulus) : undefined;
}

/** This many samples, evenly spread over coordinates and runs. */
function samplesOf(
  variables: readonly Slot[],
  side: 'real' | 'simulated',
  [first, ...runs]: readonly number[],
  length: number,
  modulus: number,
  count: number,
): Float64Array[] {
  const all = runs.length * length;
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor((i * all) / count);
    const [r, entry] = [runs[at % runs.length], Math.floor(at / runs.length)];
    return Float64Array.from(variables, ({ [side]: views }) => {
      const [own, before] = [r, first].map((run) => views[run]?.entries[entry] ?? 0);
      return (((own - before) % modulus) + modulus) % modulus;
    });
  });
}

/** The rank of a matrix modulo a prime below 2^31, by elimination. */
export function rankModulo(rows: readonly Float64Array[], modulus: number): number {
  const left = rows.map((row) => row.slice());
  const columns = left[0]?.length ?? 0;
  let rank = 0;
  for (let column = 0; column < columns && rank < left.length; column++) {
    const pivot = left.findIndex((row, i) => i >= rank && row[column] !== 0);
    if (pivot < 0) continue;
    [left[rank], left[pivot]] = [left[pivot], left[rank]];
    const own = left[rank];
    const inverse = inverseModulo(own[column], modulus);
    for (let j = column; j < columns; j++) own[j] = product(own[j], inverse, modulus);
    for (let i = rank + 1; i < left.length; i++) {
      const row = left[i];
      const factor = row[column];
      if (factor === 0) continue;
      addModulo(row, own, modulus - factor, column, modulus);
    }
    rank++;
  }
  return rank;
}

/** Adds a multiple of one row to another, from a column on. */
function addModulo(to: Float64Array, row: Float64Array, times: number, from: number, modulus: number): void {
  const inverse = 1 / modulus;
  const isWord = modulus < powerOfTwo(WORD_BITS);
  for (let j = from; j < to.length; j++) {
    const sum = to[j] + (isWord ? mulMod(row[j], times, modulus, inverse) : product(row[j], times, modulus));
    to[j] = sum < modulus ? sum : sum - modulus;
  }
}

/** a b modulo m < 2^31, in halves so that doubles are exact. */
function product(a: number, b: number, modulus: number): number {
  const high = Math.floor(b / 65_536);
  return (((a * high) % modulus) * 65_536 + a * (b % 65_536)) % modulus;
}

function inverseModulo(value: number, modulus: number): number {
  let [power, result, base] = [modulus - 2, 1, value];
  for (; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = product(result, base, modulus);
    base = product(base, base, modulus);
  }
  return result;
}
