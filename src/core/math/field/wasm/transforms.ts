/**
 * Number-theoretic transforms in AssemblyScript, modulo primes p below 2^50. Elements are doubles in memory. Each factor w of a
 * butterfly comes with w / p, so that the quotient of a product is one multiplication of doubles, right to within one.
 *
 * Addresses are in bytes; `size` is a power of two. The caller lays everything out in memory; see ../transform-kernel.ts.
 */

import { difference, product, rounded } from './wide';

function element(base: usize, index: i32): i64 {
  return rounded(load<f64>(base + ((<usize>index) << 3)));
}

function put(base: usize, index: i32, value: i64): void {
  store<f64>(base + ((<usize>index) << 3), <f64>value);
}

/** `values[i] = values[i] * others[i] mod p` */
export function multiply(values: usize, others: usize, size: i32, modulus: f64): void {
  const p = <i64>modulus;
  const inverse = 1.0 / modulus;
  for (let i = 0; i < size; i++) {
    const other = element(others, i);
    put(values, i, product(element(values, i), other, <f64>other * inverse, p));
  }
}

/** The transform in place, which leaves values in bit-reversed order; `roots` are the first size / 2 powers. */
export function transform(values: usize, size: i32, roots: usize, quotients: usize, modulus: f64): void {
  const p = <i64>modulus;
  for (let half = size >> 1, step = 1; half > 0; half >>= 1, step <<= 1) {
    for (let start = 0; start < size; start += 2 * half) {
      for (let j = 0, at = start; j < half; j++, at++) {
        const one = element(values, at);
        const other = element(values, at + half);
        const root = j * step;
        const quotient = load<f64>(quotients + ((<usize>root) << 3));
        put(values, at, difference(one + other, p, p));
        put(values, at + half, product(difference(one, other, p), element(roots, root), quotient, p));
      }
    }
  }
}

/** The inverse transform in place, multiplied by the size; `roots` are powers of the inverse root. */
export function transformBack(values: usize, size: i32, roots: usize, quotients: usize, modulus: f64): void {
  const p = <i64>modulus;
  for (let half = 1, step = size >> 1; half < size; half <<= 1, step >>= 1) {
    for (let start = 0; start < size; start += 2 * half) {
      for (let j = 0, at = start; j < half; j++, at++) {
        const root = j * step;
        const quotient = load<f64>(quotients + ((<usize>root) << 3));
        const one = element(values, at);
        const other = product(element(values, at + half), element(roots, root), quotient, p);
        put(values, at, difference(one + other, p, p));
        put(values, at + half, difference(one, other, p));
      }
    }
  }
}
