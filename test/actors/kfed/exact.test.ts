import * as fc from 'fast-check';
import { Matrix as Dense, SingularValueDecomposition } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { kfed } from '../../../bin/standard.ts';
import { accuracy } from '../../../src/core/math/cluster/accuracy.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { inertia } from '../../../src/core/math/cluster/inertia.ts';
import { lloydStep } from '../../../src/core/math/cluster/lloyd.ts';
import { absent, pointsOf, vectors } from '../../support/cluster-vectors.ts';
import { bodyOf, play, type Played, SERVER, scenarioFiles } from '../../support/scenarios.ts';
import {
  type Point,
  type Projection,
  referenceKfed,
  type ReferenceRun,
} from '../../support/kfed-reference.ts';
import { blobs, ownProjection, type Shards } from '../../support/kfed-shards.ts';

const load = scenarioFiles();

/** By the full decomposition: other bits, so only for points where no decision is a near one. */
const fullProjection: Projection = (points, rank) => {
  const dense = new Dense(points.map((x) => [...x]));
  const { rightSingularVectors } = new SingularValueDecomposition(dense, { autoTranspose: true });
  const right = rightSingularVectors.to2DArray();
  return points.map((x) =>
    Array.from({ length: rank }, (_, at) =>
      x.reduce((sum, value, c) => sum + value * (right[c][at] ?? 0), 0),
    ),
  );
};

const many = <T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(item, { minLength: length, maxLength: length });

/** Points anywhere, some far away, or evenly spaced on a line, so halfway between many a pair of means. */
const pools = (d: number, size: number): fc.Arbitrary<Point[]> => {
  const near = fc.integer({ min: -2, max: 2 });
  const coordinate = fc.tuple(fc.constantFrom(0, 0, 0, 0, 2 ** 20), near).map(([far, x]) => far + x);
  const line = fc
    .record({ origin: many(near, d), step: many(near, d), places: many(fc.nat(12), size) })
    .map(({ origin, step, places }) => places.map((place) => origin.map((x, c) => x + place * step[c])));
  return fc.oneof(line, line, many(many(coordinate, d), size));
};

interface Instance {
  readonly shards: Shards;
  readonly clusters: number;
  readonly clustersPerClient: number;
  readonly maxIterations: number;
  readonly seed: number;
}

/** Up to 7 clients with up to 9 points, often the same ones. */
const instances: fc.Arbitrary<Instance> = fc
  .record({
    sizes: fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 7 }),
    d: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5 })),
    different: fc.integer({ min: 1, max: 30 }),
    clusters: fc.integer({ min: 1, max: 5 }),
    whole: fc.constantFrom(true, true, true, false),
  })
  .chain(({ sizes, d, different, clusters, whole }) =>
    fc.record({
      shards: fc
        .record({
          pool: pools(d, different),
          chosen: fc.tuple(...sizes.map((size) => many(fc.nat(different - 1), size))),
        })
        .map(({ pool, chosen }) =>
          chosen.map((own) => own.map((at) => (whole ? pool[at] : pool[at].map((value) => value / 3)))),
        ),
      clusters: fc.constant(clusters),
      clustersPerClient: fc.oneof(fc.constant(clusters), fc.integer({ min: 1, max: clusters })),
      maxIterations: fc.constantFrom(1, 1, 2, 100, 100),
      seed: fc.nat(1000),
    }),
  )
  .filter(({ shards, clusters, clustersPerClient }) => {
    const found = shards.reduce((sum, { length }) => sum + Math.min(length, clustersPerClient), 0);
    return found >= clusters;
  });

const playKfed = ({ shards, seed, ...settings }: Instance): Promise<Played> =>
  play(load({ shards, seed, protocol: { name: 'kfed', ...settings } }));

/** What the parties did: labels, iterations, and the very values that clients sent. */
function foundBy({ ending, labels, clustering, history }: Played): object {
  const sent = history
    .sent('local-centres')
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, payload }) => {
      return { from, to, values: [...bodyOf<{ values: Float64Array }>(kfed, payload).body.values] };
    });
  const { iterations, converged, centres } = clustering ?? {};
  return {
    ending,
    labels: [...(labels ?? [])],
    iterations,
    converged,
    centres: [...(centres?.values ?? [])],
    sent,
  };
}

/** What they should have done. */
function expectedOf({ labels, iterations, converged, centres, locals }: ReferenceRun): object {
  const sent = locals.map((local, j) => ({ from: j + 1, to: SERVER, values: local.centres.flat() }));
  const dimension = centres.find((centre) => centre !== undefined)?.length ?? 0;
  const rows = centres.flatMap((centre) => centre ?? Array.from({ length: dimension }, () => Number.NaN));
  return { ending: 'done', labels, iterations, converged, centres: rows, sent };
}

