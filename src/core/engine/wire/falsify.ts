/**
 * Wrong values of the right shape, which a Byzantine sender sends instead of the true ones. Every kind of field falsifies
 * its own values ({@link FieldKind.falsify}) with these functions.
 */

import type { Stream } from '../../base/random.ts';
import { NO_CLUSTER } from '../../base/labels.ts';
import type { ClusterLabels } from './cluster-labels.ts';

/**
 * Drawn from the range of the true values, all zero, moved by half the range, doubled, one entry changed, those of the
 * message of this type before it, one entry more, or one fewer.
 */
export const HOWS = ['random', 'zero', 'shift', 'scale', 'one-entry', 'stale', 'longer', 'shorter'] as const;
export type How = (typeof HOWS)[number];

/** How one field is falsified. */
export interface Falsehood<T> {
  readonly how: How;
  readonly stream: Stream;
  /** The field's value in the sender's previous message of this type; undefined if there was none. */
  readonly before: T | undefined;
}

/** A single number: zero, the earlier one, or off by half of it, by all of it, or by one. */
export function falsifyInteger(value: number, { how, stream, before }: Falsehood<number>): number {
  const off = { shift: Math.ceil(value / 2), scale: value, longer: 1, shorter: -1, 'one-entry': 1 };
  if (how === 'random') return stream.integer(Math.max(2, 2 * Math.abs(value) + 1));
  if (how === 'zero') return 0;
  return how === 'stale' ? (before ?? value) : value + off[how];
}

/** A false flag instead of a true one: zero, stale, or its opposite. */
export function falsifyFlag(value: boolean, { how, before }: Falsehood<boolean>): boolean {
  if (how === 'zero') return false;
  return how === 'stale' ? (before ?? value) : !value;
}

/** Bytes use their whole range, as keys and ciphertexts do. */
export function falsifyBytes(values: Uint8Array, lie: Falsehood<Uint8Array>): Uint8Array {
  return Uint8Array.from(falsifyEntries([...values], lie, integersBelow(256)));
}

/** Numbers of parties or points. If they are ascending and distinct, so are the falsified ones. */
export function falsifyNumbers(values: Uint32Array, lie: Falsehood<Uint32Array>): Uint32Array {
  return values.every((value, i) => i === 0 || value > values[i - 1])
    ? falsifySet(values, lie)
    : falsifyVector(values, lie);
}

/** A false vector instead of a true one, of the same type and length. */
export function falsifyVector<V extends Float64Array | Uint32Array>(values: V, lie: Falsehood<V>): V {
  const entries: Entries<number> = values instanceof Float64Array ? realsLike(values) : integersLike(values);
  const lied = falsifyEntries<number>([...values], lie, entries);
  const { constructor } = values as { constructor: unknown };
  return (constructor as { from(entries: readonly number[]): V }).from(lied);
}

/** Labels of the same number of clusters. `NO_CLUSTER` is used only if it occurs already, or if there is only one cluster. */
export function falsifyLabels(
  labels: ClusterLabels,
  { how, stream, before }: Falsehood<ClusterLabels>,
): ClusterLabels {
  const { clusters } = labels;
  const numbersOf = ({ values }: ClusterLabels): number[] =>
    Array.from(values, (label) => Math.min(label, clusters));
  const numbers = numbersOf(labels);
  const range = Math.max(2, clusters + (numbers.includes(clusters) ? 1 : 0));
  const lied = falsifyEntries(
    numbers,
    { how, stream, before: before && numbersOf(before) },
    integersBelow(range),
  );
  return { clusters, values: Uint16Array.from(lied, (label) => (label < clusters ? label : NO_CLUSTER)) };
}

/** Entries of a ring of unknown size: none becomes larger than the largest true one, or than 1. */
export function falsifyBigints(values: readonly bigint[], lie: Falsehood<readonly bigint[]>): bigint[] {
  const count = values.reduce((most, value) => (value >= most ? value + 1n : most), 2n);
  return falsifyEntries(values, lie, {
    zero: 0n,
    shift: (value) => (value + count / 2n) % count,
    scale: (value) => (2n * value) % count,
    step: (value, stream) => (value + 1n + (drawBigint(stream, count) >> 1n)) % count,
    draw: (stream) => drawBigint(stream, count),
  });
}

