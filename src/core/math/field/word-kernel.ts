/**
 * The field kernel in plain TypeScript.
 *
 * Doubles hold integers below 2^53. A 28-bit factor is split into two halves of 14 bits, so a half times a residue
 * stays below 2^42 and 2^10 such products are summed before anything is reduced.
 */

import { provenance } from '../../base/provenance.ts';
import { powerOfTwo } from '../elementary/index.ts';
import type { FieldKernel } from './kernel.ts';
import { mulMod, reduceMod } from './word-field.ts';

const HALF_BITS = 14;
const HALF_MASK = powerOfTwo(HALF_BITS) - 1;
const HALF = powerOfTwo(HALF_BITS);
/** Products of a half and a residue summed before a reduction: they stay below 2^52, see {@link join}. */
const TERMS = 2 ** 10;
/** Elements combined at a time: their accumulators stay in the first-level cache. */
const TILE = 1024;
/** Inputs combined in one pass over the accumulators, which otherwise cost more than the products. */
const LANES = 4;

export const wordKernel: FieldKernel = {
  combine(p, weights, inputs, outputs) {
    const inverse = 1 / p;
    const length = outputs[0]?.length ?? 0;
    // Each element's two sums are adjacent.
    const sums = new Float64Array(2 * TILE);
    const none = new Uint32Array(TILE);
    for (let start = 0; start < length; start += TILE) {
      const size = Math.min(TILE, length - start);
      const tiles = inputs.map((input) => input.subarray(start, start + size));
      outputs.forEach((output, a) => {
        sums.fill(0);
        for (let b = 0; b < tiles.length; b += LANES) {
          if (b > 0 && b % (TERMS - LANES) === 0) reduceAll(sums, p, inverse);
          const lane = (offset: number): Uint32Array => tiles[b + offset] ?? none;
          accumulate(sums, weights[a], b, lane(0), lane(1), lane(2), lane(3), size);
        }
        for (let i = 0; i < size; i++) output[start + i] = join(sums[2 * i], sums[2 * i + 1], p, inverse);
      });
    }
    provenance?.combined(p, weights, inputs, outputs);
  },

  innerProducts(p, vectors, factors, products) {
    const inverse = 1 / p;
    factors.forEach((factor, b) => {
      const high = Float64Array.from(factor, (value) => value >>> HALF_BITS);
      const low = Float64Array.from(factor, (value) => value & HALF_MASK);
      vectors.forEach((vector, a) => {
        const product = dot(high, low, 0, vector, 0, vector.length, p, inverse);
        products[a * factors.length + b] = reduceMod(product, p, inverse);
      });
    });
  },

  squaredNorms(p, rows, columns, norms) {
    const inverse = 1 / p;
    for (let i = 0, at = 0; i < norms.length; i++) {
      let norm = 0;
      for (const end = at + columns; at < end; at++) norm += mulMod(rows[at], rows[at], p, inverse);
      norms[i] = reduceMod(norm, p, inverse);
    }
  },

  clusterSums(p, rows, columns, labels, sums) {
    const inverse = 1 / p;
    const clusters = columns === 0 ? 0 : sums.length / columns;
    const exact = new Float64Array(sums.length); // 2^25 residues sum exactly
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] >= clusters) continue;
      const to = labels[i] * columns;
      const from = i * columns;
      for (let c = 0; c < columns; c++) exact[to + c] += rows[from + c];
    }
    for (let i = 0; i < sums.length; i++) sums[i] = reduceMod(exact[i], p, inverse);
  },

  scaledDistances(p, rows, columns, norms, sums, sizes, distances) {
    const inverse = 1 / p;
    const clusters = sizes.length;
    const { centres, squares, constants } = distanceTerms(p, sums, columns, sizes);
    const high = Float64Array.from(centres, (value) => value >>> HALF_BITS);
    const low = Float64Array.from(centres, (value) => value & HALF_MASK);
    for (let i = 0; i < norms.length; i++) {
      for (let h = 0; h < clusters; h++) {
        const product = dot(high, low, h * columns, rows, i * columns, columns, p, inverse);
        const own = mulMod(squares[h], norms[i], p, inverse);
        distances[i * clusters + h] = reduceMod(product + own + constants[h], p, inverse);
      }
    }
  },
};

