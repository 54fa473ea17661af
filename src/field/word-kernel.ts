/**
 * The field kernel in plain TypeScript.
 *
 * Doubles hold integers below 2^53. A 28-bit factor is split into two halves of 14 bits, so a half times a residue
 * stays below 2^42 and 2^11 such products are summed before anything is reduced.
 */

import type { FieldKernel } from './kernel.ts';
import { mulMod, reduceMod } from './word-field.ts';

const HALF_BITS = 14;
const HALF_MASK = 2 ** HALF_BITS - 1;
const HALF = 2 ** HALF_BITS;
/** Products of a half and a residue that a double sums exactly. */
const TERMS = 2 ** 11;
/** Elements combined at a time: two accumulators of this length stay in the first-level cache. */
const TILE = 1024;

export const wordKernel: FieldKernel = {
  combine(p, weights, inputs, outputs) {
    const inverse = 1 / p;
    const length = outputs[0]?.length ?? 0;
    const high = new Float64Array(TILE);
    const low = new Float64Array(TILE);
    const reduceTile = (size: number): void => {
      for (let i = 0; i < size; i++) {
        high[i] = reduceMod(high[i], p, inverse);
        low[i] = reduceMod(low[i], p, inverse);
      }
    };
    for (let start = 0; start < length; start += TILE) {
      const size = Math.min(TILE, length - start);
      outputs.forEach((output, a) => {
        high.fill(0);
        low.fill(0);
        inputs.forEach((input, b) => {
          // A reduced accumulator counts as one more term, hence one less than TERMS.
          if (b % (TERMS - 1) === TERMS - 2) reduceTile(size);
          accumulate(high, low, weights[a][b], input, start, size);
        });
        for (let i = 0; i < size; i++) output[start + i] = join(high[i], low[i], p, inverse);
      });
    }
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
    const high = Float64Array.from(sums, (value) => value >>> HALF_BITS);
    const low = Float64Array.from(sums, (value) => value & HALF_MASK);
    const sumNorms = new Uint32Array(clusters);
    wordKernel.squaredNorms(p, sums, columns, sumNorms);
    const doubled = Array.from(sizes, (size) => reduceMod(2 * size, p, inverse));
    const squared = Array.from(sizes, (size) => mulMod(size % p, size % p, p, inverse));
    for (let i = 0; i < norms.length; i++) {
      const start = i * columns;
      for (let h = 0; h < clusters; h++) {
        const product = dot(high, low, h * columns, rows, start, columns, p, inverse);
        const far = sumNorms[h] + mulMod(squared[h], norms[i], p, inverse);
        const near = mulMod(doubled[h], product, p, inverse);
        distances[i * clusters + h] = reduceMod(far - near, p, inverse);
      }
    }
  },
};

/** Adds `weight * input[start..start+size)` to the accumulators of its halves. */
function accumulate(
  high: Float64Array,
  low: Float64Array,
  weight: number,
  input: Uint32Array,
  start: number,
  size: number,
): void {
  const weightHigh = weight >>> HALF_BITS;
  const weightLow = weight & HALF_MASK;
  for (let i = 0; i < size; i++) {
    const value = input[start + i];
    high[i] += weightHigh * value;
    low[i] += weightLow * value;
  }
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
  return reduceMod(total, p, inverse);
}

/** `high * 2^14 + low mod p`. */
function join(high: number, low: number, p: number, inverse: number): number {
  return reduceMod(reduceMod(high, p, inverse) * HALF + reduceMod(low, p, inverse), p, inverse);
}
