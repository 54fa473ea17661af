/**
 * k-FED on plain arrays and straight from its description: the judge of its actors. It is told who answered, and how a
 * client's points are projected; everything else is its own.
 */

import { NO_CLUSTER } from '../../src/core/base/labels.ts';
import { Random, type Stream } from '../../src/core/base/random.ts';
import { exactLloyd } from './exact-lloyd.ts';

export type Point = readonly number[];

/** The coordinates of points along their top singular vectors, one row each. */
export type Projection = (points: readonly Point[], rank: number) => Point[];

export interface Rule {
  readonly clusters: number;
  /** k'; as many as clusters where it is absent. */
  readonly clustersPerClient?: number;
  readonly maxIterations: number;
  readonly seed: number;
  /** Clients whose centres do not reach the server, counted from 0. */
  readonly silent?: readonly number[];
}

interface LocalRun {
  /** The local cluster of each of the client's points. */
  readonly labels: readonly number[];
  /** Of the local clusters that have points. */
  readonly centres: readonly Point[];
  readonly iterations: number;
  readonly converged: boolean;
}

export interface ReferenceRun {
  /** The cluster of each point, client by client. */
  readonly labels: readonly number[];
  readonly locals: readonly LocalRun[];
  /** Of the clusters at the server, undefined where one is empty. */
  readonly centres: readonly (Point | undefined)[];
  readonly iterations: number;
  readonly converged: boolean;
  /** How often several centres were equally near, where that can be told exactly. */
  readonly ties: number;
}

export function referenceKfed(
  shards: readonly (readonly Point[])[],
  rule: Rule,
  projection: Projection,
): ReferenceRun {
  const { clusters, clustersPerClient = clusters, maxIterations, seed, silent = [] } = rule;
  let ties = 0;
  const random = new Random(seed).scope('actors');
  const locals = shards.map((points, j) => {
    const k = Math.min(clustersPerClient, points.length);
    const projected = projection(points, k);
    const start = separated(projected, seeded(projected, k, random.stream(`client-${j + 1}`, 'seeding')));
    const run = iterated(points, start, k, maxIterations);
    ties += run.ties;
    return { ...run, centres: meansOf(points, run.labels, k).filter((mean) => mean !== undefined) };
  });

  const sent = locals.flatMap(({ centres }, j) =>
    silent.includes(j) ? [] : centres.map((centre, at) => ({ j, at, centre })),
  );
  const all = sent.map(({ centre }) => centre);
  const first = sent.filter(({ j }) => j === sent[0].j).length;
  const far = farApart(all, first, clusters).map((i) => all[i]);
  const server = iterated(
    all,
    all.map((centre) => nearest(centre, far)),
    clusters,
    maxIterations,
  );
  const labels = locals.flatMap((local, j) => {
    const occupied = [...new Set(local.labels)].toSorted((a, b) => a - b);
    return local.labels.map((h) => {
      const at = sent.findIndex((one) => one.j === j && one.at === occupied.indexOf(h));
      return server.labels[at] ?? NO_CLUSTER;
    });
  });
  const centres = meansOf(all, server.labels, clusters);
  const { iterations, converged } = server;
  return { labels, locals, centres, iterations, converged, ties: ties + server.ties };
}

function squared(x: Point, y: Point): number {
  let sum = 0;
  for (const [c, value] of x.entries()) sum += (value - y[c]) ** 2;
  return sum;
}

/** The first of the nearest centres. */
function nearest(x: Point, centres: readonly (Point | undefined)[]): number {
  const distances = centres.map((centre) => (centre === undefined ? Infinity : squared(centre, x)));
  const least = Math.min(...distances);
  return least === Infinity ? NO_CLUSTER : distances.indexOf(least);
}

function meansOf(points: readonly Point[], labels: readonly number[], k: number): (Point | undefined)[] {
  return Array.from({ length: k }, (_, h) => {
    const members = points.filter((__, i) => labels[i] === h);
    if (members.length === 0) return undefined;
    return points[0].map((__, c) => members.reduce((sum, x) => sum + x[c], 0) / members.length);
  });
}

/** k-means++: each seed with probability in proportion to its squared distance from those before it. */
function seeded(points: readonly Point[], k: number, stream: Stream): Point[] {
  const seeds: Point[] = [];
  while (seeds.length < k) {
    const masses = points.map((x) => Math.min(...seeds.map((seed) => squared(seed, x))));
    const total = seeds.length === 0 ? 0 : masses.reduce((sum, mass) => sum + mass, 0);
    if (total === 0) {
      seeds.push(points[stream.integer(points.length)]);
      continue;
    }
    const target = stream.uniform() * total;
    let sum = 0;
    seeds.push(points[masses.findIndex((mass) => (sum += mass) > target)]);
  }
  return seeds;
}

/** Keeps the points that are three times nearer to one seed than to every other, and all of a set that would be empty. */
function separated(points: readonly Point[], seeds: readonly Point[]): number[] {
  const first = points.map((x) => nearest(x, seeds));
  const clear = points.map((x, i) => {
    const reach = 9 * squared(seeds[first[i]], x);
    return seeds.every((seed, s) => s === first[i] || squared(seed, x) >= reach);
  });
  return first.map((h, i) => {
    const bare = first.every((other, at) => other !== h || !clear[at]);
    return clear[i] || bare ? h : NO_CLUSTER;
  });
}

/** Lloyd's iterations: exact on integers, as this algorithm promises, and in doubles otherwise. */
function iterated(
  points: readonly Point[],
  start: readonly number[],
  clusters: number,
  maxIterations: number,
) {
  if (points.flat().every(Number.isSafeInteger)) {
    const exact = points.map((x) => x.map(BigInt));
    const rule = { clusters, maxIterations, centreSeparation: false };
    const { history, converged, ties } = exactLloyd(exact, start, rule);
    return { labels: history[history.length - 1], iterations: history.length - 1, converged, ties };
  }
  let labels = start;
  for (let iterations = 1; ; iterations++) {
    const centres = meansOf(points, labels, clusters);
    const before = labels;
    labels = points.map((x) => nearest(x, centres));
    const converged = labels.every((h, i) => h === before[i]);
    if (converged || iterations === maxIterations) return { labels, iterations, converged, ties: 0 };
  }
}

/** The first client's centres, then again and again the first of the farthest from all that are chosen. */
function farApart(points: readonly Point[], first: number, k: number): number[] {
  const chosen = [...points.keys()].slice(0, Math.min(first, k));
  while (chosen.length < k) {
    const gaps = points.map((x) => Math.min(...chosen.map((i) => squared(points[i], x))));
    const widest = Math.max(...gaps);
    if (widest === 0) break;
    chosen.push(gaps.indexOf(widest));
  }
  return chosen;
}
