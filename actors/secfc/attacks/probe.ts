/**
 * A client of SecFC that lies in order to learn (the idea is that of Yue et al. 2025, arXiv 2506.11413, for gradients). What a client
 * answers is added up with what others answer, so it can add whatever it likes to the distance of any point to any centre
 * that the server decodes, and the server announces to everybody which of the sums is the smallest. First it *gathers*: it adds
 * so much that the points of all others come into one cluster, and into each other cluster one point of its own,
 * whose place it has made up. Then it *probes*: centres are known now, on a line along one coordinate, and what it adds moves the
 * borders between them to where they halve what is not known yet of each point. So two rounds give a bit, or more if there are
 * more clusters, of a coordinate of every point at once.
 */

import { type Labels, NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import { distanceBound, productOf, quantise } from '../../../src/core/kit/field.ts';
import { type Matrix, zeros } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { occupied } from '../iteration/distances.ts';

/** Which clusters stand for what in two rounds. */
interface Layout {
  /** The coordinate that is asked for. */
  readonly axis: number;
  /** The cluster of all points that are of no concern. */
  readonly rest: number;
  /** The clusters of the liar's own places along the axis, ascending like these. */
  readonly sites: readonly number[];
}

/** What the last answer asked for. */
interface Asked {
  readonly kind: 'gather' | 'probe';
  readonly layout: Layout;
}

/** What a liar tries and finds out. It follows from the announced clusters alone, so an attack repeats it. */
export class Probe {
  readonly #agreed: Agreed;
  /** Its own points are `#first` to `#first + #size - 1`. */
  readonly #first: number;
  readonly #size: number;
  /** On the grid, by coordinate: what is announced. */
  readonly #least: readonly number[];
  readonly #largest: readonly number[];
  /** How many places it has on each axis; fewer than two are of no use. */
  readonly #places: number;
  /** On the grid, for each coordinate of each point: what it can be. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  #asked: Asked | undefined;
  #probes = 0;

  /** @param place the liar's place among the clients */
  constructor(agreed: Agreed, place: number) {
    const { points, dimension, minimum, maximum, scale, sizes, offsets } = agreed;
    this.#agreed = agreed;
    this.#first = offsets[place];
    this.#size = sizes[place];
    this.#least = minimum.map((x) => quantise(x, scale));
    this.#largest = maximum.map((x) => quantise(x, scale));
    this.#places = placesOn(agreed, this.#size);
    this.#from = Float64Array.from({ length: points * dimension }, (_, at) => this.#least[at % dimension]);
    this.#to = Float64Array.from({ length: points * dimension }, (_, at) => this.#largest[at % dimension]);
  }

  /**
   * The points that it pretends to have: its places on all axes, and the others where these meet; undefined: it has too few, or
   * there are too few clusters.
   */
  get shard(): Matrix | undefined {
    const { dimension, scale } = this.#agreed;
    if (this.#places < 2) return undefined;
    const shard = zeros(this.#size, dimension);
    for (let own = 0; own < this.#size; own++) {
      const { axis, nth } = this.#placeOf(own);
      for (let c = 0; c < dimension; c++) {
        const grid = c === axis ? this.#coordinate(axis, nth) : this.#least[c];
        shard.values[own * dimension + c] = (grid + 1 / 2) / scale;
      }
    }
    return shard;
  }

  /** The middle of what each point can be; NaN before anything is known. */
  get guess(): Matrix {
    const { points, dimension, scale } = this.#agreed;
    const guess = zeros(points, dimension);
    guess.values.forEach((_, at) => {
      const middle = (this.#from[at] + this.#to[at] + 1) / 2 / scale;
      guess.values[at] = this.#probes === 0 ? Number.NaN : middle;
    });
    return guess;
  }

  /**
   * Learns from announced clusters, and decides what to add next.
   * @param labels of all points
   * @returns for each point and each cluster that is not empty what to add to the distance, scaled as the server decodes it;
   *   undefined: nothing
   */
  next(labels: Labels): bigint[] | undefined {
    const asked = this.#asked;
    const obeyed = asked !== undefined && this.#isObeyed(asked.layout, labels);
    if (obeyed && asked.kind === 'probe') this.#learn(asked.layout, labels);
    this.#asked =
      obeyed && asked.kind === 'gather' && this.#isGathered(asked.layout, labels)
        ? { kind: 'probe', layout: asked.layout }
        : this.#gathering(labels);
    return this.#asked && this.#additions(this.#asked, labels);
  }

  #gathering(labels: Labels): Asked | undefined {
    const [rest, ...others] = occupied(labels, this.#agreed.clusters);
    const axis = this.#widest();
    const sites = others.slice(0, this.#places);
    return axis === undefined || sites.length < 2
      ? undefined
      : { kind: 'gather', layout: { axis, rest, sites } };
  }

  /** The coordinate of which least is known; undefined if all are known. */
  #widest(): number | undefined {
    const { dimension } = this.#agreed;
    const widths = new Float64Array(dimension);
    this.#from.forEach((from, at) => {
      if (!this.#isOwn(Math.floor(at / dimension)))
        widths[at % dimension] = Math.max(widths[at % dimension], this.#to[at] - from);
    });
    const open = [...widths.keys()].filter(
      (c) => widths[c] > 0 && this.#largest[c] - this.#least[c] >= this.#places,
    );
    return open.toSorted((a, b) => widths[b] - widths[a]).at(0);
  }

  #isOwn(point: number): boolean {
    return point >= this.#first && point < this.#first + this.#size;
  }

  /** Which of its places one of its own points is at: the place `nth` of an axis; all axes have the place 0 in common. */
  #placeOf(own: number): { readonly axis: number; readonly nth: number } {
    const { dimension, minimumCluster } = this.#agreed;
    const at = Math.floor(own / minimumCluster) - 1;
    const axis = Math.floor(at / (this.#places - 1));
    return at < 0 || !(axis < dimension) ? { axis: 0, nth: 0 } : { axis, nth: 1 + (at % (this.#places - 1)) };
  }

  /** On the grid, where the places of an axis are. */
  #coordinate(axis: number, nth: number): number {
    const [least, largest] = [this.#least[axis], this.#largest[axis]];
    return least + Math.floor((nth * (largest - least)) / (this.#places - 1));
  }

  /** The cluster in which one of its own points is to be. */
  #clusterOf(own: number, { axis, rest, sites }: Layout): number {
    const { minimumCluster } = this.#agreed;
    if (own < minimumCluster) return sites[0];
    const place = this.#placeOf(own);
    return place.nth > 0 && place.axis === axis ? (sites[place.nth] ?? rest) : rest;
  }

  #isObeyed(layout: Layout, labels: Labels): boolean {
    const own = labels.subarray(this.#first, this.#first + this.#size);
    return own.every((label, at) => label === this.#clusterOf(at, layout));
  }

  #isGathered({ rest }: Layout, labels: Labels): boolean {
    return labels.every((label, i) => this.#isOwn(i) || label === rest || label === NO_CLUSTER);
  }

  /** Between which two places the borders of a point are: the last value on the near side of each. */
  #borders(point: number, { axis, sites }: Layout): number[] {
    const at = point * this.#agreed.dimension + axis;
    const [from, to] = [this.#from[at], this.#to[at]];
    const parts = sites.length;
    return Array.from(
      { length: parts - 1 },
      (_, j) => from + Math.floor(((to - from + 1) * (j + 1)) / parts) - 1,
    );
  }

  #learn(layout: Layout, labels: Labels): void {
    const { dimension } = this.#agreed;
    this.#probes++;
    labels.forEach((label, i) => {
      const nth = layout.sites.indexOf(label);
      if (this.#isOwn(i) || nth < 0) return;
      const borders = this.#borders(i, layout);
      const at = i * dimension + layout.axis;
      if (nth > 0) this.#from[at] = borders[nth - 1] + 1;
      if (nth < borders.length) this.#to[at] = borders[nth];
    });
  }

  #additions({ kind, layout }: Asked, labels: Labels): bigint[] {
    const { clusters, moduli, minimumCluster } = this.#agreed;
    const present = occupied(labels, clusters);
    const much = productOf(moduli) / 2n;
    const scaled = BigInt(minimumCluster) ** 2n;
    return Array.from(labels).flatMap((_, i) => {
      if (this.#isOwn(i) || kind === 'gather') {
        const to = this.#isOwn(i) ? this.#clusterOf(i - this.#first, layout) : layout.rest;
        return present.map((h) => (h === to ? 0n : much));
      }
      const moved = this.#shifts(i, layout);
      return present.map((h) => {
        const nth = layout.sites.indexOf(h);
        return nth < 0 ? much : scaled * moved[nth];
      });
    });
  }

  /** What to add to the squared distances of a point to the places, so that the borders between them are where they should be. */
  #shifts(point: number, layout: Layout): bigint[] {
    const shifts = [0n];
    this.#borders(point, layout).forEach((border, j) => {
      const [near, far] = [j, j + 1].map((nth) => BigInt(this.#coordinate(layout.axis, nth)));
      shifts.push(shifts[j] + (far - near) * (2n * BigInt(border) - far - near));
    });
    const least = shifts.reduce((a, b) => (b < a ? b : a));
    return shifts.map((shift) => shift - least);
  }
}

/** How many places a client with this many points can have on every axis, and one more for what is of no concern. */
function placesOn({ clusters, dimension, minimumCluster }: Agreed, size: number): number {
  const own = Math.floor(size / minimumCluster);
  // The places of all axes; those of one, and a point that keeps the cluster of the rest from being empty.
  const most = Math.min(1 + Math.floor((own - 1) / dimension), own - 1);
  return Math.max(0, Math.min(clusters - 1, most));
}

/** Whether there is room in the field to move any point to any cluster: otherwise what is added wraps around. */
export function hasRoom({ points, minimum, maximum, scale, moduli }: Agreed): boolean {
  const grid = (x: number): number => quantise(x, scale);
  const bound = distanceBound(points, minimum.map(grid), maximum.map(grid));
  return productOf(moduli) > 2n * bound;
}
