/** Where a vector shows in what a coalition sees, by the arithmetic that anybody would try. */

import type { AnyMessageType, Member } from '../../../src/core/kit/index.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import { ModularVectors, type Packed } from '../../../src/core/kit/field.ts';
import { MODULUS } from './input.ts';

const M = Number(MODULUS);

/** Numbers that the server sent, at most: more would make an accidental match likely. */
const MOST_TOLD = 64;

/** All vectors that the coalition received from this party, modulo m; a number is a vector of one element. */
export function vectorsFrom(
  party: string,
  members: readonly Member[],
  types: readonly AnyMessageType[],
): readonly Uint32Array[] {
  const received = members.flatMap((member) => member.received.filter(({ from }) => from === party));
  return types.flatMap((type) => messagesOf(received, type).flatMap(({ body }) => vectorsIn(body as object)));
}

/** Different numbers that a member sent, modulo m, zero among them. */
export function toldBy(
  party: string,
  members: readonly Member[],
  types: readonly AnyMessageType[],
): readonly number[] {
  const sent = members.find(({ name }) => name === party)?.sent ?? [];
  const numbers = types.flatMap((type) =>
    messagesOf(sent, type).flatMap(({ body }) => vectorsIn(body as object).flatMap((vector) => [...vector])),
  );
  return [...new Set([0, ...numbers])].slice(0, MOST_TOLD);
}

/**
 * In how many elements a vector shows: where it is another than `twin`, and a received vector, or the difference or sum of two, is
 * it plus or minus a number that was told.
 */
export function matches(
  vector: Uint32Array,
  twin: Uint32Array,
  received: readonly Uint32Array[],
  told: readonly number[],
): number {
  return vector.filter((value, j) => {
    if (value === twin[j]) return false;
    const wanted = new Set(told.flatMap((number) => [reduced(value + number), reduced(value - number)]));
    return received.some((one, i) => {
      if (j >= one.length) return false;
      const others = received.slice(0, i).filter(({ length }) => j < length);
      const combined = others.flatMap((other) => [one[j] - other[j], other[j] - one[j], one[j] + other[j]]);
      return [one[j], ...combined].some((result) => wanted.has(reduced(result)));
    });
  }).length;
}

/** An integer modulo m. */
function reduced(value: number): number {
  return ((value % M) + M) % M;
}

/** The vectors in a message: packed or plain integers, whole reals, and single integers. */
function vectorsIn(body: object): Uint32Array[] {
  const vectors = new ModularVectors(MODULUS);
  return Object.values(body).flatMap((value: unknown) => {
    if (typeof value === 'number') return Number.isInteger(value) ? [Uint32Array.of(value)] : [];
    if (value instanceof Uint32Array) return [value];
    if (value instanceof Float64Array) return value.every(Number.isInteger) ? [Uint32Array.from(value)] : [];
    const unpacked = isPacked(value) ? vectors.unpack(value) : undefined;
    return unpacked === undefined ? [] : [unpacked];
  });
}

function isPacked(value: unknown): value is Packed {
  return typeof value === 'object' && value !== null && 'bits' in value && 'bytes' in value;
}
