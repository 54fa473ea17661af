/** Finds known byte strings anywhere in others. */

import { platform } from '#platform';

/** Strings are found by their first bytes: shorter ones cannot be looked for. */
export const LEAST_BYTES = 16;

export class Windows<V> {
  /** By the first four bytes. */
  readonly #entries = new Map<number, { readonly bytes: Uint8Array; readonly value: V }[]>();
  /** Whether any string begins with these two bytes, so that most places need no look into the map. */
  readonly #begins = new Uint8Array(2 ** 16);

  /** @param bytes at least {@link LEAST_BYTES}, not all the same */
  add(bytes: Uint8Array, value: V): void {
    const first = wordAt(bytes, 0);
    const known = this.#entries.get(first);
    if (known === undefined) this.#entries.set(first, [{ bytes, value }]);
    else known.push({ bytes, value });
    this.#begins[first & 0xffff] = 1;
  }

  /** The values of all known strings that occur in these bytes. */
  *in(bytes: Uint8Array): Generator<V> {
    for (let at = 0; at + LEAST_BYTES <= bytes.length; at++) {
      if (this.#begins[bytes[at] | (bytes[at + 1] << 8)] === 0) continue;
      for (const entry of this.#entries.get(wordAt(bytes, at)) ?? [])
        if (occursAt(bytes, at, entry.bytes)) yield entry.value;
    }
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}

function occursAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  if (at + wanted.length > bytes.length) return false;
  for (let i = 4; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/** The bytes of any vector, in place. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A name for what a vector contains. */
export function contentOf(vector: ArrayBufferView): string {
  // Node.js hashes no views of shared memory.
  return platform.bytes.toLatin1(platform.crypto.sha256(bytesOf(vector).slice()));
}
