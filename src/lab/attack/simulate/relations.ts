/**
 * Relations between vectors of residues: linear combinations, of whatever senders, types and fields, that do
 * not depend on fresh randomness. The variables are vectors; the samples are their coordinates in every run,
 * less those of the first run, so that noise that cancels shows whatever is left. A
 * simulation has the same relations as real runs, and no others. Where there are few samples of some kind, relations
 * hold by chance; so what is found is held against what there is if some pairs are called the other way round.
 */

import type { Stream } from '../../../core/base/random.ts';
import { log2 } from '../../../core/math/elementary/index.ts';
import { isPrime } from '../../../core/math/field/primality.ts';
import { SPARE_BITS, rankOf } from './rank.ts';
import type { Slot } from './slots.ts';

/** The most vectors at a time. */
const MOST = 2000;

/** The most ways to call the pairs that are tried, and the fewest, however long they take. */
const MOST_WAYS = 999;
const FEWEST_WAYS = 9;

/** How many multiplications all these ways may take. */
const WORK = 2 ** 33;

export interface Relations {
  /** How many vectors were searched, and for relations modulo what. */
  readonly searched: readonly { readonly vectors: number; readonly modulus: number }[];
  /** How the relations of real runs differ from those of simulated ones, more than if pairs are called otherwise. */
  readonly found: readonly { readonly where: string; readonly pValue: number }[];
  /** Vectors that could not be searched, and why. */
  readonly untested: readonly string[];
}

/**
 * @param slots with places at which some pair differs
 * @param worlds for each pair, on which points it runs: 0 on the scenario's own, of which relations are sought
 * @param stream for the ways to call pairs
 */
export function relationsAmong(slots: readonly Slot[], worlds: readonly number[], stream: Stream): Relations {
  const searched: { vectors: number; modulus: number }[] = [];
  const found: { where: string; pValue: number }[] = [];
  const untested: string[] = [];
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
    searched.push({ vectors: variables.length, modulus });
    const among = { variables, runs, length, modulus };
    const ranks = ranksIn(
      among,
      runs.map(() => false),
      stream,
    );
    if (ranks.differ === 0) continue;
    const pValue = chanceOf(ranks.differ, among, stream);
    if (pValue === undefined) continue;
    const { inReal, inSimulated, inBoth } = ranks;
    found.push({
      where: `${inBoth - inReal} linear relations modulo ${modulus} among ${what} in real runs only, ${inBoth - inSimulated} in simulated ones only`,
      pValue,
    });
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

/** Vectors that relations are sought among, in these runs. */
interface Among {
  readonly variables: readonly Slot[];
  readonly runs: readonly number[];
  readonly length: number;
  readonly modulus: number;
}

/**
 * How many independent samples there are of each side and of both together; `differ`: how many relations are those of one side only.
 * @param swapped for each run, whether its real view is called the simulated one
 */
function ranksIn(among: Among, swapped: readonly boolean[], stream: Stream) {
  const [inReal, inSimulated, inBoth] = [[false], [true], [false, true]].map((sides) =>
    rankOf(samplesIn(among, swapped, sides), among.variables.length, among.modulus, stream),
  );
  return { inReal, inSimulated, inBoth, differ: 2 * inBoth - inReal - inSimulated };
}

/** The share of ways to call the pairs in which sides differ as much, counting this one; undefined if another is among those tried. */
function chanceOf(differ: number, among: Among, stream: Stream): number | undefined {
  const { length } = among.variables;
  const work = 3 * length * length * length;
  const ways = Math.max(FEWEST_WAYS, Math.min(MOST_WAYS, Math.floor(WORK / work)));
  for (let way = 0; way < ways; way++) {
    const swapped = otherCalls(among.runs.length, stream);
    if (ranksIn(among, swapped, stream).differ >= differ) return undefined;
  }
  return 1 / (ways + 1);
}

/** A random way to call the pairs otherwise: neither none of them nor all, which are the same sides. */
function otherCalls(runs: number, stream: Stream): boolean[] {
  const swapped = Array.from({ length: runs }, () => stream.integer(2) === 1);
  return swapped.every((one) => one === swapped[0]) ? otherCalls(runs, stream) : swapped;
}

/** The samples of one side or of both: how many, and each by its number. */
function samplesIn(
  { variables, runs, length, modulus }: Among,
  swapped: readonly boolean[],
  sides: readonly boolean[],
) {
  const all = (runs.length - 1) * length;
  const entries = sides.map((side) =>
    runs.map((run, r) =>
      variables.map(({ real, simulated }) => (side === swapped[r] ? real : simulated)[run]!.entries),
    ),
  );
  return {
    count: all * sides.length,
    at(i: number): Float64Array {
      const own = entries[Math.floor(i / all)];
      // One run after the other, as its entries lie side by side.
      const [first, other] = [own[0], own[1 + Math.floor((i % all) / length)]];
      const entry = i % length;
      const sample = new Float64Array(variables.length);
      for (let v = 0; v < sample.length; v++) {
        const change = other[v][entry] - first[v][entry];
        sample[v] = change >= 0 && change < modulus ? change : ((change % modulus) + modulus) % modulus;
      }
      return sample;
    },
  };
}
