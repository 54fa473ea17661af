/**
 * Whether what is said tells points from images of them: every bit of a field of bytes, and of residues the lowest bit and the half that
 * they lie in, over runs on the points and on each image, all with randomness of their own. A bit that depends on points alone divides
 * the images in two, so every such division is tried. Any field counts, of whatever kind, since a coalition that should learn nothing
 * is sent the same kind of things whatever the points are.
 */

import type { View } from '../../../protocol/attack.ts';
import { encode } from '../../../engine/wire/bytes.ts';
import { type AnyMessageType, binary } from '../../../engine/wire/message.ts';
import { fisher } from '../statistics.ts';
import { newsOf, vectorsOf, type Wanted } from './samples.ts';
import type { Tested } from './tested.ts';

/** Of every field the first so many bytes or residues are looked at. */
const MOST = 64;

/** What one field said in one run: bits, and values that are held against the middle one of all runs. */
interface Reading {
  readonly bits: readonly number[];
  readonly values: readonly number[];
}

/**
 * @param groups views of one coalition, one for each run: on the points, and on each image of them; no seed comes twice
 * @param level below which a probability is flagged, corrected for all tests of all coalitions
 */
export function testContents(
  groups: readonly (readonly View[])[],
  types: readonly AnyMessageType[],
  wanted: Wanted,
  level: number,
): Tested[] {
  const known = new Map(types.map((type) => [type.name, type]));
  const read = groups.map((views) => views.map((view) => readingsOf(view, known, wanted)));
  const [points] = read;
  if (points.length < 3) return [];
  const counts = groups.map(({ length }) => length);
  const exact = new ExactTest();
  const attainable: number[] = [];
  let least = { pValue: 2, where: 'none' };
  for (const field of points[0].keys()) {
    // What a run lacks can't be held against others; an image may take fewer rounds.
    const readings = read.map((runs) => runs.flatMap((one) => one.get(field) ?? []));
    const whole = readings.filter((own, g) => own.length === counts[g]);
    if (readings[0].length < points.length || whole.length < 2) continue;
    const sizes = whole.map(({ length }) => length);
    const all = total(sizes);
    for (const [bit, values] of bitsOf(whole)) {
      const ones = values.map(total);
      const found = total(ones);
      // What never changes could tell nothing, whatever chance does.
      if (found === 0 || found === all) continue;
      for (const isFirst of divisions(whole.length)) {
        const size = total(sizes.filter(isFirst));
        attainable.push(exact.least(found, size, all));
        const pValue = exact.of(total(ones.filter(isFirst)), found, size, all);
        if (pValue < least.pValue) least = { pValue, where: `${bit} of ${field}` };
      }
    }
  }
  if (attainable.length === 0) return [];
  // Tries that can't come out so suspicious, however their ones fall, need no correction (Tarone 1990).
  const corrected = (pValue: number): number => pValue * attainable.filter((own) => own <= pValue).length;
  const right = leastRight(counts, (pValue) => corrected(pValue) < level);
  return [
    {
      test: 'contents',
      tries: attainable.length,
      pValue: Math.min(1, corrected(least.pValue)),
      where: least.where,
      sees: `a bit of the first ${MOST} bytes or residues of a field that tells points from images of them, right in so many of the runs`,
      ...(right !== undefined && { power: { share: 1, at: right } }),
    },
  ];
}

type Division = (value: unknown, group: number) => boolean;

/** All ways to divide so many groups in two, as whether one is on the side that the first is not on. */
function divisions(groups: number): Division[] {
  return Array.from({ length: 2 ** (groups - 1) - 1 }, (_, at): Division => {
    return (_value, group) => group > 0 && ((at + 1) >> (group - 1)) % 2 === 1;
  });
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

/** By field of a message, and which of several. */
function readingsOf(
  view: View,
  known: ReadonlyMap<string, AnyMessageType>,
  wanted: Wanted,
): Map<string, Reading> {
  const found = new Map<string, Reading>();
  const occurrences = new Map<string, number>();
  for (const { from, to, type, body } of newsOf(view, known, wanted)) {
    const name = `${type.name} from ${from} to ${to}`;
    const occurrence = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, occurrence);
    const vectors = vectorsOf(type, body);
    for (const { field, planes } of vectors) {
      planes.forEach((entries, plane) => {
        const first = entries.slice(0, MOST);
        found.set(`${field}, prime ${plane + 1}, in ${name}, message ${occurrence}`, {
          bits: first.map((value) => Number(value & 1n)),
          values: first.map(Number),
        });
      });
    }
    const residues = new Set(vectors.map(({ field }) => field));
    for (const field of type.fieldNames) {
      if (residues.has(field)) continue;
      const value = (body as Record<string, unknown>)[field];
      const kind = type.fields[field];
      const bytes = kind === binary ? (value as Uint8Array) : encode(kind.pack(value));
      const bits = Array.from(bytes.subarray(0, MOST)).flatMap((byte) =>
        Array.from({ length: 8 }, (_, bit) => (byte >> bit) & 1),
      );
      found.set(`${field} in ${name}, message ${occurrence}`, { bits, values: [] });
    }
  }
  return found;
}

/** Bit by bit, in every run of every group; as far as the shortest goes. */
function* bitsOf(
  groups: readonly (readonly Reading[])[],
): Generator<readonly [string, readonly (readonly number[])[]]> {
  const readings = groups.flat();
  const shortest = (of: (reading: Reading) => readonly number[]): number =>
    Math.min(...readings.map((one) => of(one).length));
  const bits = shortest((one) => one.bits);
  for (let at = 0; at < bits; at++)
    yield [`bit ${at + 1}`, groups.map((group) => group.map((one) => one.bits[at]))];
  const values = shortest((one) => one.values);
  for (let at = 0; at < values; at++) {
    const middle = readings.map((one) => one.values[at]).toSorted((a, b) => a - b)[readings.length >> 1];
    const isHigh = (one: Reading): number => Number(one.values[at] >= middle);
    yield [`the half of residue ${at + 1}`, groups.map((group) => group.map(isHigh))];
  }
}

/**
 * The least share of right runs in the smallest group and in the others with which a bit is always flagged, by the exact test.
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

/** Fisher's exact test, remembered: of many bits there are few different counts. */
class ExactTest {
  readonly #known = new Map<number, number>();

  /** @param size of the first group, out of `all` runs, `found` of which have a one */
  of(successes: number, found: number, size: number, all: number): number {
    const key = ((successes * 256 + found) * 256 + size) * 256 + all;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const pValue = fisher(successes, found, size, all - size);
    this.#known.set(key, pValue);
    return pValue;
  }

  /** The smallest probability that so many ones can come to. */
  least(found: number, size: number, all: number): number {
    const [low, high] = [Math.max(0, found - (all - size)), Math.min(size, found)];
    return Math.min(this.of(low, found, size, all), this.of(high, found, size, all));
  }
}
