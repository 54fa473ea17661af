/**
 * Gadgets: the parts of validity circuits that are not affine (draft-irtf-cfrg-vdaf-20, section 7.3.2). All of the draft's have
 * degree 2.
 */

import type { NttField } from './field.ts';

export interface Gadget {
  /** How many elements it takes. */
  readonly arity: number;
  evaluate(field: NttField, inputs: readonly bigint[]): bigint;
}

/** Mul: the product of two elements. */
export const product: Gadget = {
  arity: 2,
  evaluate: (field, [a, b]) => field.mul(a, b),
};

/** PolyEval of x^2 - x: zero for a bit, and for nothing else. */
export const bitTest: Gadget = {
  arity: 1,
  evaluate: (field, [x]) => field.mul(x, field.sub(x, field.one)),
};

/** ParallelSum of Mul: the sum of the products of this many consecutive pairs. */
export function sumOfProducts(pairs: number): Gadget {
  return {
    arity: 2 * pairs,
    evaluate({ modulus }, inputs) {
      let sum = 0n;
      for (let i = 0; i < inputs.length; i += 2) sum += inputs[i] * inputs[i + 1];
      return sum % modulus;
    },
  };
}
