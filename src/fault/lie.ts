/** Wrong values of the right shape: what a Byzantine party says in place of what it should. */

import type { Stream } from '../base/random.ts';

/**
 * Drawn from the range of the true ones, all zero, moved by half the range, doubled, one entry drawn, or those of the
 * message of this type before it.
 */
export const HOWS = ['random', 'zero', 'shift', 'scale', 'one-entry', 'stale'] as const;
export type How = (typeof HOWS)[number];

type Vector = Float64Array | Uint16Array | Uint32Array;

/**
 * The body of a message with other vectors; numbers and flags, such as the round, stay true, so that the lie is taken.
 *
 * @param before the body of the sender's last message of this type, for `stale`; itself where there is none
 */
export function lie(body: object, how: How, stream: Stream, before: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      const old: unknown = (before as Record<string, unknown>)[field];
      return [field, lieAbout(value, how, stream, old)];
    }),
  );
}

/** Whether two bodies hold vectors of the same lengths. */
export function sameShape(a: object, b: object): boolean {
  const shapeOf = (value: unknown): unknown =>
    isVector(value) ? value.length : Array.isArray(value) ? value.map(shapeOf) : undefined;
  return JSON.stringify(Object.values(a).map(shapeOf)) === JSON.stringify(Object.values(b).map(shapeOf));
}

function lieAbout(value: unknown, how: How, stream: Stream, before: unknown): unknown {
  if (Array.isArray(value)) {
    // Planes of residues.
    return value.map((plane: unknown, at) =>
      lieAbout(plane, how, stream, (before as unknown[] | undefined)?.[at]),
    );
  }
  return isVector(value) ? falsified(value, how, stream, before) : value;
}

function falsified(values: Vector, how: How, stream: Stream, before: unknown): Vector {
  const range = rangeOf(values);
  switch (how) {
    case 'random':
      return values.map(() => range.draw(stream));
    case 'zero':
      return values.map(() => 0);
    case 'shift':
      return values.map((value) => range.wrap(value + range.half));
    case 'scale':
      return values.map((value) => range.wrap(2 * value));
    case 'one-entry': {
      const changed = values.slice();
      if (values.length > 0) {
        const at = stream.integer(values.length);
        changed[at] = range.wrap(values[at] + Math.max(range.half * stream.uniform(), range.least));
      }
      return changed;
    }
    case 'stale':
      return isVector(before) && before.length === values.length ? before : values;
  }
}

interface Range {
  readonly half: number;
  /** The smallest step. */
  readonly least: number;
  draw(stream: Stream): number;
  wrap(value: number): number;
}

/** What the true values cover: lies outside would be found out by their size alone. */
function rangeOf(values: Vector): Range {
  let minimum = Infinity;
  let maximum = -Infinity;
  for (const value of values) {
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
  }
  if (values instanceof Float64Array) {
    // Of values that are all the same, as many on either side of zero.
    const least = minimum === maximum ? -Math.max(1, Math.abs(maximum)) : minimum;
    const width = (minimum === maximum ? -least : maximum) - least;
    return {
      half: width / 2,
      least: width / 1e6,
      draw: (stream) => least + stream.uniform() * width,
      wrap: (value) => (value > least + width ? least + ((value - least) % width) : value),
    };
  }
  // At least two, or there would be nothing to say but the truth.
  const count = Math.max(2, maximum + 1);
  return {
    half: Math.floor(count / 2),
    least: 1,
    draw: (stream) => stream.integer(count),
    wrap: (value) => Math.floor(value) % count,
  };
}

function isVector(value: unknown): value is Vector {
  return value instanceof Float64Array || value instanceof Uint16Array || value instanceof Uint32Array;
}
