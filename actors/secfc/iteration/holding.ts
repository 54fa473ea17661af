/** What a client holds once the points are shared: all that it needs to answer. */

import {
  asWorking,
  type ResidueMatrix,
  setRows,
  strideOf,
  workingZeros,
} from '../../../src/core/kit/field.ts';
import type { Cohort } from '../cohort.ts';

interface Rows {
  /** One row per point. */
  readonly shares: ResidueMatrix;
  /** Coded norms of the rows, one plane per modulus. */
  readonly norms: readonly Uint32Array[];
}

/** A holding as plain values, to survive a crash. */
export interface KeptHolding extends Rows {
  readonly missing: readonly number[];
  readonly key: Uint8Array | undefined;
}

export class Holding {
  /** Owners whose shares did not arrive. */
  readonly missing: readonly number[];
  /** The key with which distances are blinded, if they are. */
  readonly key: Uint8Array | undefined;
  readonly #all: Rows;
  /** The rows that were last asked for: orders rarely differ in whose points take part. */
  #last: { readonly missing: string; readonly rows: Rows } | undefined;

  /** @param all the rows of all points, zeros for those of missing owners */
  constructor(all: Rows, missing: readonly number[], key?: Uint8Array) {
    this.#all = all;
    this.missing = missing;
    this.key = key;
  }

  static from({ shares, norms, missing, key }: KeptHolding): Holding {
    return new Holding({ shares: asWorking(shares), norms }, missing, key);
  }

  get kept(): KeptHolding {
    const { shares, norms } = this.#all;
    const { memory: _, ...plain } = shares;
    return { shares: plain, norms, missing: this.missing, key: this.key };
  }

  /** The missing owners that are not left out, whose shares it would need to answer. */
  lacks(leftOut: Uint32Array): number[] {
    return this.missing.filter((owner) => !leftOut.includes(owner));
  }

  /** The rows of the points that take part. */
  of(cohort: Cohort): Rows {
    const missing = cohort.missing.join();
    if (this.#last?.missing !== missing) this.#last = { missing, rows: this.#select(cohort) };
    return this.#last.rows;
  }

  #select(cohort: Cohort): Rows {
    if (cohort.missing.length === 0) return this.#all;
    const { shares, norms } = this.#all;
    const selected = workingZeros(cohort.points, shares.columns, shares.moduli);
    const stride = strideOf(shares);
    shares.planes.forEach((plane, at) => setRows(selected, at, 0, cohort.rows(plane, stride), stride));
    return { shares: selected, norms: norms.map((plane) => cohort.rows(plane, 1)) };
  }
}
