/**
 * Algorithms that take quadratic time in the number of coefficients, in AssemblyScript, modulo primes p below 2^50. Vectors are given
 * and returned as doubles; in between they are words of 64 bits.
 *
 * Addresses are in bytes. The caller lays everything out in memory; see ../polynomial-kernel.ts.
 */

import { difference, inverse, product, rounded } from './wide';

/** So many differences of products, each below 2^50 in absolute value, sum up without a reduction. */
const TERMS: i32 = 4096;

function element(base: usize, index: i32): i64 {
  return load<i64>(base + ((<usize>index) << 3));
}

function put(base: usize, index: i32, value: i64): void {
  store<i64>(base + ((<usize>index) << 3), value);
}

function toWords(vector: usize, length: i32): void {
  for (let i = 0; i < length; i++) put(vector, i, rounded(load<f64>(vector + ((<usize>i) << 3))));
}

function toDoubles(vector: usize, length: i32): void {
  for (let i = 0; i < length; i++) store<f64>(vector + ((<usize>i) << 3), <f64>element(vector, i));
}

/** The sum of a[k] * b[-k] for k below a length. */
function convolved(a: usize, b: usize, length: i32, p: i64): i64 {
  const scale = 1.0 / <f64>p;
  let total: i64 = 0;
  for (let start = 0; start < length; start += TERMS) {
    let sum: i64 = 0;
    const end = min(length, start + TERMS);
    for (let k = start; k < end; k++) {
      const one = element(a, k);
      const other = element(b, -k);
      sum += one * other - rounded(<f64>one * <f64>other * scale) * p;
    }
    total += sum % p;
  }
  return difference(total % p, 0, p);
}

/** `vector[i] -= factor * other[i]` */
function subtractMultiple(vector: usize, other: usize, length: i32, factor: i64, p: i64): void {
  const quotient = <f64>factor / <f64>p;
  for (let i = 0; i < length; i++)
    put(vector, i, difference(element(vector, i), product(element(other, i), factor, quotient, p), p));
}

/**
 * The shortest linear recurrence, see ../berlekamp-massey.ts; three vectors have room for one more element than the sequence.
 * @param connection receives its coefficients, and zeros after them
 * @returns its length
 */
export function recurrence(
  sequence: usize,
  count: i32,
  connection: usize,
  previous: usize,
  spare: usize,
  modulus: f64,
): i32 {
  const p = <i64>modulus;
  toWords(sequence, count);
  memory.fill(connection, 0, (<usize>count + 1) << 3);
  put(connection, 0, 1);
  put(previous, 0, 1);
  let terms = 1;
  let previousTerms = 1;
  let previousDiscrepancy: i64 = 1;
  let length = 0;
  let gap = 1;
  for (let i = 0; i < count; i++) {
    const discrepancy = convolved(connection, sequence + ((<usize>i) << 3), min(terms, i + 1), p);
    if (discrepancy === 0) {
      gap++;
      continue;
    }
    const isLonger = 2 * length <= i;
    const before = terms;
    if (isLonger) memory.copy(spare, connection, (<usize>terms) << 3);
    const by = inverse(previousDiscrepancy, p);
    const factor = product(discrepancy, by, <f64>by / modulus, p);
    subtractMultiple(connection + ((<usize>gap) << 3), previous, previousTerms, factor, p);
    terms = max(terms, previousTerms + gap);
    gap++;
    if (isLonger) {
      length = i + 1 - length;
      const next = spare;
      spare = previous;
      previous = next;
      previousTerms = before;
      previousDiscrepancy = discrepancy;
      gap = 1;
    }
  }
  toDoubles(connection, count + 1);
  return length;
}

/** Subtracts multiples of b from a until it is shorter; `quotient` receives their factors if it is not 0. */
function reduce(a: usize, aLength: i32, b: usize, bLength: i32, quotient: usize, p: i64): void {
  const scale = inverse(element(b, bLength - 1), p);
  const scaleQuotient = <f64>scale / <f64>p;
  for (let shift = aLength - bLength; shift >= 0; shift--) {
    const factor = product(element(a, shift + bLength - 1), scale, scaleQuotient, p);
    if (quotient !== 0) put(quotient, shift, factor);
    if (factor !== 0) subtractMultiple(a + ((<usize>shift) << 3), b, bLength, factor, p);
  }
}

/** Long division: the quotient, and in place of the dividend the remainder, whose trailing coefficients are zeros. */
export function divide(a: usize, aLength: i32, b: usize, bLength: i32, quotient: usize, modulus: f64): void {
  toWords(a, aLength);
  toWords(b, bLength);
  reduce(a, aLength, b, bLength, quotient, <i64>modulus);
  toDoubles(a, aLength);
  toDoubles(quotient, aLength - bLength + 1);
}

/**
 * A greatest common divisor in place of the first polynomial, by Euclid's algorithm.
 * @param aLength at least bLength, which is not 0; neither polynomial ends with zeros
 * @returns its length
 */
export function commonDivisor(a: usize, aLength: i32, b: usize, bLength: i32, modulus: f64): i32 {
  const p = <i64>modulus;
  toWords(a, aLength);
  toWords(b, bLength);
  let larger = a;
  let smaller = b;
  while (bLength > 0) {
    reduce(larger, aLength, smaller, bLength, 0, p);
    let rest = bLength - 1;
    while (rest > 0 && element(larger, rest - 1) === 0) rest--;
    const next = larger;
    larger = smaller;
    smaller = next;
    aLength = bLength;
    bLength = rest;
  }
  if (larger !== a) memory.copy(a, larger, (<usize>aLength) << 3);
  toDoubles(a, aLength);
  return aLength;
}

/** How many powers are computed side by side, as each waits for the one before it. */
const CHAINS: i32 = 4;

/** `sums[i] += value * index^i`, where sums may have up to three elements more. */
export function addPowers(sums: usize, count: i32, value: f64, index: f64, modulus: f64): void {
  const p = <i64>modulus;
  const by = <i64>index;
  const quotient = index / modulus;
  const square = product(by, by, quotient, p);
  const step = product(square, square, <f64>square / modulus, p);
  const stepQuotient = <f64>step / modulus;
  let first = <i64>value;
  let second = product(first, by, quotient, p);
  let third = product(second, by, quotient, p);
  let fourth = product(third, by, quotient, p);
  for (let i = 0; i < count; i += CHAINS) {
    const at = sums + ((<usize>i) << 3);
    addTo(at, first, modulus);
    addTo(at + 8, second, modulus);
    addTo(at + 16, third, modulus);
    addTo(at + 24, fourth, modulus);
    first = product(first, step, stepQuotient, p);
    second = product(second, step, stepQuotient, p);
    third = product(third, step, stepQuotient, p);
    fourth = product(fourth, step, stepQuotient, p);
  }
}

function addTo(at: usize, value: i64, modulus: f64): void {
  const rest = load<f64>(at) + <f64>value - modulus;
  store<f64>(at, rest + reinterpret<f64>(reinterpret<i64>(modulus) & (reinterpret<i64>(rest) >> 63)));
}