/**
 * Another ascending set of numbers, which may include the next number above the largest. An empty set has no entry to change, so
 * only `longer` adds to it.
 */
function falsifySet(values: Uint32Array, { how, stream, before }: Falsehood<Uint32Array>): Uint32Array {
  if (values.length === 0 && how !== 'longer') return how === 'stale' ? (before ?? values) : values;
  const count = (values.at(-1) ?? 0) + 2;
  const set = (numbers: Iterable<number>): Uint32Array => Uint32Array.from(new Set(numbers)).toSorted();
  const without = (number: number): Uint32Array => values.filter((value) => value !== number);
  switch (how) {
    case 'random':
      return set(values.map(() => stream.integer(count)));
    case 'zero':
      return new Uint32Array();
    case 'shift':
      // Moved by one: a set moved by half of the range could be the same set.
      return set(values.map((value) => (value + 1) % count));
    case 'scale':
      return set(values.map((value) => (2 * value) % count));
    case 'one-entry': {
      const number = stream.integer(count);
      return values.includes(number) ? without(number) : set([...values, number]);
    }
    case 'stale':
      return before ?? values;
    case 'longer': {
      let number = stream.integer(count);
      while (values.includes(number)) number = (number + 1) % count;
      return set([...values, number]);
    }
    case 'shorter':
      return without(values[stream.integer(values.length)]);
  }
}

/** The ways to change one entry, such that its size alone does not reveal the change. */
interface Entries<T> {
  readonly zero: T;
  shift(value: T): T;
  scale(value: T): T;
  /** Moves an entry by a random step; the result differs from the entry if there are at least two values. */
  step(value: T, stream: Stream): T;
  draw(stream: Stream): T;
}

function falsifyEntries<T>(
  values: readonly T[],
  { how, stream, before }: Falsehood<{ readonly length: number } & Iterable<T>>,
  { zero, shift, scale, step, draw }: Entries<T>,
): T[] {
  switch (how) {
    case 'random':
      return values.map(() => draw(stream));
    case 'zero':
      return values.map(() => zero);
    case 'shift':
      return values.map(shift);
    case 'scale':
      return values.map(scale);
    case 'one-entry': {
      const at = values.length === 0 ? -1 : stream.integer(values.length);
      return values.map((value, i) => (i === at ? step(value, stream) : value));
    }
    case 'stale':
      return before?.length === values.length ? [...before] : [...values];
    case 'longer':
      return [...values, draw(stream)];
    case 'shorter':
      return values.slice(0, -1);
  }
}

function realsLike(values: Float64Array): Entries<number> {
  const { minimum, maximum } = extremesOf(values);
  // If all values are equal, a symmetric range around zero.
  const same = !(minimum < maximum);
  const size = values.length === 0 ? 1 : Math.max(1, Math.abs(maximum));
  const least = same ? -size : minimum;
  const width = (same ? size : maximum) - least;
  const wrap = (value: number): number => (value > least + width ? least + ((value - least) % width) : value);
  return {
    zero: 0,
    shift: (value) => wrap(value + width / 2),
    scale: (value) => wrap(2 * value),
    step: (value, stream) => wrap(value + Math.max((width / 2) * stream.uniform(), width / 1e6)),
    draw: (stream) => least + stream.uniform() * width,
  };
}

/** The range has at least two values, since otherwise only the true one would remain. */
function integersLike(values: Uint32Array): Entries<number> {
  return integersBelow(Math.max(2, extremesOf(values).maximum + 1));
}

function integersBelow(count: number): Entries<number> {
  const half = Math.floor(count / 2);
  const wrap = (value: number): number => Math.floor(value) % count;
  return {
    zero: 0,
    shift: (value) => wrap(value + half),
    scale: (value) => wrap(2 * value),
    step: (value, stream) => wrap(value + Math.max(half * stream.uniform(), 1)),
    draw: (stream) => stream.integer(count),
  };
}

function extremesOf(values: Iterable<number>): { minimum: number; maximum: number } {
  let minimum = Infinity;
  let maximum = -Infinity;
  for (const value of values) {
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
  }
  return { minimum, maximum };
}

function drawBigint(stream: Stream, count: bigint): bigint {
  let drawn = 0n;
  for (let drawnBelow = 1n; drawnBelow < count; drawnBelow <<= 32n)
    drawn = (drawn << 32n) | BigInt(stream.integer(2 ** 32));
  return drawn % count;
}
