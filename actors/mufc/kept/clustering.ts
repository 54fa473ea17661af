/**
 * The server's clustering, kept from one request to the next (MUFC, Algorithm 1, lines 6 and 7, and Algorithm 4):
 * exact, and usually without examining most units again. Units are drawn once, seeds stay as long as Algorithm 3
 * permits, and Lloyd's iterations follow the stored ones as long as that costs less than storing them anew.
 */

import { drawCentres } from '../../../src/core/kit/cluster.ts';
import { assert, compute, defineTask, type Matrix, selectRows, Stream } from '../../../src/core/kit/index.ts';
import {
  type Anchor,
  approach,
  approached,
  bandOf,
  copyAnchor,
  dropAnchor,
  settle,
  settled,
} from './anchor.ts';
import { isNear, revisit } from './revisit.ts';
import { type Seed, survivingSeeds, weigh } from './seeds.ts';
import { gainOf, meansOf } from './sums.ts';
import { type Change, type Units } from './units.ts';

export interface KeptShape {
  readonly clusters: number;
  readonly restarts: number;
  readonly maxIterations: number;
}

/** Keys of streams of this clustering, each used once. */
export type Keys = (...name: string[]) => Uint8Array;

export interface Found {
  /** The centres of the clusters that have units, in order. */
  readonly centres: Matrix;
  readonly iterations: number;
  readonly converged: boolean;
}

export interface SeedInput {
  readonly points: Matrix;
  readonly weights: Float64Array;
  readonly occupied: number;
  readonly clusters: number;
  readonly kept: Uint32Array;
  readonly key: Uint8Array;
}

/** The initialisation of k-means++, continued from the kept seeds. Operations: m k d. */
export const drawSeeds = defineTask('kept/seed', {
  operations: ({ points, occupied, clusters }: SeedInput) => occupied * points.columns * clusters,
  run: ({ points, weights, clusters, kept, key }) =>
    drawCentres(points, clusters, new Stream(key), { weights, kept }),
});

/** The number of stored iterations; later ones use the last. */
const MOST_ANCHORS = 64;

/** A layer holds about this fraction of all rows more than it must. */
const AHEAD = 0.02;

/** Below this fraction of the original sum of masses, rounding errors could matter. */
const WORN = 1e-6;

/** An anchor and what it has cost. */
interface Moored {
  readonly anchor: Anchor;
  /** Operations for rows examined since the layer above was made. */
  readonly looked: number;
  /** Operations for layers since the base. */
  readonly layered: number;
}

/** One start of k-means++, and its iterations. */
interface Track {
  seeds: readonly Seed[];
  /** The mass that each seed is drawn from now, and that when it was last summed afresh. */
  masses: number[];
  atFirst: readonly number[];
  /** By iteration. */
  moored: Moored[];
}

export class KeptClustering {
  readonly #shape: KeptShape;
  readonly #units: Units;
  readonly #tracks: Track[];
  #room = 0;

  constructor(shape: KeptShape, units: Units) {
    this.#shape = shape;
    this.#units = units;
    this.#tracks = Array.from({ length: shape.restarts }, () => fresh());
  }

  /** How many seeds of all starts were redrawn in the last clustering. */
  drawn = 0;

  /** For each start, the rows of its seeds. */
  get seeds(): readonly (readonly number[])[] {
    return this.#tracks.map(({ seeds }) => seeds.map(({ item }) => item));
  }

  /**
   * The clustering after changes to its units; undefined if none are left.
   * @param changes of different rows
   */
  *update(changes: readonly Change[], keys: Keys) {
    const { clusters } = this.#shape;
    const units = this.#units;
    assert(new Set(changes.map(({ item }) => item)).size === changes.length, 'a row changes twice');
    this.drawn = 0;
    if (units.total === 0) {
      this.#tracks.forEach((track) => Object.assign(track, fresh()));
      return undefined;
    }
    for (const [r, track] of this.#tracks.entries()) {
      const stream = new Stream(keys('stay', `${r}`));
      track.seeds = yield* this.#surviving(track, changes, stream);
    }
    const crowded = units.points.rows > this.#room;
    if (crowded) this.#compact();
    let best: (Found & { readonly gain: number }) | undefined;
    for (const [r, track] of this.#tracks.entries()) {
      const redrawn = clusters - track.seeds.length;
      this.drawn += redrawn;
      if (redrawn > 0) yield* this.#draw(track, (what) => keys(what, `${r}`));
      if (redrawn > 0 || crowded) track.moored = [];
      const found = yield* this.#iterate(track, changes);
      if (best === undefined || found.gain > best.gain) best = found;
    }
    return best;
  }

