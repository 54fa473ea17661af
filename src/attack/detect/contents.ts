/**
 * Whether what is said tells points from their mirror images: every bit of a field of bytes, and of residues the lowest bit and the
 * half that they lie in, over runs on the points and as many on the images, each with randomness of its own. Any field counts, of
 * whatever kind, since a coalition that should learn nothing is sent the same kind of things either way.
 */

import type { View } from '../../protocol/attack.ts';
import { encode } from '../../wire/bytes.ts';
import { type AnyMessageType, binary } from '../../wire/message.ts';
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
 * @param views of one coalition, one for each run
 * @param others of the same coalition on mirrored points; seeds are others, too
 * @param level below which a probability is flagged, corrected for all tests of all coalitions
 */
export function testContents(
  views: readonly View[],
  others: readonly View[],
  types: readonly AnyMessageType[],
  wanted: Wanted,
  level: number,
): Tested[] {
  const known = new Map(types.map((type) => [type.name, type]));
  const [ours, images] = [views, others].map((all) => all.map((view) => readingsOf(view, known, wanted)));
  const runs = ours.length;
  if (runs < 3 || images.length !== runs) return [];
  let tries = 0;
  let least = { pValue: 2, where: 'none' };
  const all = [...ours, ...images];
  for (const field of ours[0].keys()) {
    const readings = all.flatMap((one) => one.get(field) ?? []);
    if (readings.length < all.length) continue;
    for (const [bit, values] of bitsOf(readings)) {
      const ones = values.reduce((sum, value) => sum + value, 0);
      // What never changes could tell nothing, whatever chance does.
      if (ones === 0 || ones === values.length) continue;
      tries++;
      const pValue = fisher(
        values.slice(0, runs).reduce((sum, value) => sum + value, 0),
        ones,
        runs,
      );
      if (pValue < least.pValue) least = { pValue, where: `${bit} of ${field}` };
    }
  }
  if (tries === 0) return [];
  const right = leastRight(runs, tries, level);
  return [
    {
      test: 'contents',
      tries,
      pValue: Math.min(1, least.pValue * tries),
      where: least.where,
      sees: `a bit of the first ${MOST} bytes or residues of a field that tells points from mirrored ones, right in so many of the runs`,
      ...(right !== undefined && { power: { share: 1, at: right } }),
    },
  ];
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

/** Bit by bit, in every run; as far as the shortest goes. */
function* bitsOf(readings: readonly Reading[]): Generator<readonly [string, readonly number[]]> {
  const shortest = (of: (reading: Reading) => readonly number[]): number =>
    Math.min(...readings.map((one) => of(one).length));
  const bits = shortest((one) => one.bits);
  for (let at = 0; at < bits; at++) yield [`bit ${at + 1}`, readings.map((one) => one.bits[at])];
  const values = shortest((one) => one.values);
  for (let at = 0; at < values; at++) {
    const own = readings.map((one) => one.values[at]);
    const middle = own.toSorted((a, b) => a - b)[own.length >> 1];
    yield [`the half of residue ${at + 1}`, own.map((value) => Number(value >= middle))];
  }
}

/** The least share of right runs of either kind with which a bit is always flagged, by the exact test. */
function leastRight(runs: number, tries: number, level: number): number | undefined {
  let wrong = 0;
  while (2 * wrong < runs && fisher(runs - wrong, runs, runs) * tries < level) wrong++;
  return wrong === 0 ? undefined : (runs - wrong + 1) / runs;
}
