import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignToCentres } from '../../../src/core/math/cluster/centres.ts';
import { kMeansPlusPlus } from '../../../src/core/math/cluster/seeding.ts';
import type { Labels } from '../../../src/core/base/labels.ts';
import { fromRows, selectRows } from '../../../src/core/base/matrix.ts';
import { startLabels } from '../../../src/core/protocol/start.ts';
import { Random } from '../../../src/core/base/random.ts';
import { clusteringOf, play, type Played, scenarioFiles } from '../../support/scenarios.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { withoutCost } from '../../support/findings.ts';

const rows = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 })), {
  minLength: 1,
  maxLength: 30,
});

const drawn = (rule: 'random' | 'k-means++', points: readonly number[][], k: number, seed: number): Labels =>
  startLabels(rule, fromRows(points), k, new Random(seed).stream('start'));

describe('startLabels', () => {
  test('random: says nothing about the points', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), fc.nat(), (points, k, seed) => {
        const labels = drawn('random', points, k, seed);
        expect(labels).toHaveLength(points.length);
        expect([...labels].every((label) => label < k)).toBe(true);
        const others = points.map(([x, y]) => [y + 1, 7 * x]);
        expect(drawn('random', others, k, seed)).toEqual(labels);
      }),
    );
  });

  test('random: every cluster is as likely as every other', () => {
    const counts = [0, 0, 0, 0];
    for (const label of drawn(
      'random',
      Array.from({ length: 40_000 }, () => [0]),
      4,
      1,
    ))
      counts[label]++;
    // Pearson's statistic, which exceeds this once in 10,000 times.
    const statistic = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(statistic).toBeLessThan(21.1);
  });

  test('k-means++: every point has the nearest of the seeds that the same stream draws', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), fc.nat(), (values, k, seed) => {
        const points = fromRows(values);
        const seeds = selectRows(points, kMeansPlusPlus(points, k, new Random(seed).stream('start')));
        expect(drawn('k-means++', values, k, seed)).toEqual(assignToCentres(points, seeds));
      }),
    );
  });
});

const load = scenarioFiles();
const write = temporaryFiles();

const PARTITIONS = [
  { by: 'iid' },
  { by: 'class', classesPerClient: 1 },
  { by: 'class', classesPerClient: 2 },
  { by: 'client' },
];

/** A table of points that lie in three heaps, with a class and an owner each, in no order. */
function csv(): string {
  const stream = new Random(9).stream('points');
  const lines = Array.from({ length: 60 }, (_, i) => {
    const kind = stream.integer(3);
    const at = (c: number): string => (4 * ((kind + c) % 3) + 6 * stream.uniform()).toFixed(3);
    return [at(0), at(1), at(2), `kind-${kind}`, `owner-${i ** 3 % 5}`].join(',');
  });
  return ['x,y,z,kind,who', ...lines].join('\n');
}

describe.each([
  { name: 'lloyd' as const, scale: 1000 },
  { name: 'secfc' as const, privacy: 1, scale: 1000 },
])('one seed and one data set are one clustering problem, whoever holds what: $name', (protocol) => {
  test.each([
    { start: 'random', seed: 1 },
    { start: 'random', seed: 2 },
    { start: 'k-means++', seed: 1 },
    { start: 'k-means++', seed: 2 },
  ])('$start start, seed $seed', async ({ start, seed }) => {
    const file = write('table.csv', csv());
    const runs: (Played & { readonly owners: string })[] = [];
    for (const partition of PARTITIONS) {
      const data = { source: 'csv', file, label: 'kind', client: 'who', partition };
      const scenario = load({ clients: 5, data, seed, protocol: { ...protocol, clusters: 5, start } });
      const owners = scenario.shards.map((shard) => [...shard].join()).join(';');
      runs.push({ ...(await play(scenario)), owners });
    }
    const [{ labels, findings }] = runs;
    expect(new Set(runs.map(({ owners }) => owners)).size).toBe(PARTITIONS.length);
    expect(runs.map((run) => run.labels)).toEqual(PARTITIONS.map(() => labels));
    // Where the data say who holds what, findings name the clients as the data do.
    const found = runs.map((run) => ({ ...withoutCost(run.findings), clientNames: undefined }));
    expect(found).toEqual(PARTITIONS.map(() => found[0]));
    expect(runs.filter(({ findings: { clientNames } }) => clientNames !== undefined)).toHaveLength(
      PARTITIONS.filter(({ by }) => by === 'client').length,
    );
    expect(clusteringOf(runs[0]).iterations).toBeGreaterThan(1);
    expect(findings.equalsLloyd).toBe(true);
  });
});