  /** The seeds that survive the changes, or are replaced by them. */
  *#surviving(track: Track, changes: readonly Change[], stream: Stream) {
    const { points, weights, total } = this.#units;
    if (track.seeds.length === 0) return [];
    const seeds = track.seeds.map(({ item }) => item);
    const items = changes.map(({ item }) => item);
    const masses = yield* compute(weigh, { points, seeds, items });
    track.masses = track.masses.map((mass, t) =>
      changes.reduce((sum, { from, to }, i) => sum + (to - from) * masses[t][i], mass),
    );
    if (track.masses.some((mass, t) => mass <= WORN * track.atFirst[t])) {
      const all = [...weights.keys()].filter((item) => weights[item] > 0);
      const again = yield* compute(weigh, { points, seeds, items: all });
      track.masses = again.map((mass) => all.reduce((sum, item, i) => sum + weights[item] * mass[i], 0));
      track.atFirst = [...track.masses];
    }
    // If all units lie on seeds, the next seed is drawn uniformly like the first.
    const even = track.masses.map((mass) => mass === 0);
    return survivingSeeds(
      track.seeds,
      changes,
      masses.map((mass, t) => (even[t] ? mass.map(() => 1) : mass)),
      track.masses.map((mass, t) => (even[t] ? total : mass)),
      stream,
    );
  }

  /** Draws the seeds after the kept ones. */
  *#draw(track: Track, keyOf: (what: string) => Uint8Array) {
    const { points, weights, occupied } = this.#units;
    const { clusters } = this.#shape;
    const kept = Uint32Array.from(track.seeds, ({ item }) => item);
    const drawn = yield* compute(drawSeeds, {
      points,
      weights,
      occupied,
      clusters,
      kept,
      key: keyOf('draw'),
    });
    const stream = new Stream(keyOf('unit'));
    const added = [...drawn.chosen.subarray(kept.length)].map((item) => ({
      item,
      unit: Math.floor(stream.uniform() * weights[item]),
    }));
    track.seeds = [...track.seeds, ...added];
    track.masses = [...drawn.masses];
    track.atFirst = track.masses;
  }

  /** Lloyd's iterations from the seeds until the centres repeat, following the stored iterations. */
  *#iterate(track: Track, changes: readonly Change[]) {
    const { points } = this.#units;
    const { maxIterations } = this.#shape;
    if (track.moored.length > 0) {
      const anchors = track.moored.map(({ anchor }) => anchor);
      const now = yield* compute(settle, { anchors, points, changes });
      track.moored = track.moored.map((one, t) => ({
        ...one,
        anchor: settled(one.anchor, changes, now[t]),
      }));
    }
    let centres = selectRows(
      points,
      track.seeds.map(({ item }) => item),
    );
    for (let iterations = 0; ; iterations++) {
      const sums = yield* this.#visit(track, iterations, centres);
      const next = meansOf(sums);
      const converged = next.values.every((x, at) => Object.is(x, centres.values[at]));
      centres = next;
      if (!converged && iterations < maxIterations) continue;
      const there = [...sums.sizes.keys()].filter((h) => sums.sizes[h] > 0);
      return {
        centres: selectRows(centres, there),
        // Labels are compared with the previous ones, so there is at least one iteration.
        iterations: Math.max(1, iterations),
        converged,
        gain: gainOf(sums),
      };
    }
  }

  /** One iteration from these centres. */
  *#visit(track: Track, iteration: number, centres: Matrix) {
    const { points, weights, occupied } = this.#units;
    const { moored } = track;
    const at = Math.min(iteration, MOST_ANCHORS - 1);
    const last = moored.at(-1);
    if (at === moored.length && last !== undefined)
      moored.push({ ...last, anchor: copyAnchor(last.anchor), looked: Infinity });
    const found = at < moored.length ? moored[at] : undefined;
    if (found !== undefined) {
      const { anchor, looked, layered } = found;
      const input = { anchor, points, weights, centres };
      const layer = { ...input, horizon: horizonAt(anchor, points, centres, AHEAD * occupied) };
      const making = approach.operations(layer);
      // Examines rows until that has cost as much as a new layer, which saves examining them.
      if (isNear(anchor, centres) && looked < making) {
        moored[at] = { ...found, looked: looked + revisit.operations(input) };
        return yield* compute(revisit, input);
      }
      const least = AHEAD * occupied * points.columns * (centres.rows + 2);
      if (layered + making - least < dropAnchor.operations({ ...input, occupied, room: this.#room })) {
        const near = yield* compute(approach, layer);
        moored[at] = {
          anchor: approached(anchor, near, points.rows),
          looked: 0,
          layered: layered + Math.max(0, making - least),
        };
        return near.sums;
      }
    }
    const anchor = yield* compute(dropAnchor, { points, weights, occupied, centres, room: this.#room });
    moored[at] = { anchor, looked: 0, layered: 0 };
    return anchor.sums;
  }

  /** Renumbers the rows compactly, with room for as many again as there are units. */
  #compact(): void {
    const renamed = this.#units.compact();
    this.#room = 64 + 2 * this.#units.points.rows;
    for (const track of this.#tracks)
      track.seeds = track.seeds.map(({ item, unit }) => ({ item: renamed[item], unit }));
  }
}

/** The margins up to which a layer at these centres should reach. */
function horizonAt(anchor: Anchor, points: Matrix, centres: Matrix, more: number): number[] {
  const reaching = (one: number): number[] => Array.from({ length: centres.rows }, () => one);
  const band = (one: number): number => bandOf({ anchor, points, centres, horizon: reaching(one) });
  const most = band(0) + more;
  let far = anchor.base.span * 2 ** -16;
  while (far < anchor.base.span && band(2 * far) <= most) far *= 2;
  return reaching(far);
}

function fresh(): Track {
  return { seeds: [], masses: [], atFirst: [], moored: [] };
}
