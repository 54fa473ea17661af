import { describe, expect, test } from 'vitest';
import { drawSeeds, KeptClustering } from '../../../../actors/mufc/kept/clustering.ts';
import { type Change, stepFor, Units } from '../../../../actors/mufc/kept/units.ts';
import { fromRows, selectRows } from '../../../../src/core/base/matrix.ts';
import { Random, type Stream } from '../../../../src/core/base/random.ts';
import { centresOf, lloyd } from '../../../../src/core/math/cluster/lloyd.ts';
import { chiSquare, orders } from '../../../support/mufc-enumeration.ts';
import { drive } from '../../../support/drive.ts';
import { thoroughly } from '../../../support/long.ts';

const step = stepFor(10_000, 1);

/** A place that looks clustered: near one of nine middles. */
function somewhere(stream: Stream): number[] {
  return [0, 1].map(() => 0.3 * (stream.integer(3) - 1) + 0.2 * (stream.uniform() - 0.5));
}

describe.each([
  { shared: false, restarts: 1, requests: thoroughly(250, 1000) },
  { shared: true, restarts: 1, requests: thoroughly(250, 1000) },
  { shared: false, restarts: 3, requests: 100 },
])('units that come and go: shared $shared, $restarts starts', ({ shared, restarts, requests }) => {
  test(`have the clustering computed afresh from the same seeds, in each of ${requests} requests`, () => {
    const clusters = 4;
    const random = new Random(9);
    const stream = random.stream('changes');
    const units = new Units({ columns: 2, shared, step });
    const maxIterations = 40;
    const kept = new KeptClustering({ clusters, restarts, maxIterations }, units);
    const counts = new Map<string, number>();
    /** Brings the units to these counts, what goes before what comes. */
    const change = (wanted: ReadonlyMap<string, number>): Change[] => {
      const keys = [...wanted.keys()];
      const more = (key: string): number => wanted.get(key)! - (counts.get(key) ?? 0);
      const places = (count: number) =>
        fromRows(Array.from({ length: shared ? 1 : count }, () => somewhere(stream)));
      const changes = [
        ...keys.flatMap((key) => (more(key) < 0 ? units.take(key, -more(key)) : [])),
        ...keys.flatMap((key) => (more(key) > 0 ? units.put(key, more(key), places(more(key))) : [])),
      ];
      for (const [key, count] of wanted) if (count > 0) counts.set(key, count);
      for (const [key, count] of wanted) if (count === 0) counts.delete(key);
      return changes;
    };
    const request = (number: number): Change[] => {
      if (number === 0) return change(new Map(Array.from({ length: 80 }, (_, i) => [`cell ${i}`, 5])));
      const wanted = new Map<string, number>();
      // Now and then a client draws again, and many units move.
      const moved = number % 25 === 0 ? 6 : 1;
      for (let i = 0; i < moved; i++) {
        const [key, held] = [...counts][stream.integer(counts.size)];
        wanted.set(key, held - 1 - stream.integer(Math.min(held, 3)));
      }
      if (moved > 1) for (const i of [1, 2]) wanted.set(`new ${number}-${i}`, 5);
      const back = `cell ${stream.integer(80)}`;
      if (number % 2 === 0) wanted.set(back, (counts.get(back) ?? 0) + 4);
      return change(wanted);
    };
    let operations = 0;
    let afresh = 0;
    let redrawn = 0;
    for (let number = 0; number <= requests; number++) {
      const changes = request(number);
      const done = drive(kept.update(changes, (...name) => random.streamKey(`${number}`, ...name)));
      const rows = [...units.weights.keys()].filter((item) => units.weights[item] > 0);
      const points = selectRows(units.points, rows);
      const weights = Float64Array.from(rows, (item) => units.weights[item]);
      const full = kept.seeds.map((seeds) => {
        const start = { centres: selectRows(units.points, seeds) };
        return lloyd(points, clusters, start, { maxIterations, weights });
      });
      const { centres, iterations, converged } = done.result!;
      const all = full.map((one) => ({
        // Means of the labels in the end, where iterations were cut off.
        centres: [...centresOf(points, one.labels, clusters, weights).values].filter((x) => !Number.isNaN(x)),
        iterations: one.iterations,
        converged: one.converged,
      }));
      expect(all).toContainEqual({ centres: [...centres.values], iterations, converged });
      if (number === 0) continue;
      operations += done.operations;
      redrawn += kept.drawn;
      afresh += full.reduce((sum, one) => sum + 2 * rows.length * (clusters + 1) * one.iterations, 0);
    }
    expect(redrawn).toBeGreaterThan(0);
    expect(3 * operations).toBeLessThan(afresh);
  });
});

