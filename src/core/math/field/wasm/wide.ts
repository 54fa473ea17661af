/** Elements modulo primes p below 2^50 in AssemblyScript: words of 64 bits, which come and go as doubles. */

/** 2^52: the lowest bits of its sum with a double from 0 to 2^51 are that double, rounded to an integer. */
const ROUNDING: f64 = 4503599627370496;
const ROUNDED: i64 = 0xfffffffffffff;

/** A double from 0 to 2^51 as an integer, without the checks that a conversion makes. */
export function rounded(value: f64): i64 {
  return reinterpret<i64>(value + ROUNDING) & ROUNDED;
}

/** `a * b mod p`; `quotient` is b / p. */
export function product(a: i64, b: i64, quotient: f64, p: i64): i64 {
  // Both products wrap; the quotient is rounded, so their difference is in (-p, p).
  const rest = a * b - rounded(<f64>a * quotient) * p;
  return rest + (p & (rest >> 63));
}

/** `a - b mod p`. Here as elsewhere nothing branches on an element, which no processor could foresee. */
export function difference(a: i64, b: i64, p: i64): i64 {
  const rest = a - b;
  return rest + (p & (rest >> 63));
}

/** The inverse of an element other than 0, by Euclid's algorithm. */
export function inverse(a: i64, p: i64): i64 {
  let before = p;
  let rest = a;
  let factorBefore: i64 = 0;
  let factor: i64 = 1;
  while (rest > 0) {
    const quotient = before / rest;
    const nextRest = before - quotient * rest;
    const nextFactor = factorBefore - quotient * factor;
    before = rest;
    rest = nextRest;
    factorBefore = factor;
    factor = nextFactor;
  }
  return factorBefore < 0 ? factorBefore + p : factorBefore;
}
