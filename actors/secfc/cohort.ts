/** The points that take part: those of all clients except any left out because their shares are missing or wrong. */

import { type Labels, NO_CLUSTER } from '../../src/core/kit/cluster.ts';
import { sharedWords } from '../../src/core/kit/field.ts';
import type { Agreed } from './agreed.ts';

export class Cohort {
  /** Owners that are left out, by place, ascending. */
  readonly missing: Uint32Array;
  /** How many points take part. */
  readonly points: number;
  readonly #all: number;
  readonly #spans: readonly { readonly from: number; readonly to: number }[];

  constructor({ alignment, sizes, offsets, points }: Agreed, missing: Iterable<number>) {
    this.missing = Uint32Array.from(missing).toSorted();
    this.#all = points;
    // With alignment everybody shared all points, and nobody can be left out.
    const everybody = alignment !== undefined || this.missing.length === 0;
    this.#spans = everybody
      ? [{ from: 0, to: points }]
      : sizes.flatMap((size, owner) =>
          this.missing.includes(owner) ? [] : { from: offsets[owner], to: offsets[owner] + size },
        );
    this.points = this.#spans.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** The indices of these points among all. */
  places(): Uint32Array {
    return Uint32Array.from(
      this.#spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
    );
  }

  /** Selects the rows of these points from those of all; returns the same vector if nobody is left out. */
  rows(values: Uint32Array, columns: number): Uint32Array {
    if (this.points === this.#all) return values;
    const rows = sharedWords(this.points * columns);
    let at = 0;
    for (const { from, to } of this.#spans) {
      rows.set(values.subarray(from * columns, to * columns), at);
      at += (to - from) * columns;
    }
    return rows;
  }

  /** Selects their labels from those of all points. */
  select(labels: Labels): Labels {
    return Uint16Array.from(this.#spans.flatMap(({ from, to }) => [...labels.subarray(from, to)]));
  }

  /** Spreads their labels over all points; those that take no part are in no cluster. */
  spread(labels: Labels): Labels {
    const all = new Uint16Array(this.#all).fill(NO_CLUSTER);
    let at = 0;
    for (const { from, to } of this.#spans) {
      all.set(labels.subarray(at, at + to - from), from);
      at += to - from;
    }
    return all;
  }
}

/** Whether this can be a list of owners: places of clients, strictly ascending. */
export function areOwners(places: Uint32Array, { clients }: Agreed): boolean {
  return places.every((place, at) => place < clients.length && (at === 0 || place > places[at - 1]));
}
