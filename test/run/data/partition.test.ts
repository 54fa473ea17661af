import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { partitionPoints, type PartitionSpec } from '../../../src/run/data/partition.ts';
import { zeros } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { refusal, unlessRefused } from '../../support/refusal.ts';

/** A data set of which only the classes and owners matter. */
const dataOf = (rows: number, { truth, owners }: { truth?: number[]; owners?: number[] } = {}): DataSet => ({
  points: zeros(rows, 1),
  skipped: 0,
  ...(truth && { truth: Uint32Array.from(truth) }),
  ...(owners && { owners: Uint32Array.from(owners) }),
});
const split = (data: DataSet, spec: PartitionSpec, clients: number, seed = 1) =>
  partitionPoints(data, spec, clients, new Random(seed));

/** Every row exactly once, ascending on each client, and no client without a row. */
function expectPartition(shards: readonly Uint32Array[], rows: number, clients: number): void {
  expect(shards).toHaveLength(clients);
  for (const shard of shards) {
    expect(shard.length).toBeGreaterThan(0);
    expect(shard).toEqual(shard.toSorted());
  }
  expect(shards.flatMap((shard) => [...shard]).toSorted((a, b) => a - b)).toEqual([...Array(rows).keys()]);
}

/** Which classes each client holds. */
const held = (shards: readonly Uint32Array[], truth: readonly number[]) =>
  shards.map((shard) => new Set(Array.from(shard, (row) => truth[row])));

const spreadOf = (sizes: readonly number[]) => Math.max(...sizes) - Math.min(...sizes);
const seeds = fc.nat(1000);

describe('iid', () => {
  test('every client holds the same number of rows, give or take one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), seeds, (rows, choice, seed) => {
        const clients = 1 + (choice % rows);
        const shards = split(dataOf(rows), { by: 'iid' }, clients, seed);
        expectPartition(shards, rows, clients);
        expect(spreadOf(shards.map((shard) => shard.length))).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('rows are shuffled, the same way for the same seed', () => {
    const data = dataOf(100);
    const shards = split(data, { by: 'iid' }, 2, 1);
    expect(split(data, { by: 'iid' }, 2, 1)).toEqual(shards);
    expect(split(data, { by: 'iid' }, 2, 2)).not.toEqual(shards);
    const low = shards[0].filter((row) => row < 50).length;
    expect(low).toBeGreaterThan(10);
    expect(low).toBeLessThan(40);
  });
});

describe('by client', () => {
  test('every client holds the rows that it owns, in the order of the numbers', () => {
    const shards = split(dataOf(5, { owners: [40, 2, 40, 7, 2] }), { by: 'client' }, 3);
    expect(shards).toEqual([Uint32Array.of(1, 4), Uint32Array.of(3), Uint32Array.of(0, 2)]);
  });

  test('any owners make a partition', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 32 - 1), { minLength: 1 }), (owners) => {
        const clients = new Set(owners).size;
        const shards = split(dataOf(owners.length, { owners }), { by: 'client' }, clients);
        expectPartition(shards, owners.length, clients);
        for (const shard of shards) expect(new Set(Array.from(shard, (row) => owners[row])).size).toBe(1);
      }),
    );
  });

  test('data that names no owners, or another number of them, is refused', () => {
    const none = refusal(() => split(dataOf(5), { by: 'client' }, 2));
    expect(none.message).toBe('data.partition: expected data that names the client of each point, got none');
    const other = refusal(() => split(dataOf(3, { owners: [0, 1, 5] }), { by: 'client' }, 2));
    expect(other.message).toBe('clients: expected 3, as the data names so many, got 2');
  });
});

