/**
 * Defences against what the server can do with distances; none of them is in the paper. All clients share a key that
 * the server does not have, and multiply by the same random positive integers, so that what they send remains values
 * of one polynomial and decodes as before.
 *
 * - `blinded`: the distances of a point to all centres, times one factor per point and round. The nearest stays
 *   nearest.
 * - `order`: for every pair of centres, which of them is nearer, times a factor per point, pair and round.
 *
 * One client colluding with the server has the key, and undoes both.
 */

import { clusterSizes, type Labels } from '../../../src/core/kit/cluster.ts';
import { mulMod } from '../../../src/core/kit/field.ts';
import { defineTask, keystream, opened, sealed, type Sealed } from '../../../src/core/kit/index.ts';
import { createSha256 } from '../../../src/core/kit/crypto.ts';
import type { Agreed } from '../agreed.ts';
import { occupied } from './distances.ts';

export interface BlindInput extends Pick<Agreed, 'moduli' | 'clusters'> {
  readonly disclosure: 'blinded' | 'order';
  /** Coded distances, one row per point and one column per occupied cluster. */
  readonly values: Sealed;
  readonly labels: Labels;
  readonly key: Uint8Array;
  readonly round: number;
}

/** What is sent in place of the coded distances. Operations: one, or three for a comparison, per residue. */
export const blindDistances = defineTask('secfc/blind-distances', {
  operations: ({ disclosure, moduli, labels, clusters }: BlindInput) =>
    blindOperations(disclosure, labels.length, occupied(labels, clusters).length, moduli.length),
  seals: ({ values }) => [values],
  run: ({ disclosure, values, labels, clusters, moduli, key, round }): Sealed => {
    const distances = opened(values);
    const present = occupied(labels, clusters);
    const columns = columnsOf(disclosure, present.length);
    const factors = keystream(roundKey(key, round))(
      disclosure === 'blinded' ? labels.length : labels.length * columns,
    );
    const sizes = clusterSizes(labels, clusters);
    const presentSizes = present.map((h) => sizes[h]);
    return sealed(moduli.length, labels.length * columns, (blinded) =>
      moduli.forEach((p, plane) => {
        if (disclosure === 'blinded') multiply(p, distances[plane], columns, factors, blinded[plane]);
        else compare(p, distances[plane], presentSizes, factors, blinded[plane]);
      }),
    );
  },
});

/** Operations of blinding the distances of `points` to `clusters` centres; none if distances are disclosed. */
export function blindOperations(
  disclosure: Agreed['disclosure'],
  points: number,
  clusters: number,
  moduli: number,
): number {
  if (disclosure === 'distances') return 0;
  return moduli * points * columnsOf(disclosure, clusters) * (disclosure === 'order' ? 3 : 1);
}

/** How many values a client sends per point. */
export function columnsOf(disclosure: Agreed['disclosure'], clusters: number): number {
  return disclosure === 'order' ? (clusters * (clusters - 1)) / 2 : clusters;
}

/** The column that compares two of the occupied clusters, g before h. */
export function pairColumn(g: number, h: number): number {
  return (h * (h - 1)) / 2 + g;
}

function multiply(
  p: number,
  values: Uint32Array,
  columns: number,
  factors: Uint32Array,
  blinded: Uint32Array,
): void {
  const inverse = 1 / p;
  for (let at = 0; at < values.length; at++) {
    blinded[at] = mulMod(values[at], (factors[Math.floor(at / columns)] + 1) % p, p, inverse);
  }
}

/** d'_ih |S_g|^2 - d'_ig |S_h|^2, blinded: positive where g is nearer. */
function compare(
  p: number,
  values: Uint32Array,
  sizes: readonly number[],
  factors: Uint32Array,
  differences: Uint32Array,
): void {
  const k = sizes.length;
  const columns = columnsOf('order', k);
  const points = k === 0 ? 0 : values.length / k;
  const inverse = 1 / p;
  const squares = sizes.map((size) => mulMod(size % p, size % p, p, inverse));
  for (let i = 0; i < points; i++) {
    for (let h = 1; h < k; h++) {
      for (let g = 0; g < h; g++) {
        const far = mulMod(values[i * k + h], squares[g], p, inverse);
        const near = mulMod(values[i * k + g], squares[h], p, inverse);
        const at = i * columns + pairColumn(g, h);
        differences[at] = mulMod(far < near ? far - near + p : far - near, (factors[at] + 1) % p, p, inverse);
      }
    }
  }
}

/** A separate key for every round, as a stream cipher's key must not be used twice. */
function roundKey(key: Uint8Array, round: number): Uint8Array {
  return new Uint8Array(createSha256().update(key).update(`round ${round}`).digest());
}
