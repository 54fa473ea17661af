/**
 * Elements modulo m of one or two words of 32 bits, in signed arithmetic and without a jump: whether a sum of masks is too large, or
 * a draw a residue, no processor could foresee.
 */

export interface ShortElements {
  /** Adds the first words of `other` to the vector from `start` on. */
  add(vector: Uint32Array, start: number, other: Uint32Array, words: number): void;
  /** Subtracts them. */
  subtract(vector: Uint32Array, start: number, other: Uint32Array, words: number): void;
  /**
   * Cuts elements to their bits and copies those that are below m, in order: into another vector, as reading on would otherwise
   * wait for what was written.
   * @returns how many they are
   */
  keep(drawn: Uint32Array, into: Uint32Array): number;
}

/** Undefined where elements have more bits than leave room for a sum and a sign. */
export function shortElements(modulus: bigint, bits: number): ShortElements | undefined {
  if (bits <= 31) return oneWord(Number(modulus), 2 ** bits - 1);
  if (bits === 32 || bits > 62) return undefined;
  return twoWords(Number(modulus & 0xffffffffn) | 0, Number(modulus >> 32n), 2 ** (bits - 32) - 1);
}

function oneWord(modulus: number, mask: number): ShortElements {
  return {
    add(vector, start, other, words) {
      for (let i = 0; i < words; i++) {
        const over = (vector[start + i] + other[i] - modulus) | 0;
        vector[start + i] = over + (modulus & (over >> 31));
      }
    },
    subtract(vector, start, other, words) {
      for (let i = 0; i < words; i++) {
        const difference = (vector[start + i] - other[i]) | 0;
        vector[start + i] = difference + (modulus & (difference >> 31));
      }
    },
    keep(drawn, into) {
      let count = 0;
      for (let at = 0; at < drawn.length; at++) {
        const value = drawn[at] & mask;
        into[count] = value;
        count += (value - modulus) >>> 31;
      }
      return count;
    },
  };
}

/** @param low the lower word of m; in the names of variables, too, l and h are the lower and the higher word */
function twoWords(low: number, high: number, mask: number): ShortElements {
  return {
    add(vector, start, other, words) {
      for (let i = 0; i < words; i += 2) {
        const at = start + i;
        const l = vector[at] | 0;
        const m = other[i] | 0;
        const sumL = (l + m) | 0;
        const sumH = (vector[at + 1] + other[i + 1] + carryOf(l, m, sumL)) | 0;
        const overL = (sumL - low) | 0;
        const overH = (sumH - high - borrowOf(sumL, low, overL)) | 0;
        const below = overH >> 31;
        vector[at] = overL ^ ((sumL ^ overL) & below);
        vector[at + 1] = overH ^ ((sumH ^ overH) & below);
      }
    },
    subtract(vector, start, other, words) {
      for (let i = 0; i < words; i += 2) {
        const at = start + i;
        const l = vector[at] | 0;
        const m = other[i] | 0;
        const restL = (l - m) | 0;
        const restH = (vector[at + 1] - other[i + 1] - borrowOf(l, m, restL)) | 0;
        const below = restH >> 31;
        const backL = low & below;
        const sumL = (restL + backL) | 0;
        vector[at] = sumL;
        vector[at + 1] = (restH + (high & below) + carryOf(restL, backL, sumL)) | 0;
      }
    },
    keep(drawn, into) {
      let words = 0;
      for (let at = 0; at < drawn.length; at += 2) {
        const l = drawn[at] | 0;
        const h = drawn[at + 1] & mask;
        into[words] = l;
        into[words + 1] = h;
        words += ((h - high - borrowOf(l, low, (l - low) | 0)) >>> 31) << 1;
      }
      return words >> 1;
    },
  };
}

/** What is carried out of the sum of two words. */
function carryOf(a: number, b: number, sum: number): number {
  return ((a & b) | ((a | b) & ~sum)) >>> 31;
}

/** What the difference of two words borrows. */
function borrowOf(a: number, b: number, difference: number): number {
  return ((~a & b) | ((~a | b) & difference)) >>> 31;
}
