/** Brings the units of a kept clustering in line with the clients' current counts. */

import { compute, type Matrix, phase, type Self } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { HALF } from '../cube.ts';
import { scatter } from '../tasks.ts';
import { type Found, KeptClustering } from './clustering.ts';
import { stepFor, Units } from './units.ts';

/** How many units there should be under a key, and where: in a cell, or at a point. */
export interface Wanted {
  readonly count: number;
  readonly at: { readonly place: readonly number[] } | { readonly point: Matrix };
}

export class KeptServer {
  readonly #agreed: Agreed;
  readonly #units: Units;
  readonly #clustering: KeptClustering;
  #counts: ReadonlyMap<string, number> = new Map();
  #found: Found | undefined;

  constructor(agreed: Agreed) {
    const { dimension, points, minimum, maximum, secrecy, representatives } = agreed;
    const largest = [...minimum, ...maximum].reduce((most, x) => Math.max(most, Math.abs(x)), HALF);
    const shared = secrecy === undefined || representatives === 'middles';
    this.#agreed = agreed;
    this.#units = new Units({ columns: dimension, shared, step: stepFor(points, largest) });
    this.#clustering = new KeptClustering(agreed, this.#units);
  }

  /**
   * The clustering of these units; undefined if there are none. For the same units as before it is unchanged
   * (Algorithm 4, line 8).
   */
  *cluster(self: Self, number: number, wanted: ReadonlyMap<string, Wanted>) {
    yield* phase('cluster');
    const keys = [...new Set([...this.#counts.keys(), ...wanted.keys()])].toSorted();
    const more = (key: string): number => (wanted.get(key)?.count ?? 0) - (this.#counts.get(key) ?? 0);
    const fewer = keys.filter((key) => more(key) < 0);
    const further = keys.filter((key) => more(key) > 0);
    if (fewer.length + further.length === 0) return this.#found;
    const taken = fewer.flatMap((key) => this.#units.take(key, -more(key)));
    const put = yield* this.#put(
      self,
      number,
      further.map((key) => ({ key, count: more(key), at: (wanted.get(key) as Wanted).at })),
    );
    this.#counts = new Map([...wanted].map(([key, { count }]) => [key, count]));
    const keyOf = (...name: string[]): Uint8Array => self.random.streamKey('kept', `${number}`, ...name);
    this.#found = yield* this.#clustering.update([...taken, ...put], keyOf);
    return this.#found;
  }

  *#put(self: Self, number: number, all: readonly (Wanted & { readonly key: string })[]) {
    const { secrecy, representatives } = this.#agreed;
    const cells = all.flatMap(({ count, at }) => ('place' in at ? [{ place: at.place, count }] : []));
    if (secrecy === undefined || cells.length === 0)
      return all.flatMap(({ key, count, at }) =>
        'point' in at ? this.#units.put(key, count, at.point) : [],
      );
    const key = self.random.streamKey('scatter', `${number}`);
    const { grid } = secrecy;
    const { points } = yield* compute(scatter, { cells, grid, representatives, key });
    let from = 0;
    return all.flatMap(({ key: cell, count }) => {
      const rows = representatives === 'middles' ? 1 : count;
      const own = rowsOf(points, from, rows);
      from += rows;
      return this.#units.put(cell, count, own);
    });
  }
}

/** A view of consecutive rows. */
function rowsOf({ columns, values }: Matrix, from: number, rows: number): Matrix {
  return { rows, columns, values: values.subarray(from * columns, (from + rows) * columns) };
}
