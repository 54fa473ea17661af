/**
 * An honest client of a one-shot clustering in the ideal world: what it has after every order that it was given in the
 * real run (MUFC, Algorithms 1, 3 and 4). It is computed with the kit's mathematics, not by the client's tasks.
 */

import {
  assignToCentres,
  centresOf,
  clusterSizes,
  kMeansPlusPlus,
  type Labels,
  lloydStep,
  sameLabels,
} from '../../../src/core/kit/cluster.ts';
import { type HoldingClient, messagesOf } from '../../../src/core/kit/attack.ts';
import { type Matrix, type MessageType, selectRows, Stream, zeros } from '../../../src/core/kit/index.ts';
import type { Cell } from '../../blocks/scma/grid.ts';
import type { CubeGrid } from '../cube.ts';
import type { Agreed } from '../agreed.ts';
import { difference, tally, type Tally } from '../cells.ts';
import { inducedLabels } from '../local.ts';
import { Centres, Learn } from '../messages.ts';
import { contributions, Holdings, largest } from '../removal/holdings.ts';
import { Leave, Probe, Remove } from '../removal/messages.ts';
import { keptSeeds } from '../unlearn.ts';

/** What clients are ordered, and what they are told about the clustering. */
export const ORDERS = [Learn, Centres, Probe, Remove, Leave];

/** Centres that a client drew, as rows of its points, and how often it iterated from them. */
export interface Draw {
  readonly chosen: Uint32Array;
  readonly iterations: number;
}

/** What a removal request does: which points, by number, go, and how the cells change if that is sent in the clear. */
export interface Removal {
  readonly points: Uint32Array;
  readonly change: readonly Cell[];
}

/** The centres of a client's clusters, and how many points each has. */
export interface Summarised {
  readonly centres: Float64Array;
  readonly sizes: Float64Array;
}

interface Clustering {
  readonly centres: Matrix;
  readonly labels: Labels;
  readonly chosen: Uint32Array;
}

const NOTHING: Tally = tally([]);

export class IdealClient {
  readonly #agreed: Agreed;
  readonly #of: HoldingClient;
  readonly #holdings: Holdings;
  #own: Clustering;
  /** The server's centres, and the number of their clustering; -1: none. */
  #centres: Matrix | undefined;
  #known = -1;
  readonly #given = new Map<number, Tally>();
  readonly draws: Draw[] = [];
  /** By the number of the request. */
  readonly removals = new Map<number, Removal>();
  readonly offers = new Map<number, number>();
  /** By the number of the clustering: what it adds to a sum, or shows in the clear. */
  readonly cells = new Map<number, readonly Cell[]>();
  readonly summaries = new Map<number, Summarised>();

