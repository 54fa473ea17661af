/**
 * A sparse vector as power sums of its indices, and back (SCMA: Pan et al. 2023, Algorithm 2 and Appendix J).
 * Power sums of vectors add up like the vectors, so they can be summed under masks.
 */

import { shortestRecurrence } from './berlekamp-massey.ts';
import type { Field } from './field.ts';
import { polynomialsOver } from './field-kernel.ts';
import { Polynomials } from './polynomials.ts';
import { distinctRoots } from './roots.ts';
import { solveManyPowerSums } from './vandermonde.ts';

/** An index and the value there; neither is zero in the field. */
export interface Entry<E> {
  readonly index: E;
  readonly value: E;
}

/** Fewer sums, or sums of fewer entries, are not worth the way to a kernel: making a list of them takes as long. */
const FEW_SUMS = 64;
const FEW_ENTRIES = 3;

/** S_i = sum over the entries of value * index^(i-1), for i = 1 to `count`. */
export function powerSums<E>(field: Field<E>, entries: readonly Entry<E>[], count: number): E[] {
  const kernel = count < FEW_SUMS || entries.length < FEW_ENTRIES ? undefined : polynomialsOver(field);
  if (kernel !== undefined) return kernel.powerSums(entries, count);
  // Array.from would take three times as long as the sums of one entry.
  const sums: E[] = [];
  while (sums.length < count) sums.push(field.zero);
  for (const { index, value } of entries) {
    let term = value;
    for (let i = 0; i < count; i++) {
      sums[i] = field.add(sums[i], term);
      term = field.mul(term, index);
    }
  }
  return sums;
}

/**
 * The indices of at most half as many entries as there are sums: the locators. Undefined if no such vector
 * has these sums: there are more entries, or the sums are forged. Too many entries are detected with high
 * probability, not always.
 */
export function locate<E extends bigint | number>(field: Field<E>, sums: readonly E[]): E[] | undefined {
  const { connection, length } = shortestRecurrence(field, sums);
  if (2 * length > sums.length) return undefined;
  // The reversed connection polynomial, of degree `length`: if the connection is shorter, an index is zero.
  const locator = Array.from({ length: length + 1 }, () => field.zero);
  connection.forEach((coefficient, k) => {
    locator[length - k] = coefficient;
  });
  return distinctRoots(new Polynomials(field), locator);
}

/**
 * The vector with these power sums, in order of the indices; undefined if it has more than half as many
 * entries.
 */
export function sparseVector<E extends bigint | number>(
  field: Field<E>,
  sums: readonly E[],
): Entry<E>[] | undefined {
  const indices = locate(field, sums)?.toSorted((a, b) => (a < b ? -1 : 1));
  if (indices === undefined) return undefined;
  const [values] = solveManyPowerSums(field, indices, [sums]);
  return indices.map((index, j) => ({ index, value: values[j] }));
}