describe('by class', () => {
  const settings = fc.record({
    truth: fc.array(fc.nat(6), { minLength: 1, maxLength: 120 }),
    clients: fc.integer({ min: 1, max: 20 }),
    classesPerClient: fc.integer({ min: 1, max: 8 }),
    seed: seeds,
  });

  test('the rule holds for whatever is not refused', () => {
    let kept = 0;
    fc.assert(
      fc.property(settings, ({ truth, clients, classesPerClient, seed }) => {
        const data = dataOf(truth.length, { truth });
        const shards = unlessRefused(() => split(data, { by: 'class', classesPerClient }, clients, seed));
        if (shards === undefined) return;
        kept++;
        expectPartition(shards, truth.length, clients);
        const classes = new Set(truth);
        const byClient = held(shards, truth);
        for (const own of byClient) expect(own.size).toBeLessThanOrEqual(classesPerClient);
        if (classesPerClient >= classes.size) return;
        for (const h of classes) {
          const sizes = shards
            .map((shard) => shard.filter((row) => truth[row] === h).length)
            .filter((size) => size > 0);
          expect(sizes.length).toBeGreaterThan(0);
          expect(spreadOf(sizes)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 1000 },
    );
    expect(kept).toBeGreaterThan(200);
  });

  test('large classes are never refused where there are places enough, and fill every place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.nat(), fc.nat(), seeds, (classes, few, more, seed) => {
        const classesPerClient = 1 + (few % (classes - 1));
        const clients = Math.ceil(classes / classesPerClient) + (more % 10);
        const truth = Array.from({ length: classes * 40 }, (_, i) => i % classes);
        const shards = split(
          dataOf(truth.length, { truth }),
          { by: 'class', classesPerClient },
          clients,
          seed,
        );
        expectPartition(shards, truth.length, clients);
        for (const own of held(shards, truth)) expect(own.size).toBe(classesPerClient);
        const holders = Array.from(
          { length: classes },
          (_, h) => held(shards, truth).filter((own) => own.has(h)).length,
        );
        expect(spreadOf(holders)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('with as many classes per client as there are, it is the iid partition', () => {
    const data = dataOf(60, { truth: Array.from({ length: 60 }, (_, i) => i % 3) });
    expect(split(data, { by: 'class', classesPerClient: 3 }, 7)).toEqual(split(data, { by: 'iid' }, 7));
    expect(split(data, { by: 'class', classesPerClient: 9 }, 7)).toEqual(split(data, { by: 'iid' }, 7));
  });

  test('what is left of a class goes to the clients that hold least', () => {
    // Two clients share one class and have another each: with 11, 10 and 11 points they can always be equal.
    const truth = Array.from({ length: 32 }, (_, i) => i % 3);
    truth[31] = 2;
    for (let seed = 0; seed < 20; seed++) {
      const shards = split(dataOf(32, { truth }), { by: 'class', classesPerClient: 2 }, 2, seed);
      expect(shards.map((shard) => shard.length)).toEqual([16, 16]);
    }
  });

  test('the seed decides which classes meet on a client', () => {
    const truth = Array.from({ length: 80 }, (_, i) => i % 8);
    const meetings = new Set(
      Array.from({ length: 10 }, (_, seed) => {
        const shards = split(dataOf(80, { truth }), { by: 'class', classesPerClient: 2 }, 4, seed);
        return JSON.stringify(held(shards, truth).map((own) => [...own].toSorted()));
      }),
    );
    expect(meetings.size).toBeGreaterThan(5);
  });

  test.each([
    [
      'data without classes',
      {},
      2,
      1,
      'data.partition: expected data that names the class of each point, got none',
    ],
    [
      'too few places',
      { truth: [0, 1, 2, 3, 4] },
      2,
      2,
      'data.partition.classesPerClient: expected at least 3, as 2 clients hold 5 classes, got 2',
    ],
    [
      'no class per client',
      { truth: [0, 1, 0, 1, 0] },
      2,
      0,
      'data.partition.classesPerClient: expected a positive integer, got 0',
    ],
    [
      'half a class per client',
      { truth: [0, 1, 0, 1, 0] },
      2,
      1.5,
      'data.partition.classesPerClient: expected a positive integer, got 1.5',
    ],
    [
      'a client without points',
      { truth: [0, 0, 0, 0, 1] },
      5,
      1,
      'data.partition: expected enough points in every class for its clients, got none for client',
    ],
  ])('%s: refused', (_, data, clients, classesPerClient, message) => {
    expect(
      refusal(() => split(dataOf(5, data), { by: 'class', classesPerClient }, clients)).message,
    ).toContain(message);
  });
});

describe('by a Dirichlet distribution', () => {
  test('every client holds the same number of rows, give or take one', () => {
    const settings = fc.record({
      truth: fc.array(fc.nat(6), { minLength: 1, maxLength: 120 }),
      choice: fc.nat(),
      concentration: fc.constantFrom(1e-6, 0.01, 0.5, 10, 1e6),
      seed: seeds,
    });
    fc.assert(
      fc.property(settings, ({ truth, choice, concentration, seed }) => {
        const clients = 1 + (choice % truth.length);
        const shards = split(
          dataOf(truth.length, { truth }),
          { by: 'dirichlet', concentration },
          clients,
          seed,
        );
        expectPartition(shards, truth.length, clients);
        expect(spreadOf(shards.map((shard) => shard.length))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  test('the smaller the concentration, the fewer classes has a client', () => {
    const truth = Array.from({ length: 5000 }, (_, i) => i % 10);
    const most = [1e-3, 0.1, 1, 10, 1e5].map((concentration) => {
      // The last clients take what is left: only the first half is as drawn.
      const shards = split(dataOf(5000, { truth }), { by: 'dirichlet', concentration }, 50).slice(0, 25);
      const shares = shards.map((shard) => {
        const counts = Array.from({ length: 10 }, (_, h) => shard.filter((i) => truth[i] === h).length);
        return Math.max(...counts) / shard.length;
      });
      return shares.reduce((a, b) => a + b, 0) / shares.length;
    });
    expect(most).toEqual(most.toSorted((a, b) => b - a));
    expect(most[0]).toBeGreaterThan(0.9);
    expect(most[4]).toBeLessThan(0.2);
  });

  test('of two classes, the share of one is a Beta variate around its share of all', () => {
    // With concentration 4 and a quarter of all points, Beta(1, 3): mean 1/4, variance 3/80.
    const truth = Array.from({ length: 400_000 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    const shards = split(dataOf(truth.length, { truth }), { by: 'dirichlet', concentration: 4 }, 2000);
    const shares = shards
      .slice(0, 1000)
      .map((shard) => shard.filter((i) => truth[i] === 1).length / shard.length);
    const mean = shares.reduce((a, b) => a + b, 0) / shares.length;
    const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / shares.length;
    expect(Math.abs(mean - 0.25)).toBeLessThan(5 * Math.sqrt(3 / 80 / 1000));
    // Two hundred points drawn with that share add a little.
    expect(variance / (3 / 80 + (0.25 * 0.75 - 3 / 80) / 200)).toBeCloseTo(1, 0);
  });

  test('the same seed gives the same mixes, another seed others', () => {
    const data = dataOf(100, { truth: Array.from({ length: 100 }, (_, i) => i % 5) });
    const spec = { by: 'dirichlet', concentration: 0.5 } as const;
    expect(split(data, spec, 7, 1)).toEqual(split(data, spec, 7, 1));
    expect(split(data, spec, 7, 1)).not.toEqual(split(data, spec, 7, 2));
  });

  test('data without classes is refused, and a concentration that is none', () => {
    const spec = { by: 'dirichlet', concentration: 1 } as const;
    expect(refusal(() => split(dataOf(5), spec, 2)).message).toContain(
      'names the class of each point, got none',
    );
    for (const concentration of [0, -1, Number.NaN, 1e7]) {
      const error = refusal(() =>
        split(dataOf(5, { truth: [0, 0, 1, 1, 1] }), { ...spec, concentration }, 2),
      );
      expect(error.place).toEqual({ path: 'data.partition.concentration' });
    }
  });
});

describe('by a power law', () => {
  test('every client holds a row, the first most, and rows are shuffled', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        fc.double({ min: 0, max: 100, noNaN: true }),
        seeds,
        (rows, choice, exponent, seed) => {
          const clients = 1 + (choice % rows);
          const shards = split(dataOf(rows), { by: 'power-law', exponent }, clients, seed);
          expectPartition(shards, rows, clients);
          const sizes = shards.map((shard) => shard.length);
          expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        },
      ),
    );
    const data = dataOf(100);
    const spec = { by: 'power-law', exponent: 1 } as const;
    expect(split(data, spec, 5, 1)).not.toEqual(split(data, spec, 5, 2));
  });

  test('an exponent that is none is refused', () => {
    for (const exponent of [-1, Number.NaN, 101]) {
      const error = refusal(() => split(dataOf(5), { by: 'power-law', exponent }, 2));
      expect(error.message).toContain('data.partition.exponent: expected a number from 0 to 100, got ');
    }
  });
});

test.each([
  [0, 'clients: expected a positive integer, got 0'],
  [-1, 'clients: expected a positive integer, got -1'],
  [2.5, 'clients: expected a positive integer, got 2.5'],
  [6, 'clients: expected at most one for each of 5 points, got 6'],
])('%d clients are refused for five points, whatever the rule', (clients, message) => {
  const data = dataOf(5, { truth: [0, 0, 0, 1, 1], owners: [0, 1, 2, 3, 4] });
  for (const spec of [
    { by: 'iid' },
    { by: 'client' },
    { by: 'class', classesPerClient: 1 },
    { by: 'dirichlet', concentration: 1 },
    { by: 'power-law', exponent: 1 },
  ] as const) {
    const error = refusal(() => split(data, spec, clients));
    expect(error.message).toBe(message);
    expect(error.place).toEqual({ path: 'clients' });
  }
});
