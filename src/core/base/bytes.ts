/** Bytes: joined, compared, as text, and as words. */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text in UTF-8. */
export function utf8(value: string): Uint8Array {
  return encoder.encode(value);
}

/** The text of bytes in UTF-8, with replacement characters for what is not. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** One vector of all parts, in order. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

/**
 * Four bytes as a word of 32 bits, the lowest first; bytes after the last are zeros. Not through a view of their buffer: for small typed
 * arrays, that is only allocated when asked for.
 */
export function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/** Puts bytes into words as {@link wordAt} reads them, from the word `first` on. */
export function putWords(words: Int32Array | Uint32Array, first: number, bytes: Uint8Array): void {
  for (let at = 0, word = first; at < bytes.length; at += 4, word++) words[word] = wordAt(bytes, at);
}

/** Whether all bytes are the same. */
export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
