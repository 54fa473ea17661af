/** The shortest linear recurrence of a sequence (Berlekamp 1968, Massey 1969). */

import type { Field } from './field.ts';
import { polynomialsOver } from './field-kernel.ts';

/** sum over k of connection[k] * s[i - k] = 0 for every i from `length` on; connection[0] is 1. */
export interface Recurrence<E> {
  /** Without trailing zeros; its degree may be below `length`. */
  readonly connection: readonly E[];
  readonly length: number;
}

/** A shorter sequence is not worth the way to a kernel. */
const SHORT = 64;

/** For each term of the sequence about `length` multiplications, twice. */
export function shortestRecurrence<E>(field: Field<E>, sequence: readonly E[]): Recurrence<E> {
  const kernel = sequence.length < SHORT ? undefined : polynomialsOver(field);
  const { connection, length } = kernel?.recurrence(sequence) ?? plainRecurrence(field, sequence);
  while (connection.length > 1 && connection[connection.length - 1] === field.zero) connection.pop();
  return { connection, length };
}

function plainRecurrence<E>(
  field: Field<E>,
  sequence: readonly E[],
): { readonly connection: E[]; readonly length: number } {
  let connection: E[] = [field.one];
  let previous: E[] = [field.one];
  let previousDiscrepancy = field.one;
  let length = 0;
  let gap = 1;
  for (let i = 0; i < sequence.length; i++) {
    let discrepancy = sequence[i];
    for (let k = 1; k < connection.length && k <= i; k++)
      discrepancy = field.add(discrepancy, field.mul(connection[k], sequence[i - k]));
    if (discrepancy === field.zero) {
      gap++;
      continue;
    }
    const old = 2 * length <= i ? connection.slice() : undefined;
    const factor = field.mul(discrepancy, field.inv(previousDiscrepancy));
    while (connection.length < previous.length + gap) connection.push(field.zero);
    for (let k = 0; k < previous.length; k++)
      connection[k + gap] = field.sub(connection[k + gap], field.mul(factor, previous[k]));
    if (old === undefined) {
      gap++;
    } else {
      length = i + 1 - length;
      previous = old;
      previousDiscrepancy = discrepancy;
      gap = 1;
    }
  }
  return { connection, length };
}
