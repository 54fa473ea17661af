/**
 * A validity circuit and the encoding of measurements that it checks (draft-irtf-cfrg-vdaf-20, section 7.3.2): all of its outputs
 * are zero if the encoded measurement is valid. Each circuit of the draft calls one gadget and is affine otherwise, so it can
 * be evaluated on shares, with the gadget's outputs taken from a proof.
 *
 * `M` is a measurement, `R` the sum of many.
 */

import type { NttField } from './field.ts';
import type { Gadget } from './gadgets.ts';

export interface Circuit<M, R> {
  readonly field: NttField;
  /** Elements of an encoded measurement, of its part that is added up, and of the randomness of a proof. */
  readonly encodedLength: number;
  readonly outputLength: number;
  readonly jointRandomness: number;
  /** How many elements it has as its outputs. */
  readonly tests: number;
  readonly gadget: Gadget;
  /** How often it calls the gadget. */
  readonly calls: number;
  /** @throws CahootsError if the measurement is not valid */
  encode(measurement: M): bigint[];
  /**
   * @param encoded a measurement, or one of so many shares of it
   * @param call evaluates the gadget
   */
  evaluate(
    encoded: readonly bigint[],
    randomness: readonly bigint[],
    shares: number,
    call: (inputs: readonly bigint[]) => bigint,
  ): bigint[];
  /** What is added up; linear. */
  truncate(encoded: readonly bigint[]): bigint[];
  /** @param measurements how many were added up */
  decode(sum: readonly bigint[], measurements: number): R;
}

/** What is proved of a circuit: its numbers of elements (draft-irtf-cfrg-vdaf-20, section 7.3.3). */
export interface ProofLengths {
  /** p: values by which a wire's polynomial is known. */
  readonly wire: number;
  readonly proof: number;
  readonly verifier: number;
  readonly proveRandomness: number;
  readonly queryRandomness: number;
}

/** How long a proof is, and what is drawn for it. */
export function proofLengths({ gadget: { arity }, calls, tests }: Circuit<never, unknown>): ProofLengths {
  let wire = 1;
  while (wire < 1 + calls) wire *= 2;
  return {
    wire,
    // A gadget of degree 2 makes of polynomials of degree p - 1 one of degree 2 (p - 1).
    proof: arity + 2 * (wire - 1) + 1,
    verifier: 1 + arity + 1,
    proveRandomness: arity,
    queryRandomness: 1 + (tests > 1 ? tests : 0),
  };
}