/** The terms of a distance that do not depend on the point: see {@link distanceTerms}. */
interface DistanceTerms {
  readonly centres: Uint32Array;
  readonly squares: readonly number[];
  readonly constants: Uint32Array;
}

/**
 * Scaled distances as one inner product and two more terms: <centres[h], x_i> + squares[h] ||x_i||^2 + constants[h], with
 * centres = -2 |S_h| sums[h], squares = |S_h|^2 and constants = ||sums[h]||^2.
 */
export function distanceTerms(
  p: number,
  sums: Uint32Array,
  columns: number,
  sizes: ArrayLike<number>,
): DistanceTerms {
  const inverse = 1 / p;
  const factors = Array.from(sizes, (size) => reduceMod(-2 * size, p, inverse));
  const constants = new Uint32Array(sizes.length);
  wordKernel.squaredNorms(p, sums, columns, constants);
  return {
    centres: sums.map((value, at) => mulMod(value, factors[Math.floor(at / columns)], p, inverse)),
    squares: Array.from(sizes, (size) => mulMod(size % p, size % p, p, inverse)),
    constants,
  };
}

/**
 * Adds `weights[b] * tile_0[i] + ... + weights[b+3] * tile_3[i]` to the sums of element i, separately for
 * each half.
 */
function accumulate(
  sums: Float64Array,
  weights: readonly number[],
  b: number,
  tile0: Uint32Array,
  tile1: Uint32Array,
  tile2: Uint32Array,
  tile3: Uint32Array,
  size: number,
): void {
  const [weight0, weight1 = 0, weight2 = 0, weight3 = 0] = weights.slice(b, b + LANES);
  const high0 = weight0 >>> HALF_BITS;
  const high1 = weight1 >>> HALF_BITS;
  const high2 = weight2 >>> HALF_BITS;
  const high3 = weight3 >>> HALF_BITS;
  const low0 = weight0 & HALF_MASK;
  const low1 = weight1 & HALF_MASK;
  const low2 = weight2 & HALF_MASK;
  const low3 = weight3 & HALF_MASK;
  for (let i = 0; i < size; i++) {
    const value0 = tile0[i];
    const value1 = tile1[i];
    const value2 = tile2[i];
    const value3 = tile3[i];
    sums[2 * i] += high0 * value0 + high1 * value1 + high2 * value2 + high3 * value3;
    sums[2 * i + 1] += low0 * value0 + low1 * value1 + low2 * value2 + low3 * value3;
  }
}

function reduceAll(sums: Float64Array, p: number, inverse: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] = reduceMod(sums[i], p, inverse);
}

/** The inner product of a vector given in halves, from `at`, with residues from `start`. */
function dot(
  high: Float64Array,
  low: Float64Array,
  at: number,
  residues: Uint32Array,
  start: number,
  length: number,
  p: number,
  inverse: number,
): number {
  let total = 0;
  for (let from = 0; from < length; from += TERMS) {
    const to = Math.min(length, from + TERMS);
    let sumHigh = 0;
    let sumLow = 0;
    for (let c = from; c < to; c++) {
      const value = residues[start + c];
      sumHigh += high[at + c] * value;
      sumLow += low[at + c] * value;
    }
    total += join(sumHigh, sumLow, p, inverse);
  }
  return total;
}

/** `high * 2^14 + low mod p`, for low <= 2^52: then all of it stays below 2^53. */
function join(high: number, low: number, p: number, inverse: number): number {
  return reduceMod(reduceMod(high, p, inverse) * HALF + low, p, inverse);
}
