/** Packs numbers of a few bits without gaps: the least significant bit first, and zeros after the last number. */

import { powerOfTwo } from '../../math/elementary/index.ts';

/** How many bits of a number are handled at a time: more would not fit together with the bits left over. */
const CHUNK_BITS = 16;

/** The bytes of this many values with this many bits each. */
export function packedBytes(count: number, bits: number): number {
  return Math.ceil((count * bits) / 8);
}

/**
 * Writes numbers and returns where they end.
 * @param bits per number, at most 32
 */
export function packBits(
  values: Uint16Array | Uint32Array,
  bits: number,
  into: Uint8Array,
  at: number,
): number {
  const low = Math.min(bits, CHUNK_BITS);
  const mask = (1 << low) - 1;
  const high = bits - low;
  let held = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    held |= (values[i] & mask) << count;
    count += low;
    for (; count >= 8; count -= 8, held >>>= 8) into[at++] = held;
    if (high === 0) continue;
    held |= (values[i] >>> low) << count;
    count += high;
    for (; count >= 8; count -= 8, held >>>= 8) into[at++] = held;
  }
  if (count > 0) into[at++] = held;
  return at;
}

/**
 * Fills `numbers`; returns false if the bits after the last one are not zero.
 * @param bits per number, at most 32
 */
export function unpackBits(
  bytes: Uint8Array,
  at: number,
  bits: number,
  into: Uint16Array | Uint32Array,
): boolean {
  const low = Math.min(bits, CHUNK_BITS);
  const mask = (1 << low) - 1;
  const high = bits - low;
  const highMask = (1 << high) - 1;
  let held = 0;
  let count = 0;
  for (let i = 0; i < into.length; i++) {
    for (; count < low; count += 8) held |= bytes[at++] << count;
    let value = held & mask;
    held >>>= low;
    count -= low;
    if (high > 0) {
      for (; count < high; count += 8) held |= bytes[at++] << count;
      value += (held & highMask) * powerOfTwo(low);
      held >>>= high;
      count -= high;
    }
    into[i] = value;
  }
  return held === 0;
}
