/** Tests of many bits with few calls of a gadget (draft-irtf-cfrg-vdaf-20, section 7.4.3). */

import type { NttField } from './field.ts';
import { sumOfProducts } from './gadgets.ts';

/** The number of bits in a chunk for which proofs are shortest: about their root. */
export function bestChunk(bits: number): number {
  return Math.ceil(Math.sqrt(bits));
}

/**
 * Tests that elements are bits: the sum of r^j x (x - 1) over a chunk, with an r of its own for each: zero, but for a negligible chance,
 * if all are.
 */
export function bitsInChunks(field: NttField, length: number, chunk: number) {
  const calls = Math.ceil(length / chunk);
  const test = (
    encoded: readonly bigint[],
    randomness: readonly bigint[],
    shares: number,
    call: (inputs: readonly bigint[]) => bigint,
  ): bigint => {
    const one = field.inv(field.from(shares));
    let sumOfAll = field.zero;
    for (let i = 0; i < calls; i++) {
      const inputs: bigint[] = [];
      let power = randomness[i];
      for (let at = i * chunk; at < (i + 1) * chunk; at++) {
        const x = encoded[at] ?? field.zero;
        inputs.push(field.mul(power, x), field.sub(x, one));
        power = field.mul(power, randomness[i]);
      }
      sumOfAll = field.add(sumOfAll, call(inputs));
    }
    return sumOfAll;
  };
  return { shape: { gadget: sumOfProducts(chunk), calls, jointRandomness: calls }, test };
}