test(
  'labels, centres and iterations are those of the algorithm, whatever is tied, repeated, empty or alone',
  { timeout: 60_000 },
  async () => {
    const met = {
      ties: 0,
      repeated: 0,
      emptyLocal: 0,
      empty: 0,
      one: 0,
      alone: 0,
      few: 0,
      all: 0,
      unconverged: 0,
      moved: 0,
    };
    const instance = fc.asyncProperty(instances, async (setting) => {
      const { shards, clusters, clustersPerClient } = setting;
      const expected = referenceKfed(shards, setting, ownProjection);
      expect(foundBy(await playKfed(setting))).toEqual(expectedOf(expected));

      const points = shards.flat();
      met.ties += expected.ties;
      met.repeated += Number(new Set(points.map(String)).size < points.length);
      met.emptyLocal += expected.locals.filter(
        ({ centres }, j) => centres.length < Math.min(clustersPerClient, shards[j].length),
      ).length;
      met.empty += Number(expected.centres.includes(undefined));
      met.one += Number(shards.length === 1);
      met.alone += shards.filter(({ length }) => length === 1).length;
      met.few += Number(clustersPerClient === 1 && clusters > 1);
      met.all += Number(clustersPerClient === clusters && clusters > 1);
      met.unconverged += expected.locals.filter(({ converged }) => !converged).length;
      met.moved += Number(expected.iterations > 1);
    });
    await fc.assert(instance, { seed: 7, numRuns: 150 });
    // The instances are as hard as they are meant to be.
    const least = {
      ties: 5,
      repeated: 100,
      emptyLocal: 30,
      empty: 20,
      one: 5,
      alone: 100,
      few: 10,
      all: 40,
      unconverged: 10,
      moved: 3,
    };
    const rare = Object.entries(least).filter(([what, times]) => met[what as keyof typeof least] < times);
    expect({ rare, met }).toEqual({ rare: [], met });
  },
);

test.each(
  [1, 2, 3].flatMap((seed) =>
    [2, 5, 30].flatMap((d) => [1, 2, 4].map((clustersPerClient) => ({ seed, d, clustersPerClient }))),
  ),
)(
  "equals the algorithm with the full singular value decomposition: seed $seed, d=$d, k'=$clustersPerClient",
  async (setting) => {
    const { seed, d, clustersPerClient } = setting;
    const rule = { clusters: 4, clustersPerClient, maxIterations: 100, seed };
    const shards = blobs(seed, d, 4, 4);
    const expected = referenceKfed(shards, rule, fullProjection);
    expect(foundBy(await playKfed({ shards, ...rule }))).toEqual(expectedOf(expected));
  },
);

describe.skipIf(absent)('k-FED against scikit-learn', () => {
  const SEPARATE = 'gmm_2d_sep';

  test.each([1, 2, 3, 4, 5])('finds well-separated clusters: seed %i', async (seed) => {
    const run = vectors.runs.find(
      ({ dataset, init }) => dataset === SEPARATE && init === 'one_point_per_class',
    );
    const best = run?.iterations.at(-1);
    const { X, y } = vectors.datasets[SEPARATE];
    // Four clients with two of the four classes each, every class in halves.
    const held = [0, 1, 2, 3].map((j) => [...X.keys()].filter((i) => (y[i] + (i % 2)) % 4 === j));
    const order = held.flat();
    const { labels = [], findings } = await play(
      load({
        shards: held.map((own) => own.map((i) => X[i])),
        seed,
        protocol: { name: 'kfed', clusters: 4, clustersPerClient: 2 },
      }),
    );
    // A client without a class cannot know where its own ends, so a point at the edge may differ.
    const same = accuracy(
      labels,
      order.map((i) => best?.labels?.[i] ?? NO_CLUSTER),
    );
    expect(same).toBeGreaterThan(0.98);
    expect((findings.loss ?? 0) / (best?.inertia ?? 0)).toBeLessThan(1.02);
  });

  test.each(absent ? [] : ['iris', 'wine', 'gmm_8d_imbalanced_overlap'])(
    'with one client ends at a fixed point of Lloyd, no better than the best known: %s',
    async (name) => {
      const { X, y } = vectors.datasets[name];
      const clusters = new Set(y).size;
      const { labels, findings, clustering } = await play(
        load({ shards: [X], protocol: { name: 'kfed', clusters } }),
      );
      const points = pointsOf(name);
      // Every centre of the one client is a cluster of its own at the server.
      expect(clustering).toMatchObject({ iterations: 1, converged: true });
      expect(lloydStep(points, labels as Uint16Array, clusters)).toEqual(labels);
      expect(new Set(labels).size).toBe(clusters);
      expect(labels).not.toContain(NO_CLUSTER);
      const ends = vectors.runs.filter(({ dataset }) => dataset === name);
      const known = Math.min(...ends.map(({ iterations }) => iterations.at(-1)?.inertia ?? Infinity));
      expect(findings.loss).toBe(inertia(points, labels as Uint16Array, clusters));
      expect(findings.loss).toBeGreaterThan(known * (1 - 1e-9));
    },
  );
});
