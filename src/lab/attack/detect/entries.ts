/** Entries of vectors, as used by tests of randomness. */

import { log2 } from '../../../core/math/elementary/index.ts';
import { toZn } from 'bigint-mod-arith';
import type { Stack } from './samples.ts';

/**
 * The differences between an entry in each run and in the first run.
 * @param most of how many runs besides the first
 */
export function differences({ runs, modulus }: Stack, entry: number, most = runs.length): bigint[] {
  const [first, ...others] = runs.slice(0, 1 + most).map((entries) => entries[entry]);
  return others.map((value) => (modulus === undefined ? value ^ first : toZn(value - first, modulus)));
}

/** The name of a stack of entries, for a finding. */
export function nameOf({ type, from, to, plane }: Stack): string {
  return `${type} from ${from} to ${to}, prime ${plane + 1}`;
}

/** The bits of an entry; few if its modulus is unknown. */
export function bitsOf({ modulus }: Stack): number {
  return modulus === undefined ? 8 : log2(Number(modulus));
}
