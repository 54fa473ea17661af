/** The rank of sparse rows modulo a prime. */

import { modInv } from 'bigint-mod-arith';

type Row = ReadonlyMap<string, bigint>;

/** How many of these rows are independent. */
export function rankOf(rows: readonly Row[], modulus: bigint): number {
  const pivots = new Map<string, Map<string, bigint>>();
  let rank = 0;
  for (const row of rows) {
    const rest = new Map(row);
    for (;;) {
      const at = [...rest.keys()].find((column) => pivots.has(column));
      if (at === undefined) break;
      subtract(rest, pivots.get(at) as Row, rest.get(at) as bigint, modulus);
    }
    const [first] = rest;
    if (first === undefined) continue;
    const inverse = modInv(first[1], modulus);
    for (const [column, value] of rest) rest.set(column, (value * inverse) % modulus);
    // Earlier rows keep no entry where this one has its pivot.
    for (const pivot of pivots.values()) {
      const value = pivot.get(first[0]);
      if (value !== undefined) subtract(pivot, rest, value, modulus);
    }
    pivots.set(first[0], rest);
    rank++;
  }
  return rank;
}

function subtract(from: Map<string, bigint>, row: Row, times: bigint, modulus: bigint): void {
  for (const [column, value] of row) {
    const left = ((from.get(column) ?? 0n) - times * value) % modulus;
    if (left === 0n) from.delete(column);
    else from.set(column, left < 0n ? left + modulus : left);
  }
}