  constructor(agreed: Agreed, client: HoldingClient) {
    this.#agreed = agreed;
    this.#of = client;
    const { rows, columns, values } = client.shard;
    this.#holdings = new Holdings({ rows, columns, values: values.slice() });
    this.#own = this.#cluster();
    this.#contribute(0);
    for (const obey of this.#orders()) obey();
  }

  /** What to do about every message that it received, in order. */
  #orders(): (() => void)[] {
    const orders: { readonly timeNs: number; readonly obey: () => void }[] = [];
    const on = <B>(type: MessageType<B>, obey: (body: B) => void): void => {
      for (const { timeNs, body } of messagesOf(this.#of.received, type))
        orders.push({ timeNs, obey: () => obey(body) });
    };
    on(Centres, ({ number, values }) => this.#learn(number, values));
    on(Learn, (order) => {
      if (this.cells.has(order.number) || this.summaries.has(order.number)) return;
      if (order.afresh) this.#own = this.#cluster();
      this.#contribute(order.number, order.parties.length > 0 ? order.since : undefined);
    });
    on(Probe, ({ request, count, clustering }) => {
      this.#catchUp(clustering);
      // What is repeated was answered before.
      if (this.#centres === undefined || this.offers.has(request)) return;
      const values = this.#contributions(this.#centres);
      this.offers.set(
        request,
        largest(values, count).reduce((sum, row) => sum + values[row], 0),
      );
    });
    on(Remove, (order) => {
      this.#catchUp(order.clustering);
      this.#remove(order.request, () => this.#rowsOf(order));
    });
    on(Leave, ({ request }) => this.#remove(request, () => this.#holdings.all()));
    return orders.toSorted((a, b) => a.timeNs - b.timeNs).map(({ obey }) => obey);
  }

  #learn(number: number, values: Float64Array): void {
    if (number <= this.#known) return;
    const { dimension } = this.#agreed;
    this.#known = number;
    this.#centres = { rows: values.length / dimension, columns: dimension, values };
  }

  /** Centres that were overtaken by a message that depends on them. */
  #catchUp(clustering: number): void {
    for (const { body } of messagesOf(this.#of.received, Centres))
      if (body.number === clustering) this.#learn(body.number, body.values);
  }

  #remove(request: number, rowsOf: () => readonly number[] | undefined): void {
    const rows = this.removals.has(request) ? undefined : rowsOf();
    if (rows === undefined) return;
    const points = Uint32Array.from(rows, (row) => this.#holdings.left[row]);
    const changed = this.#unlearn(rows);
    const told = Math.max(...this.#given.keys());
    const { secrecy, change } = this.#agreed;
    if (!changed || change !== 'clear' || secrecy === undefined || !Number.isFinite(told)) {
      this.removals.set(request, { points, change: [] });
      return;
    }
    const now = this.#tally();
    this.removals.set(request, { points, change: difference(now, this.#given.get(told) ?? NOTHING) });
    this.#given.clear();
    this.#given.set(request, now);
  }

  /** The rows that a request is about; undefined if it cannot be answered yet. */
  #rowsOf({
    request,
    points,
    count,
    adversarial,
  }: {
    request: number;
    points: Uint32Array;
    count: number;
    adversarial: boolean;
  }) {
    if (adversarial && this.#centres === undefined) return undefined;
    if (points.length > 0) return this.#holdings.rowsOf(points);
    if (adversarial && this.#centres !== undefined) return largest(this.#contributions(this.#centres), count);
    return this.#holdings.draw(count, new Stream(this.#of.random().streamKey('removal', `${request}`)));
  }

  /** Algorithm 3; returns whether the server needs to know. */
  #unlearn(rows: readonly number[]): boolean {
    if (rows.length === 0) return false;
    const { iterate, unlearning } = this.#agreed;
    const { chosen, labels, centres } = this.#own;
    const gone = new Set(rows);
    this.#holdings.erase(rows);
    if (unlearning === 'retrain') {
      this.#own = this.#unclustered();
      return true;
    }
    const kept = iterate ? undefined : keptSeeds(chosen, rows, this.#most());
    if (kept === undefined || kept.length < chosen.length) {
      this.#own = this.#cluster(kept);
      return true;
    }
    this.#own = { chosen: kept, labels: labels.filter((_, row) => !gone.has(row)), centres };
    return unlearning === 'exact';
  }

  /** Line 2 of Algorithm 1, and the iterations of Appendix M.3. */
  #cluster(kept?: Uint32Array): Clustering {
    const { points } = this.#holdings;
    const { iterate, maxIterations } = this.#agreed;
    const key = this.#of.random().streamKey('local', `${this.draws.length}`);
    const clusters = this.#most();
    if (clusters === 0) {
      this.draws.push({ chosen: new Uint32Array(), iterations: 0 });
      return this.#unclustered();
    }
    const chosen = kMeansPlusPlus(points, clusters, new Stream(key), { kept });
    const { labels, iterations } = lloydFrom(points, chosen, {
      clusters,
      maxIterations: iterate ? maxIterations : 0,
    });
    this.draws.push({ chosen, iterations });
    if (!iterate) return { centres: selectRows(points, chosen), labels, chosen };
    const all = centresOf(points, labels, clusters);
    const sizes = clusterSizes(labels, clusters);
    const centres = selectRows(
      all,
      [...sizes.keys()].filter((h) => sizes[h] > 0),
    );
    return { centres, labels: assignToCentres(points, centres), chosen };
  }

  #unclustered(): Clustering {
    const { rows, columns } = this.#holdings.points;
    return { centres: zeros(0, columns), labels: new Uint16Array(rows), chosen: new Uint32Array() };
  }

  #most(): number {
    return Math.min(this.#agreed.localClusters[this.#of.index], this.#holdings.left.length);
  }

  #contribute(number: number, since?: number): void {
    const { centres, labels } = this.#own;
    if (this.#agreed.secrecy === undefined) {
      const sizes = Float64Array.from(clusterSizes(labels, centres.rows));
      this.summaries.set(number, { centres: centres.values, sizes });
      return;
    }
    const now = this.#tally();
    const before = since === undefined ? NOTHING : (this.#given.get(since) ?? NOTHING);
    this.cells.set(number, difference(now, before));
    this.#given.set(number, now);
  }

  /** Line 4 of Algorithm 1: how many points are in each cell, by the centres of their clusters. */
  #tally(): Tally {
    const { secrecy } = this.#agreed;
    const { centres, labels } = this.#own;
    const { levels, shift }: CubeGrid = secrecy?.grid ?? { dimension: 0, levels: 1 };
    const across = shift === undefined ? levels : levels - 1;
    const sizes = clusterSizes(labels, centres.rows);
    return tally(
      Array.from(sizes, (count, h) => ({
        place: Array.from(centres.values.subarray(h * centres.columns, (h + 1) * centres.columns), (x, c) =>
          Math.max(0, Math.min(levels - 1, Math.floor((x + 0.5) * across + (shift?.[c] ?? 0)))),
        ),
        count,
      })),
    );
  }

  #contributions(centres: Matrix): Float64Array {
    return contributions(this.#holdings.points, inducedLabels(this.#own, centres), centres);
  }
}

/** Lloyd's iterations from chosen rows of the points, until no label moves. */
export function lloydFrom(
  points: Matrix,
  chosen: Uint32Array,
  {
    clusters,
    maxIterations,
    weights,
  }: {
    readonly clusters: number;
    readonly maxIterations: number;
    readonly weights?: Float64Array | undefined;
  },
): { readonly labels: Labels; readonly iterations: number } {
  let labels = assignToCentres(points, selectRows(points, chosen));
  let iterations = 0;
  for (let moves = true; moves && iterations < maxIterations; iterations++) {
    const next = lloydStep(points, labels, clusters, weights);
    moves = !sameLabels(labels, next);
    labels = next;
  }
  return { labels, iterations };
}

/** What a party's iteration gives instead, so that it iterates as often as it is to: labels that differ, or the same ones. */
export function movedLabels(labels: Labels, clusters: number, moves: boolean): Labels {
  return moves ? labels.map((h) => (h + 1) % clusters) : labels;
}
