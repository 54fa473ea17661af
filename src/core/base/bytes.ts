/** Bytes: joined, compared, and as text. */

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

/** Whether all bytes are the same. */
export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
