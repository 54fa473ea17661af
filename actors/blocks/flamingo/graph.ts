/**
 * Who is whose neighbour, and who decrypts: drawn from public randomness, so that everybody knows without being told (Ma et
 * al. 2023, section 4.2). The paper's beacon is a hash of all public keys, which is known to nobody before all are sent.
 */

import { joinBytes, sha256, toHex, utf8 } from '../../../src/core/kit/crypto.ts';
import { Remembered, Stream } from '../../../src/core/kit/index.ts';
import type { Graph } from '../secagg/graph.ts';

/** v */
function drawing(keys: Uint8Array, what: string): Stream {
  return new Stream(sha256(joinBytes([utf8(`flamingo ${what} `), keys])));
}

/** The decryptors of a set-up, ascending. */
export function chooseDecryptors(parties: readonly number[], keys: Uint8Array, decryptors: number): number[] {
  const order = drawing(keys, 'decryptors').shuffle([...parties]);
  return order.slice(0, decryptors).toSorted((a, b) => a - b);
}

/** Every party of a simulation needs the same graph. */
const drawn = new Remembered<Graph>(4);

/**
 * The graph of one sum (GenGraph): of each party its neighbours and itself, ascending. Two are neighbours with a chance of
 * neighbours / (n - 1), whoever else is.
 * @param parties of the set-up, ascending, and `keys` theirs
 * @param neighbours on average; undefined: all others
 */
export function graphOf(
  number: number,
  parties: readonly number[],
  keys: Uint8Array,
  neighbours: number | undefined,
): Graph {
  if (neighbours === undefined || neighbours >= parties.length - 1)
    return new Map(parties.map((party) => [party, parties]));
  const key = `${number} ${neighbours} ${parties.join()} ${toHex(sha256(keys))}`;
  return drawn.of(key, () => {
    const near = new Map(parties.map((party) => [party, [party]]));
    const stream = drawing(keys, `graph ${number}`);
    const chance = neighbours / (parties.length - 1);
    for (const [i, one] of parties.entries()) {
      for (const other of parties.slice(i + 1)) {
        if (stream.uniform() >= chance) continue;
        near.get(one)?.push(other);
        near.get(other)?.push(one);
      }
    }
    return new Map([...near].map(([party, all]) => [party, all.toSorted((a, b) => a - b)]));
  });
}

/** Pairs of which the first is among these and the second is not, in order of the first, then of the second. */
export function boundary(graph: Graph, among: readonly number[]): (readonly [number, number])[] {
  const inside = new Set(among);
  return among.flatMap((one) =>
    (graph.get(one) ?? []).filter((other) => !inside.has(other)).map((other) => [one, other] as const),
  );
}

/** Whether these are connected among themselves: otherwise their sums could be opened apart. */
export function isConnected(graph: Graph, among: readonly number[]): boolean {
  const left = new Set(among);
  const reached = among.slice(0, 1);
  for (const one of reached) {
    left.delete(one);
    for (const other of graph.get(one) ?? []) if (left.delete(other)) reached.push(other);
  }
  return left.size === 0;
}
