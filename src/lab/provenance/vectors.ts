/**
 * Which key streams are on which vectors. A vector is known by where it lies in memory, and only as long as nobody else
 * changes it; once sent, by its contents.
 */

import { contentOf } from './windows.ts';

/** One vector of a key stream, by a name. */
export type Source = string;

/** How often each stream was added, modulo `modulus`. */
export interface Streams {
  readonly modulus: bigint;
  readonly times: ReadonlyMap<Source, bigint>;
}

/** For sums of whole streams, whose signs alone matter: any large prime. */
export const SIGNS_MODULUS = 2n ** 61n - 1n;

interface Placed extends Streams {
  readonly length: number;
  readonly content: string;
}

export class Vectors {
  readonly #placed = new WeakMap<ArrayBufferLike, Map<number, Placed>>();
  readonly #sent = new Map<string, Streams>();

  /** What is on this vector; undefined if that is not known. */
  on(vector: Uint32Array): Streams | undefined {
    const placed = this.#placed.get(vector.buffer)?.get(vector.byteOffset);
    if (placed === undefined || placed.length < vector.length) return undefined;
    const whole = new Uint32Array(vector.buffer, vector.byteOffset, placed.length);
    return contentOf(whole) === placed.content ? placed : undefined;
  }

  put(vector: Uint32Array, { modulus, times }: Streams): void {
    const { buffer, byteOffset, length } = vector;
    let places = this.#placed.get(buffer);
    if (places === undefined) this.#placed.set(buffer, (places = new Map()));
    places.set(byteOffset, { modulus, times, length, content: contentOf(vector) });
  }

  /** Remembers what is on the vector under its contents as they may be sent. */
  send(streams: Streams, bytes: Uint8Array): void {
    if (bytes.length > 0) this.#sent.set(contentOf(bytes), streams);
  }

  /** What is on a vector that was sent. */
  ofContents(vector: ArrayBufferView): Streams | undefined {
    return this.#sent.get(contentOf(vector));
  }
}

/** One vector plus several times another. */
export function plus(
  one: Streams | undefined,
  other: Streams | undefined,
  times: bigint,
  modulus: bigint,
): Streams {
  const sum = new Map(one?.times);
  for (const [source, count] of other?.times ?? []) {
    const all = ((sum.get(source) ?? 0n) + times * count) % modulus;
    if (all === 0n) sum.delete(source);
    else sum.set(source, all < 0n ? all + modulus : all);
  }
  return { modulus, times: sum };
}
