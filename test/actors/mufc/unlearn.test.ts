/** Exact unlearning, as a distribution: seeds after a removal are distributed as seeds of what is left. */

import { describe, expect, test } from 'vitest';
import { seed } from '../../../actors/mufc/tasks.ts';
import { keptSeeds } from '../../../actors/mufc/unlearn.ts';
import { squaredDistance } from '../../../src/core/math/cluster/squared-distance.ts';
import { fromRows, type Matrix, selectRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';

/** Five points at unlike distances, so that every order of seeds has a probability of its own. */
const POINTS = fromRows([[0], [1], [3], [7], [12]]);
const CLUSTERS = 3;
const RUNS = 20_000;

/** The probability of every order of seeds that begins with `prefix`, by enumeration of k-means++. */
function orders(points: Matrix, prefix: readonly number[] = []): Map<string, number> {
  if (prefix.length === CLUSTERS) return new Map([[prefix.join(), 1]]);
  const masses = Array.from({ length: points.rows }, (_, i) =>
    prefix.length === 0 ? 1 : Math.min(...prefix.map((row) => squaredDistance(points, row, points, i))),
  );
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const all = new Map<string, number>();
  masses.forEach((mass, row) => {
    if (mass === 0) return;
    for (const [order, chance] of orders(points, [...prefix, row])) all.set(order, (mass / total) * chance);
  });
  return all;
}

const without = (removed: number): Matrix =>
  selectRows(
    POINTS,
    [0, 1, 2, 3, 4].filter((row) => row !== removed),
  );

type Unlearn = (chosen: Uint32Array, removed: number) => Uint32Array;

const algorithm3: Unlearn = (chosen, removed) => keptSeeds(chosen, [removed]);

/** What the authors' code does: all over again, where a seed is hit. */
const afresh: Unlearn = (chosen, removed) =>
  chosen.includes(removed) ? new Uint32Array() : keptSeeds(chosen, [removed]);

/** Where the removed point stood among the seeds: 0, 1, 2, or -1 for not at all. */
interface Sample {
  readonly at: number;
  readonly order: string;
}

function samples(removed: number, unlearn: Unlearn): Sample[] {
  const random = new Random(11);
  const rest = without(removed);
  return Array.from({ length: RUNS }, (_, run) => {
    const key = (name: string): Uint8Array => random.streamKey(name, `${removed} ${run} ${unlearn.name}`);
    const { chosen } = seed.run({ points: POINTS, clusters: CLUSTERS, key: key('first') });
    const kept = unlearn(chosen, removed);
    const after =
      kept.length === CLUSTERS
        ? kept
        : seed.run({ points: rest, clusters: CLUSTERS, kept, key: key('again') }).chosen;
    return { at: chosen.indexOf(removed), order: after.join() };
  });
}

/** Of the counts of all outcomes; and the value that one in a million exceeds, by Wilson and Hilferty. */
function chiSquare(
  found: readonly Sample[],
  expected: ReadonlyMap<string, number>,
): { value: number; critical: number } {
  const counts = new Map<string, number>();
  for (const { order } of found) counts.set(order, (counts.get(order) ?? 0) + 1);
  expect([...counts.keys()].filter((order) => !expected.has(order))).toEqual([]);
  let value = 0;
  for (const [order, chance] of expected) {
    const mean = chance * found.length;
    value += ((counts.get(order) ?? 0) - mean) ** 2 / mean;
  }
  const degrees = expected.size - 1;
  const critical = degrees * (1 - 2 / (9 * degrees) + 4.75 * Math.sqrt(2 / (9 * degrees))) ** 3;
  return { value, critical };
}

/** What Algorithm 3 should give where the removed point was seed number `at`: the seeds before it, then D^2 sampling. */
function given(removed: number, at: number): Map<string, number> {
  const conditional = new Map<string, number>();
  let total = 0;
  for (const [order, chance] of orders(POINTS)) {
    const rows = order.split(',').map(Number);
    if (rows.indexOf(removed) !== at) continue;
    total += chance;
    const prefix = rows.slice(0, at).map((row) => row - (row > removed ? 1 : 0));
    for (const [after, more] of orders(without(removed), prefix))
      conditional.set(after, (conditional.get(after) ?? 0) + chance * more);
  }
  return new Map([...conditional].map(([order, chance]) => [order, chance / total]));
}

describe.each([0, 2, 4])('when point %d goes', (removed) => {
  const unlearnt = samples(removed, algorithm3);

  test('the seeds are distributed as those of the points that are left', () => {
    const { value, critical } = chiSquare(unlearnt, orders(without(removed)));
    expect(value).toBeLessThan(critical);
  });

  test.each([0, 1, 2])(
    'the same if it was seed number %d: those before it stay, the others are redrawn',
    (at) => {
      const hit = unlearnt.filter((sample) => sample.at === at);
      expect(hit.length).toBeGreaterThan(1000);
      const { value, critical } = chiSquare(hit, given(removed, at));
      expect(value).toBeLessThan(critical);
    },
  );
});

test('redrawing all seeds if one is removed, as the authors do, is not exact, and this test detects it', () => {
  const { value, critical } = chiSquare(samples(2, afresh), orders(without(2)));
  expect(value).toBeGreaterThan(critical);
});

test('enumerated probabilities are those of k-means++ itself', () => {
  const random = new Random(3);
  const drawn = Array.from({ length: RUNS }, (_, run) => ({
    at: -1,
    order: seed.run({ points: POINTS, clusters: CLUSTERS, key: random.streamKey(`${run}`) }).chosen.join(),
  }));
  const { value, critical } = chiSquare(drawn, orders(POINTS));
  expect(value).toBeLessThan(critical);
});

test('kept seeds are numbered among the remaining rows', () => {
  const seeds = Uint32Array.of(7, 2, 9, 4);
  expect([...keptSeeds(seeds, [3, 8])]).toEqual([6, 2, 7, 3]);
  expect([...keptSeeds(seeds, [0, 9])]).toEqual([6, 1]);
  expect([...keptSeeds(seeds, [7])]).toEqual([]);
  expect([...keptSeeds(seeds, [])]).toEqual([7, 2, 9, 4]);
});
