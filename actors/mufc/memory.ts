/**
 * What a client of a one-shot clustering remembers, and saves to survive a crash once it has erased something: a
 * client that is asked twice to unlearn the same gives the same answer twice.
 */

import { type Matrix, save, zeros } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { type Tally, tally } from './cells.ts';
import type { Local } from './local.ts';
import type { Holdings } from './removal/holdings.ts';

/** Its answer to a request, as in {@link Removed}. */
export interface Answer {
  readonly request: number;
  readonly points: number;
  readonly changed: boolean;
  readonly hit: boolean;
  readonly places: Uint32Array;
  readonly differences: Float64Array;
}

/** All of it as one value. */
export interface Kept {
  readonly left: Uint32Array;
  readonly local: Local;
  readonly drawn: number;
  readonly centres: Matrix;
  readonly known: number;
  readonly answers: ReadonlyMap<number, Answer>;
  readonly given: ReadonlyMap<number, Tally>;
  readonly learnt: number;
  readonly reason: string | undefined;
}

/** Snapshots of its contributions: the last one that the server counted, and one that it may have counted. */
const SNAPSHOTS = 2;

export class Memory {
  /** How many times centres were drawn. */
  drawn = 0;
  /** The server's centres, and the number of their clustering; -1: none. */
  centres: Matrix;
  known = -1;
  /** The last clustering that it was asked to contribute to. */
  learnt = 0;
  /** Why it takes no part in the clustering at present; undefined if it does, as far as it knows. */
  reason: string | undefined;
  readonly answers = new Map<number, Answer>();
  /** Its contributions, by the number of the clustering. */
  readonly given = new Map<number, Tally>();

  constructor({ dimension }: Agreed, kept?: Kept) {
    this.centres = zeros(0, dimension);
    if (kept === undefined) return;
    const { drawn, centres, known, learnt, reason } = kept;
    Object.assign(this, { drawn, centres, known, learnt, reason });
    this.answers = new Map(kept.answers);
    this.given = new Map(kept.given);
  }

  /** Stores the server's centres if they are newer. */
  learn(number: number, values: Float64Array, { dimension, clusters }: Agreed): void {
    const rows = values.length / dimension;
    const whole = Number.isInteger(rows) && rows >= 1 && rows <= clusters && values.every(Number.isFinite);
    if (number <= this.known || !whole) return;
    this.known = number;
    this.centres = { rows, columns: dimension, values };
  }

  /** Its contribution to a clustering; empty if it remembers none. */
  givenTo(number: number): Tally {
    return this.given.get(number) ?? tally([]);
  }

  /** Records its contribution to a clustering; those to clusterings other than `since` are no longer needed. */
  gives(number: number, cells: Tally, since: number): void {
    for (const other of [...this.given.keys()].slice(0, 1 - SNAPSHOTS))
      if (other !== since) this.given.delete(other);
    this.given.set(number, cells);
  }

  *save(holdings: Holdings, local: Local) {
    const { drawn, centres, known, learnt, reason, answers, given } = this;
    const { left } = holdings;
    yield* save({
      left,
      local,
      drawn,
      centres,
      known,
      answers: new Map(answers),
      given: new Map(given),
      learnt,
      reason,
    } satisfies Kept);
  }
}
