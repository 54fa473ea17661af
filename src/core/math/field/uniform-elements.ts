/**
 * Uniform elements modulo any m from a key: consecutive bytes of its ChaCha20 stream, for each element as
 * many as hold m - 1, cut to its bits; what is not a residue is redrawn, so there is no bias. They come in
 * pieces that fit in the processor's cache, since masks are drawn only to be added to something and
 * discarded.
 */

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

/** A uniform vector to add, or to subtract. */
export interface UniformTerm {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly times: 1 | -1;
}

/**
 * Elements per piece: a multiple of four, so whole words of the stream for any number of bytes per element.
 */
export const PIECE = 2048;

/**
 * @param draw yields consecutive words of the key stream
 * @param take receives the elements in order: the given number at the start of `piece`, which is overwritten
 *   afterwards
 */
export function drawUniform(
  draw: (words: number) => Uint32Array,
  length: number,
  layout: Layout,
  take: (piece: Uint32Array, count: number, first: number) => void,
): void {
  const { bits, words } = layout;
  const width = Math.ceil(bits / 8);
  for (let filled = 0; filled < length;) {
    const wanted = Math.min(PIECE, Math.ceil((length - filled) / 4) * 4);
    const stream = draw((wanted * width) / 4);
    const piece = width === 4 * words ? stream : spread(stream, wanted, width, words);
    const count = Math.min(keepResidues(piece, wanted, layout), length - filled);
    take(piece, count, filled);
    filled += count;
  }
}

/**
 * Numbers of `width` bytes each, contiguous, as words; spare bits of the highest word are from the next
 * number.
 */
function spread(stream: Uint32Array, count: number, width: number, words: number): Uint32Array {
  // The word after the last number is cut off.
  const source = new Uint32Array(stream.length + 1);
  source.set(stream);
  const elements = new Uint32Array(count * words);
  for (let w = 0; w < words; w++) {
    for (let to = w, at = 4 * w; to < elements.length; to += words, at += width) {
      const shift = (at & 3) << 3;
      // In two steps, as a shift by 32 is one by 0.
      elements[to] = (source[at >> 2] >>> shift) | ((source[(at >> 2) + 1] << 1) << (31 - shift));
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

/** Whether the element at `at` is below the modulus. */
export function isBelow(vector: Uint32Array, at: number, modulus: Uint32Array): boolean {
  for (let w = modulus.length - 1; w >= 0; w--) {
    if (vector[at + w] !== modulus[w]) return vector[at + w] < modulus[w];
  }
  return false;
}
