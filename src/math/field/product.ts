/** A way to multiply long polynomials: what is multiplied again and again is made ready once. */

/** `P`: a polynomial that is made ready. */
export interface Multiplier<E, P = unknown> {
  ready(a: readonly E[]): P;
  /** The coefficients of the product from number `from` on, up to `to`. */
  product(a: P, b: P, from: number, to: number): E[];
}
