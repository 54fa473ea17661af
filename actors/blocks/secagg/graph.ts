/** Who shares secrets with whom. */

/**
 * The neighbours of each party, ascending, itself included. Without `neighbours`, or with as many as there are
 * others, the graph is complete. Otherwise it is a Harary graph on a circle in random order (Bell et al. 2020): the
 * k/2 next on either side, so it is k-regular and is disconnected only if two separate runs of k/2 parties drop out.
 * @param neighbours k, even
 */

import type { Stream } from '../../../src/core/kit/index.ts';

/**
 * The neighbours of each party by its number, ascending, itself included.
 * @param neighbours k, even; undefined: all others
 * @param stream draws the order on the circle
 */
export function neighbourhoods(
  parties: readonly number[],
  neighbours: number | undefined,
  stream: Stream,
): ReadonlyMap<number, readonly number[]> {
  const n = parties.length;
  if (neighbours === undefined || neighbours >= n - 1)
    return new Map(parties.map((party) => [party, parties]));
  const order = stream.shuffle([...parties]);
  return new Map(
    order.map((party, at) => {
      const near = Array.from({ length: neighbours + 1 }, (_, i) => order[(at + i - neighbours / 2 + n) % n]);
      return [party, near.toSorted((a, b) => a - b)];
    }),
  );
}