describe('seeds after units were removed and inserted', () => {
  const PLACES = [[0], [1], [3], [7], [12], [20]];
  const RUNS = thoroughly(4000, 12_000);

  /** What is at each place at first, and in the end. */
  const BEFORE = [3, 1, 2, 1, 2, 0];
  const AFTER = [2, 0, 2, 1, 3, 1];

  function seedsOf(
    run: number,
    update: (kept: KeptClustering, units: Units, random: Random) => void,
  ): string {
    const random = new Random(run);
    const units = new Units({ columns: 1, shared: true, step: stepFor(100, 20) });
    const kept = new KeptClustering({ clusters: 3, restarts: 1, maxIterations: 9 }, units);
    const first = BEFORE.flatMap((count, i) =>
      count === 0 ? [] : units.put(`${i}`, count, fromRows([PLACES[i]])),
    );
    drive(kept.update(first, (...name) => random.streamKey('first', ...name)));
    update(kept, units, random);
    return kept.seeds[0].map((item) => PLACES.findIndex(([x]) => x === units.points.values[item])).join();
  }

  const difference = (units: Units): Change[] => [
    ...BEFORE.flatMap((count, i) => (AFTER[i] < count ? units.take(`${i}`, count - AFTER[i]) : [])),
    ...BEFORE.flatMap((count, i) =>
      AFTER[i] > count ? units.put(`${i}`, AFTER[i] - count, fromRows([PLACES[i]])) : [],
    ),
  ];

  const expected = orders(fromRows(PLACES), 3, AFTER);

  test('are distributed as seeds drawn from the current units, by enumeration', () => {
    const found = Array.from({ length: RUNS }, (_, run) =>
      seedsOf(run, (kept, units, random) =>
        drive(kept.update(difference(units), (...name) => random.streamKey('again', ...name))),
      ),
    );
    const { value, critical, impossible } = chiSquare(found, expected);
    expect(impossible).toBe(0);
    expect(value).toBeLessThan(critical);
  });

  test('are not if insertions never replace them, and this test detects it', () => {
    const found = Array.from({ length: RUNS / thoroughly(2, 6) }, (_, run) =>
      seedsOf(run, (kept, units, random) => {
        // What came is taken for something that had been there: no draw of it.
        const changes = difference(units).map(({ item, to }) => ({ item, from: to, to }));
        drive(kept.update(changes, (...name) => random.streamKey('again', ...name)));
      }),
    );
    const { value, critical } = chiSquare(found, expected);
    expect(value).toBeGreaterThan(critical);
  });
});

test('sums lose a point as if it had never been there, bit for bit', () => {
  const stream = new Random(4).stream('x');
  const units = new Units({ columns: 1, shared: false, step: stepFor(1000, 1) });
  const total = (): number => units.points.values.reduce((sum, x, i) => sum + x * units.weights[i], 0);
  units.put('a', 500, fromRows(Array.from({ length: 500 }, () => [stream.uniform()])));
  const before = total();
  units.put('b', 400, fromRows(Array.from({ length: 400 }, () => [-stream.uniform() / 3])));
  units.take('b', 400);
  expect(total()).toBe(before);
});

test('nothing is left of a clustering without units, and it begins anew with the next', () => {
  const units = new Units({ columns: 1, shared: true, step });
  const kept = new KeptClustering({ clusters: 2, restarts: 1, maxIterations: 9 }, units);
  const random = new Random(1);
  const update = (number: number, changes: Change[]) =>
    drive(kept.update(changes, (...name) => random.streamKey(`${number}`, ...name))).result;
  expect(update(0, units.put('a', 2, fromRows([[0.5]])))?.centres.rows).toBe(1);
  expect(update(1, units.take('a', 2))).toBeUndefined();
  expect([...update(2, units.put('b', 1, fromRows([[0.25]])))!.centres.values]).toEqual([0.25]);
});

test('drawing seeds counts a distance from every occupied unit to every cluster', () => {
  const points = fromRows(Array.from({ length: 7 }, () => [1, 2, 3]));
  const input = { points, occupied: 5, clusters: 2, weights: new Float64Array(7), kept: new Uint32Array() };
  expect(drawSeeds.operations({ ...input, key: new Uint8Array(32) })).toBe(5 * 3 * 2);
});
