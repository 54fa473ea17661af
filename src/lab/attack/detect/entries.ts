/** Entries of vectors, as tests of randomness look at them. */

import { mod } from './lattice.ts';
import type { Stack } from './samples.ts';

/** How an entry differs from that of the first run, over all runs. */
export function differences({ runs, modulus }: Stack, entry: number): bigint[] {
  const [first, ...others] = runs.map((entries) => entries[entry]);
  return others.map((value) => (modulus === undefined ? value ^ first : mod(value - first, modulus)));
}

export function nameOf({ type, from, to, plane }: Stack): string {
  return `${type} from ${from} to ${to}, prime ${plane + 1}`;
}

/** Of an entry; few where nothing is known. */
export function bitsOf({ modulus }: Stack): number {
  return modulus === undefined ? 8 : Math.log2(Number(modulus));
}
