/**
 * Uniform elements modulo any m from a key: consecutive bytes of its ChaCha20 stream, for each element as
 * many as hold m - 1, cut to its bits; what is not a residue is redrawn, so there is no bias. They come in
 * pieces that fit in the processor's cache, since masks are drawn only to be added to something and
 * discarded.
 */

import { keystream } from '../../base/random.ts';

/** The layout of elements modulo m in 32-bit words, the least significant first. */
export interface Layout {
  /** Of the largest element, m - 1. */
  readonly bits: number;
  readonly words: number;
  /** A mask of the bits that the highest word may have. */
  readonly highest: number;
  /** The words of m; undefined if m is a power of two, so that all bit patterns are residues. */
  readonly modulus: Uint32Array | undefined;
}

/**
 * Elements per piece: a multiple of four, so whole words of the stream for any number of bytes per element.
 */
const PIECE = 2048;

/** A buffer for small elements until they are taken. */
const kept = new Uint32Array(PIECE);

/**
 * @param key 32 bytes, see {@link keystream}
 * @param take receives the elements in order: the given number at the start of `piece`, which is overwritten
 *   afterwards
 */
export function drawUniform(
  key: Uint8Array,
  length: number,
  layout: Layout,
  take: (piece: Uint32Array, count: number, first: number) => void,
): void {
  const { bits, words, highest, modulus } = layout;
  const small = modulus !== undefined && bits < 32;
  const draw = keystream(key);
  const width = Math.ceil(bits / 8);
  for (let filled = 0; filled < length;) {
    const wanted = Math.min(PIECE, Math.ceil((length - filled) / 4) * 4);
    const stream = draw((wanted * width) / 4);
    const piece = width === 4 * words ? stream : spread(stream, wanted, width, words);
    const residues = small
      ? keepSmall(piece, highest, modulus[0], kept)
      : keepResidues(piece, wanted, layout);
    const count = Math.min(residues, length - filled);
    take(small ? kept : piece, count, filled);
    filled += count;
  }
}

/**
 * Numbers of `width` bytes each, contiguous, as words; spare bits of the highest word are from the next
 * number.
 */
function spread(stream: Uint32Array, count: number, width: number, words: number): Uint32Array {
  // Bytes read beyond the last number are cut off.
  const bytes = new Uint8Array(4 * stream.length + 4);
  bytes.set(new Uint8Array(stream.buffer, stream.byteOffset, stream.byteLength));
  const elements = new Uint32Array(count * words);
  for (let i = 0; i < count; i++) {
    for (let w = 0; w < words; w++) {
      const at = i * width + 4 * w;
      elements[i * words + w] =
        bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    }
  }
  return elements;
}

/** Cuts elements to their bits and moves the residues to the front, in order. @returns how many there are */
function keepResidues(piece: Uint32Array, drawn: number, { words, highest, modulus }: Layout): number {
  for (let at = words - 1; at < piece.length; at += words) piece[at] &= highest;
  if (modulus === undefined) return drawn;
  let count = 0;
  for (let at = 0; at < piece.length; at += words) {
    if (!isBelow(piece, at, modulus)) continue;
    const to = count++ * words;
    if (to !== at) for (let w = 0; w < words; w++) piece[to + w] = piece[at + w];
  }
  return count;
}

/**
 * The same for elements below 2^31: branch-free, since the comparison is unpredictable, and into another vector,
 * so that reads need not wait for earlier writes.
 */
function keepSmall(piece: Uint32Array, highest: number, modulus: number, into: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < piece.length; at++) {
    const value = piece[at] & highest;
    into[count] = value;
    count += (value - modulus) >>> 31;
  }
  return count;
}

/** Whether the element at `at` is below the modulus. */
export function isBelow(vector: Uint32Array, at: number, modulus: Uint32Array): boolean {
  for (let w = modulus.length - 1; w >= 0; w--) {
    if (vector[at + w] !== modulus[w]) return vector[at + w] < modulus[w];
  }
  return false;
}
