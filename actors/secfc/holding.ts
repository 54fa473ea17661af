/** What a client keeps once the points are shared: all that it needs to answer. */

import { type ResidueMatrix } from '../../src/field/residues.ts';
import type { Part } from './part.ts';

interface Rows {
  /** One row per point. */
  readonly shares: ResidueMatrix;
  /** Coded norms of the rows, one plane per modulus. */
  readonly norms: readonly Uint32Array[];
}

export class Holding {
  readonly #all: Rows;
  readonly #missing: readonly number[];
  /** The rows that were asked for last: orders rarely differ in whose points take part. */
  #last: { readonly missing: string; readonly rows: Rows } | undefined;

  /**
   * @param shares of all points, zeros for those of missing owners
   * @param missing owners whose shares did not come
   */
  constructor(shares: ResidueMatrix, norms: readonly Uint32Array[], missing: readonly number[]) {
    this.#all = { shares, norms };
    this.#missing = missing;
  }

  /** Owners whose shares it would need besides, where some are left out anyway. */
  lacks(leftOut: Uint32Array): number[] {
    return this.#missing.filter((owner) => !leftOut.includes(owner));
  }

  /** The rows of the points that take part. */
  of(part: Part): Rows {
    const missing = part.missing.join();
    if (this.#last?.missing !== missing) this.#last = { missing, rows: this.#select(part) };
    return this.#last.rows;
  }

  #select(part: Part): Rows {
    const { shares, norms } = this.#all;
    const planes = shares.planes.map((plane) => part.rows(plane, shares.columns));
    return {
      shares: { ...shares, rows: part.points, planes },
      norms: norms.map((plane) => part.rows(plane, 1)),
    };
  }
}
