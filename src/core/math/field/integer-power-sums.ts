/**
 * A sparse vector of positive integers from its exact power sums, deterministically and without a field
 * (after Pan et al. 2023, Appendix K): for small instances, since the bits of the sums grow with their
 * number.
 */

import type { Entry } from './power-sums.ts';

/**
 * The entries, in order of their indices; undefined if there are more than half as many as sums, or the sums
 * do not belong to such a vector.
 * @param sums S_i = sum over the entries of value * index^(i-1)
 * @param largest indices are from 1 to this
 */
export function integerVector(sums: readonly bigint[], largest: bigint): Entry<bigint>[] | undefined {
  const locator = integerLocator(sums);
  const indices = locator && integerRoots(locator, largest);
  if (indices === undefined) return undefined;
  const entries: Entry<bigint>[] = [];
  for (const index of indices) {
    // Lagrange's polynomial of this index, without its denominator.
    const coefficients = divideByRoot(locator as bigint[], index);
    const weighted = coefficients.reduce((sum, coefficient, i) => sum + coefficient * sums[i], 0n);
    const denominator = evaluate(coefficients, index);
    if (weighted % denominator !== 0n) return undefined;
    entries.push({ index, value: weighted / denominator });
  }
  if (entries.some(({ value }) => value <= 0n)) return undefined;
  // Forged sums may look right as far as the locator goes.
  const powers = entries.map(() => 1n);
  for (const sum of sums) {
    if (entries.reduce((total, { value }, j) => total + value * powers[j], 0n) !== sum) return undefined;
    entries.forEach(({ index }, j) => (powers[j] *= index));
  }
  return entries;
}

/**
 * The monic polynomial of the indices: the kernel of the Hankel matrix of the sums, by fraction-free
 * elimination (Bareiss 1968). For positive values its leading minors are positive up to the number of entries
 * and zero after that, so no pivoting is needed.
 */
function integerLocator(sums: readonly bigint[]): bigint[] | undefined {
  const size = sums.length >> 1;
  const rows = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (__, j) => sums[i + j] ?? 0n),
  );
  let previous = 1n;
  let rank = 0;
  for (; rank < size && rows[rank][rank] !== 0n; rank++) {
    const pivot = rows[rank][rank];
    for (let i = 0; i < size; i++) {
      if (i === rank) continue;
      const factor = rows[i][rank];
      for (let j = 0; j <= size; j++) rows[i][j] = (pivot * rows[i][j] - factor * rows[rank][j]) / previous;
    }
    previous = pivot;
  }
  // Eliminated above and below, row i says: previous * c_i + (entry in column `rank`) * c_rank = 0, with c_rank = 1.
  const locator = rows.slice(0, rank).map((row) => {
    return row[rank] % previous === 0n ? -row[rank] / previous : undefined;
  });
  if (locator.includes(undefined)) return undefined;
  return [...(locator as bigint[]), 1n];
}

/**
 * The roots, ascending, if all are distinct integers from 1 to `largest`. For a polynomial with only real
 * roots, the number of roots in (a, b] is the number of sign changes among its derivatives at a minus that at
 * b (Budan, Fourier), so bisection always finds them.
 */
function integerRoots(polynomial: readonly bigint[], largest: bigint): bigint[] | undefined {
  const degree = polynomial.length - 1;
  const changes = (point: bigint): number => signChanges(taylor(polynomial, point));
  const roots: bigint[] = [];
  const bisect = (low: bigint, high: bigint, above: number, below: number): void => {
    if (above === below) return;
    if (high - low === 1n) {
      if (evaluate(polynomial, high) === 0n) roots.push(high);
      return;
    }
    const middle = (low + high) / 2n;
    const between = changes(middle);
    bisect(low, middle, above, between);
    bisect(middle, high, between, below);
  };
  bisect(0n, largest, changes(0n), changes(largest));
  return roots.length === degree ? roots : undefined;
}

/** The coefficients of the polynomial of x + point. */
function taylor(polynomial: readonly bigint[], point: bigint): bigint[] {
  const shifted = [...polynomial];
  for (let from = 0; from < shifted.length; from++) {
    for (let i = shifted.length - 2; i >= from; i--) shifted[i] += point * shifted[i + 1];
  }
  return shifted;
}

function signChanges(values: readonly bigint[]): number {
  const signs = values.filter((value) => value !== 0n).map((value) => value > 0n);
  return signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
}

/** The quotient by x - root. */
function divideByRoot(polynomial: readonly bigint[], root: bigint): bigint[] {
  const quotient = polynomial.slice(1);
  let carry = 0n;
  for (let i = quotient.length - 1; i >= 0; i--) {
    carry = polynomial[i + 1] + carry * root;
    quotient[i] = carry;
  }
  return quotient;
}

function evaluate(polynomial: readonly bigint[], point: bigint): bigint {
  return polynomial.reduceRight((value, coefficient) => value * point + coefficient, 0n);
}
