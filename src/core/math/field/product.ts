/** A way to multiply long polynomials; factors that are used repeatedly are prepared once. */

/** `P`: a prepared polynomial. */
export interface Multiplier<E, P = unknown> {
  ready(a: readonly E[]): P;
  /** The product's coefficients in [from, to). */
  product(a: P, b: P, from: number, to: number): E[];
}
