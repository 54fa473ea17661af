/** Who shares secrets with whom. */

import type { Stream } from '../../../src/core/kit/index.ts';

/** Of each party by its number, in ascending order: its neighbours and itself, ascending. */
export type Graph = ReadonlyMap<number, readonly number[]>;

/**
 * The neighbours of each party. Without `neighbours`, or with as many as there are others, the graph is complete, and all
 * have one list. Otherwise it is a Harary graph on a circle in random order (Bell et al. 2020): the k/2 next on either
 * side, so it is k-regular and is disconnected only if two separate runs of k/2 parties drop out.
 * @param parties ascending
 * @param neighbours k, even; undefined: all others
 * @param stream draws the order on the circle
 */
export function neighbourhoods(
  parties: readonly number[],
  neighbours: number | undefined,
  stream: Stream,
): Graph {
  const n = parties.length;
  if (neighbours === undefined || neighbours >= n - 1)
    return new Map(parties.map((party) => [party, parties]));
  const order = stream.shuffle([...parties]);
  const circle = order.map((party, at): [number, number[]] => {
    const near = Array.from({ length: neighbours + 1 }, (_, i) => order[(at + i - neighbours / 2 + n) % n]);
    return [party, near.toSorted((a, b) => a - b)];
  });
  return new Map(circle.toSorted(([a], [b]) => a - b));
}

/**
 * The subgraph induced by these parties. Parties with one list in the graph have one in it too.
 * @param parties ascending
 */
export function subgraph(graph: Graph, parties: readonly number[]): Graph {
  const kept = new Set(parties);
  const parts = new Map<readonly number[], readonly number[]>();
  const partOf = (near: readonly number[]): readonly number[] => {
    const part = parts.get(near) ?? near.filter((party) => kept.has(party));
    parts.set(near, part);
    return part;
  };
  return new Map(parties.map((party) => [party, partOf(graph.get(party) ?? [])]));
}

/** A party's neighbours without itself. */
export function othersOf(graph: Graph, party: number): readonly number[] {
  return (graph.get(party) ?? []).filter((other) => other !== party);
}

/** Where a party's neighbour stands among {@link othersOf}, without making that list. */
export function placeAmongOthers(graph: Graph, party: number, other: number): number {
  const near = graph.get(party) ?? [];
  let low = 0;
  for (let high = near.length; low < high;) {
    const middle = (low + high) >> 1;
    if (near[middle] < other) low = middle + 1;
    else high = middle;
  }
  return low - (other > party ? 1 : 0);
}
