/**
 * The arithmetic of integers modulo a prime. Elements are canonical: in [0, modulus). The bigint field is the
 * reference that tests compare with; the word field is the one in use.
 */
export interface Field<E> {
  readonly modulus: bigint;
  readonly zero: E;
  readonly one: E;
  /** The residue of any integer, negative ones wrapped. */
  from(value: bigint | number): E;
  add(a: E, b: E): E;
  sub(a: E, b: E): E;
  neg(a: E): E;
  mul(a: E, b: E): E;
  /** Square and multiply; `exponent` is not negative. */
  pow(base: E, exponent: bigint): E;
  /** @throws when `a` is zero */
  inv(a: E): E;
}
