/**
 * Uniform elements modulo any m from a key: consecutive bytes of its ChaCha20 stream, as many for each element as hold m - 1, cut
 * to its bits; what is no residue is drawn again, so there is no bias. They come in pieces that stay in a processor's cache, as
 * masks are drawn to be added to something and forgotten.
 */

import { keystream } from '../../base/random.ts';

/** How elements modulo m lie in words of 32 bits, the least significant first. */
export interface Layout {
  /** Of the largest element, m - 1. */
  readonly bits: number;
  readonly words: number;
  /** The bits that the highest word may have. */
  readonly highest: number;
  /** The words of m; undefined where m is a power of two, and any bits are a residue. */
  readonly modulus: Uint32Array | undefined;
}

/** Elements of a piece: a multiple of four, which are whole words of the stream whatever the bytes of one are. */
const PIECE = 2048;

/**
 * @param key 32 bytes, see {@link keystream}
 * @param take is given the elements in order: so many at the beginning of `piece`, which is written over afterwards
 */
export function drawUniform(
  key: Uint8Array,
  length: number,
  layout: Layout,
  take: (piece: Uint32Array, count: number, first: number) => void,
): void {
  const { bits, words, highest, modulus } = layout;
  const draw = keystream(key);
  const width = Math.ceil(bits / 8);
  for (let filled = 0; filled < length;) {
    const wanted = Math.min(PIECE, Math.ceil((length - filled) / 4) * 4);
    const stream = draw((wanted * width) / 4);
    const piece = width === 4 * words ? stream : spread(stream, wanted, width, words);
    for (let at = words - 1; at < piece.length; at += words) piece[at] &= highest;
    const residues = modulus === undefined ? wanted : keepResidues(piece, words, modulus);
    const count = Math.min(residues, length - filled);
    take(piece, count, filled);
    filled += count;
  }
}

/** Numbers of `width` bytes, one behind the other, as words; the highest has bits of the next number where it has room. */
function spread(stream: Uint32Array, count: number, width: number, words: number): Uint32Array {
  // What is read behind the last number is cut off.
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

/** Moves what is below the modulus to the front, in order, and returns how many there are. */
function keepResidues(piece: Uint32Array, words: number, modulus: Uint32Array): number {
  if (words === 1) return keepSmall(piece, modulus[0]);
  let kept = 0;
  for (let at = 0; at < piece.length; at += words) {
    if (!isBelow(piece, at, modulus)) continue;
    const to = kept++ * words;
    if (to !== at) for (let w = 0; w < words; w++) piece[to + w] = piece[at + w];
  }
  return kept;
}

function keepSmall(piece: Uint32Array, modulus: number): number {
  let kept = 0;
  // Without a jump, which no processor could foresee.
  for (let at = 0; at < piece.length; at++) {
    const value = piece[at];
    piece[kept] = value;
    kept += value < modulus ? 1 : 0;
  }
  return kept;
}

/** Whether the element at `at` is below the modulus. */
export function isBelow(vector: Uint32Array, at: number, modulus: Uint32Array): boolean {
  for (let w = modulus.length - 1; w >= 0; w--) {
    if (vector[at + w] !== modulus[w]) return vector[at + w] < modulus[w];
  }
  return false;
}
