/**
 * Linear combinations of long vectors over the field of any prime, on elements as {@link ModularVectors} lays them
 * out: with the kernel up to 28 bits, by residue numbers up to 50, on bigints beyond.
 */

import { provenance } from '../../base/provenance.ts';
import { fieldKernel } from './field-kernel.ts';
import type { Field } from './field.ts';
import { ModularVectors } from './modular-vectors.ts';
import { type AnyField, fieldOf } from './prime-field-of.ts';
import { WIDE_BITS } from './wide-field.ts';
import { WideProduct } from './wide-product.ts';
import { WORD_BITS } from './word-field.ts';

/** Elements of a field as {@link fieldOf} has them. */
export type Elements = readonly (bigint | number)[];

/** The value of one word of the second place. */
const WORD = 2 ** 32;

/**
 * `outputs[a] = sum over b of weights[a][b] * inputs[b]`, each as long as the inputs.
 * @param modulus prime
 * @param inputs vectors modulo the prime, all of one length
 * @returns parts of one buffer
 * @throws CahootsError if the modulus is not prime
 */
export function linearCombinations(
  modulus: bigint,
  weights: readonly Elements[],
  inputs: readonly Uint32Array[],
): Uint32Array[] {
  const field = fieldOf(modulus);
  const vectors = new ModularVectors(modulus);
  const length = (inputs[0]?.length ?? 0) / vectors.words;
  // In one piece of memory, as many short ones take longer than what is computed.
  const size = length * vectors.words;
  const all = vectors.zeros(length * weights.length);
  const outputs = weights.map((_, a) => all.subarray(a * size, (a + 1) * size));
  if (inputs.length === 0 || length === 0) return outputs;
  if (vectors.bits <= WORD_BITS) {
    fieldKernel.combine(Number(modulus), weights as number[][], inputs, outputs);
    return outputs;
  }
  if (vectors.bits <= WIDE_BITS) combineWide(field as Field<number>, weights as number[][], inputs, outputs);
  else combineOnBigints(field, vectors, weights as bigint[][], inputs, outputs);
  provenance?.combined(modulus, weights, inputs, outputs);
  return outputs;
}

/** Elements of two words, or of one that the kernel cannot take. */
function combineWide(
  field: Field<number>,
  weights: readonly (readonly number[])[],
  inputs: readonly Uint32Array[],
  outputs: readonly Uint32Array[],
): void {
  const words = Number(field.modulus) > WORD ? 2 : 1;
  const length = inputs[0].length / words;
  const product = new WideProduct(field, weights);
  const columns = product.columns(length);
  inputs.forEach((input, b) => {
    for (let i = 0; i < length; i++)
      columns.set(b, i, words === 1 ? input[i] : input[2 * i] + input[2 * i + 1] * WORD);
  });
  product.times(columns, weights.length, (a, i, value) => {
    outputs[a][words * i] = value;
    if (words === 2) outputs[a][2 * i + 1] = value / WORD;
  });
}

function combineOnBigints(
  { modulus }: AnyField,
  vectors: ModularVectors,
  weights: readonly (readonly bigint[])[],
  inputs: readonly Uint32Array[],
  outputs: readonly Uint32Array[],
): void {
  const elements = inputs.map((input) => vectors.toBigints(input));
  weights.forEach((row, a) => {
    const sums = elements[0].map((_, i) => row.reduce((sum, weight, b) => sum + weight * elements[b][i], 0n));
    outputs[a].set(vectors.from(sums.map((sum) => sum % modulus)));
  });
}
