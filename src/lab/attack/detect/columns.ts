/**
 * Messages bit by bit: every bit of fields of bytes, and for residues the lowest bit and the half of the
 * range, over runs on the points and on each of several other worlds. Fields of every kind count, since a
 * coalition that should learn nothing receives the same kinds of values whatever the points are.
 */

import { log2, powerOfTwo } from '../../../core/math/elementary/index.ts';
import type { View } from '../../../core/protocol/view.ts';
import { encode } from '../../../core/engine/wire/bytes.ts';
import { type AnyMessageType, binary } from '../../../core/engine/wire/message.ts';
import { newsOf, vectorsOf, type Wanted } from './samples.ts';

/** How many bytes or residues of every field are tested, from its start. */
export const MOST = 64;

/** One bit, in every run of the worlds of its field. */
export interface Column {
  readonly name: string;
  /** `[world][run]`, 0 or 1; the first world is the points themselves. */
  readonly worlds: readonly (readonly number[])[];
}

/** One field of a message, in the worlds in which every run has it. */
export interface Field {
  readonly name: string;
  /** `[world][run]` */
  readonly worlds: readonly (readonly Reading[])[];
}

/** The value of one field in one run: bits, and values to compare with the median of all runs. */
export interface Reading {
  readonly bits: readonly number[];
  readonly values: readonly number[];
}

/**
 * @param views of one coalition, `[world][run]`: on the points, and on other worlds; no seed occurs twice
 * @param wanted which messages count in a world
 */
export function fieldsOf(
  views: readonly (readonly View[])[],
  types: readonly AnyMessageType[],
  wanted: (world: number) => Wanted,
): Field[] {
  const known = new Map(types.map((type) => [type.name, type]));
  const read = views.map((own, world) => own.map((view) => readingsOf(view, known, wanted(world))));
  const [points] = read;
  return [...(points.at(0)?.keys() ?? [])].flatMap((name) => {
    // What a run lacks cannot be compared; a world may take fewer rounds.
    const readings = read.map((runs) => runs.flatMap((one) => one.get(name) ?? []));
    const worlds = readings.filter((own, w) => own.length > 0 && own.length === views[w].length);
    return readings[0].length < points.length || worlds.length < 2 ? [] : [{ name, worlds }];
  });
}

/** By field of a message, and its index among several such messages. */
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

/** Limited by the shortest reading and by `most`. */
export function* bitsIn({ name, worlds }: Field, most = Number.POSITIVE_INFINITY): Generator<Column> {
  const length = Math.min(most, ...worlds.flat().map(({ bits }) => bits.length));
  for (let at = 0; at < length; at++)
    yield {
      name: `bit ${at + 1} of ${name}`,
      worlds: worlds.map((runs) => runs.map(({ bits }) => bits[at])),
    };
}

/** For every residue, whether it is at least the median of all runs. */
export function* halvesIn({ name, worlds }: Field): Generator<Column> {
  const readings = worlds.flat();
  const length = Math.min(...readings.map(({ values }) => values.length));
  for (let at = 0; at < length; at++) {
    const middle = readings.map(({ values }) => values[at]).toSorted((a, b) => a - b)[readings.length >> 1];
    yield {
      name: `the half of residue ${at + 1} of ${name}`,
      worlds: worlds.map((runs) => runs.map(({ values }) => Number(values[at] >= middle))),
    };
  }
}

/**
 * The highest bit of the first residues, in all runs: modulo primes just below a power of two this is exactly
 * the half.
 */
export function* highBitsIn({ name, worlds }: Field, most: number): Generator<Column> {
  const readings = worlds.flat();
  const length = Math.min(most, ...readings.map(({ values }) => values.length));
  for (let at = 0; at < length; at++) {
    const half = powerOfTwo(Math.floor(log2(Math.max(1, ...readings.map(({ values }) => values[at])))));
    yield {
      name: `the highest bit of residue ${at + 1} of ${name}`,
      worlds: worlds.map((runs) => runs.map(({ values }) => Number(values[at] >= half))),
    };
  }
}
