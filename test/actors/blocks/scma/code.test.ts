/** The codes of sparse vectors: all of them give the plain sum, or refuse. */

import { describe, expect, test } from 'vitest';
import { codeOf, sumsOf } from '../../../../actors/blocks/scma/code.ts';
import { checksFor, type CodeName, CODES, type CodeShape } from '../../../../actors/blocks/scma/shape.ts';
import { type Cell, cellNumber, cellPlace } from '../../../../actors/blocks/scma/grid.ts';
import { Random, type Stream } from '../../../../src/core/base/random.ts';
import { isPrime } from '../../../../src/core/math/field/primality.ts';

/** Counts by place, in one order. */
function plainSum(clients: readonly (readonly Cell[])[]): Cell[] {
  const totals = new Map<string, Cell>();
  for (const { place, count } of clients.flat()) {
    const before = totals.get(place.join())?.count ?? 0;
    totals.set(place.join(), { place, count: before + count });
  }
  return inOrder([...totals.values()].filter(({ count }) => count > 0));
}

function inOrder(cells: readonly Cell[]): Cell[] {
  return cells.toSorted((a, b) => (a.place.join() < b.place.join() ? -1 : 1));
}

/** What comes out when the clients' sums are added up. */
function coded(shape: CodeShape, clients: readonly (readonly Cell[])[], salt = 1): Cell[] | undefined {
  const { modulus, length } = sumsOf(shape);
  const code = codeOf(shape, modulus);
  const total = Array.from({ length }, () => 0n);
  for (const cells of clients)
    code.encode(cells, salt).forEach((sum, i) => (total[i] = (total[i] + BigInt(sum)) % modulus));
  const decoded = code.decode(total, salt);
  return decoded && inOrder(decoded);
}

interface Instance {
  readonly shape: Omit<CodeShape, 'code'>;
  readonly clients: readonly (readonly Cell[])[];
}

type Nasty = (stream: Stream, k: number, l: number, grid: { dimension: number; levels: number }) => Cell[][];

const corner = (dimension: number, level: number): number[] => Array.from({ length: dimension }, () => level);

/** What makes sums go wrong, if anything does. */
const NASTY: Readonly<Record<string, Nasty>> = {
  'random cells': (stream, k, l, { dimension, levels }) =>
    Array.from({ length: l }, () =>
      Array.from({ length: stream.integer(k + 1) }, () => ({
        place: Array.from({ length: dimension }, () => stream.integer(levels)),
        count: 1 + stream.integer(50),
      })),
    ),
  'all clients in one cell': (stream, k, l, { dimension, levels }) => {
    const place = Array.from({ length: dimension }, () => stream.integer(levels));
    return Array.from({ length: l }, () => Array.from({ length: k }, () => ({ place, count: 3 })));
  },
  'no points at all': (_, __, l) => Array.from({ length: l }, () => []),
  'the first and the last cell': (_, __, l, { dimension, levels }) =>
    Array.from({ length: l }, (___, j) => [
      { place: corner(dimension, j % 2 === 0 ? 0 : levels - 1), count: 1 },
    ]),
  'exactly as many cells as there can be': (stream, k, l, { dimension, levels }) => {
    const cells = differentCells(stream, k * l, dimension, levels);
    return Array.from({ length: l }, (_, j) => cells.slice(j * k, (j + 1) * k));
  },
  'neighbouring cells': (_, k, l, { dimension, levels }) =>
    Array.from({ length: l }, (__, j) =>
      Array.from({ length: k }, (___, i) => ({
        place: [...corner(dimension - 1, 0), (j * k + i) % levels],
        count: 1,
      })),
    ),
};

function differentCells(stream: Stream, wanted: number, dimension: number, levels: number): Cell[] {
  const places = new Map<string, number[]>();
  while (places.size < wanted) {
    const place = Array.from({ length: dimension }, () => stream.integer(levels));
    places.set(place.join(), place);
  }
  return [...places.values()].map((place) => ({ place, count: 1 + stream.integer(9) }));
}

function instance(name: string, seed: number): Instance {
  const stream = new Random(seed).stream(name);
  const [k, l] = [1 + stream.integer(3), 1 + stream.integer(4)];
  const grid = { dimension: 1 + stream.integer(4), levels: 12 + stream.integer(20) };
  const clients = NASTY[name](stream, k, l, grid);
  const points = clients.flat().reduce((sum, { count }) => sum + count, 0);
  return { shape: { ...grid, capacity: k * l, points: Math.max(1, points) }, clients };
}

describe.each(CODES)('the code %s', (code) => {
  // 170 instances of 6 kinds for each code: 1020.
  test.each(Object.keys(NASTY))('gives the plain sum: %s', (name) => {
    for (let seed = 0; seed < (code === 'integers' ? 60 : 170); seed++) {
      const { shape, clients } = instance(name, seed);
      expect(coded({ ...shape, code }, clients, seed)).toEqual(plainSum(clients));
    }
  });

  test('refuses one cell too many', () => {
    for (let seed = 0; seed < 40; seed++) {
      const stream = new Random(seed).stream('too many');
      const cells = differentCells(stream, 7, 3, 40);
      const shape = { code, dimension: 3, levels: 40, capacity: 6, points: 100 };
      expect(coded(shape, [cells])).toBeUndefined();
    }
  });

  // With 2KL sums alone up to 15 in 100 of these decode to other cells.
  test.each([
    { dimension: 2, levels: 4, capacity: 2 },
    { dimension: 2, levels: 10, capacity: 3 },
    { dimension: 1, levels: 10, capacity: 2 },
    { dimension: 2, levels: 4, capacity: 2, signed: true },
  ])('refuses more cells than the capacity in the smallest field: %o', (small) => {
    if (code === 'integers' && small.signed === true) return;
    const shape = { code, points: 20, ...small };
    const { modulus, length } = sumsOf(shape);
    const stream = new Random(7).stream('small');
    for (let i = 0; i < 300; i++) {
      const surplus = 1 + stream.integer(5);
      const cells = differentCells(stream, small.capacity + surplus, small.dimension, small.levels);
      expect(
        coded(shape, [cells.map((cell) => ({ ...cell, count: 1 + (cell.count % 3) }))], i),
      ).toBeUndefined();
      const garbage = Array.from({ length }, () => (modulus * BigInt(stream.integer(2 ** 30))) >> 30n);
      expect(codeOf(shape, modulus).decode(garbage, i)).toBeUndefined();
    }
  });

  test('refuses garbage', () => {
    const shape = { code, dimension: 2, levels: 30, capacity: 4, points: 100 };
    const { modulus, length } = sumsOf(shape);
    const stream = new Random(2).stream('garbage');
    for (let i = 0; i < 50; i++) {
      const garbage = Array.from({ length }, () => {
        return (modulus * BigInt(Math.floor(stream.uniform() * 2 ** 50)) + BigInt(i)) >> 50n;
      });
      expect(codeOf(shape, modulus).decode(garbage, 1)).toBeUndefined();
    }
  });
});

test('small fields have more check sums; large ones, or many cells, have none', () => {
  const shape = { code: 'exact', dimension: 2, levels: 4, points: 20, capacity: 2 } as const;
  const checks = (more: object): number => checksFor({ ...shape, ...more });
  expect(checks({})).toBe(9);
  expect(checks({ signed: true })).toBe(7);
  expect(checks({ dimension: 10, levels: 110 })).toBe(0);
  expect(checks({ capacity: 16, points: 1000 })).toBe(0);
});

test('the modulus of the exact code is a prime above every cell and every count', () => {
  for (const [dimension, levels, points] of [
    [1, 2, 1],
    [1, 13, 12],
    [3, 10, 5],
    [2, 3, 1000],
    [10, 110, 12_009],
    [64, 1000, 9],
  ]) {
    const { modulus } = sumsOf({ code: 'exact', dimension, levels, capacity: 4, points });
    expect(modulus > BigInt(levels) ** BigInt(dimension)).toBe(true);
    expect(modulus > BigInt(points)).toBe(true);
    expect(isPrime(modulus)).toBe(true);
  }
});

test('the modulus of the code over integers is above every sum', () => {
  const shape = { code: 'integers', dimension: 1, levels: 4, capacity: 1, points: 100 } as const;
  expect(coded(shape, [[{ place: [3], count: 100 }]])).toEqual([{ place: [3], count: 100 }]);
});

test('cells are numbered from 1 to the number of cells, the first dimension the most significant', () => {
  const grid = { dimension: 3, levels: 5 };
  const numbers = Array.from({ length: 125 }, (_, i) => cellPlace(BigInt(i + 1), grid));
  expect(numbers.map((place) => Number(cellNumber(place, 5)))).toEqual(numbers.map((_, i) => i + 1));
  expect(cellPlace(1n, grid)).toEqual([0, 0, 0]);
  expect(cellPlace(2n, grid)).toEqual([0, 0, 1]);
  expect(cellPlace(125n, grid)).toEqual([4, 4, 4]);
});

test('the hashed code decodes cells of hundreds of dimensions from elements of 50 bits', () => {
  const shape = { code: 'hashed' as CodeName, dimension: 784, levels: 192, capacity: 40, points: 1000 };
  const { modulus, length } = sumsOf(shape);
  expect([modulus < 1n << 50n, length]).toEqual([true, 40 * (2 + Math.ceil(784 / 6))]);
  const cells = differentCells(new Random(4).stream('wide'), 40, 784, 192);
  expect(coded(shape, [cells.slice(0, 25), cells.slice(25)])).toEqual(inOrder(cells));
  // Under another salt the same cells have other locators.
  expect(codeOf(shape, modulus).encode(cells, 1)[1]).not.toBe(codeOf(shape, modulus).encode(cells, 2)[1]);
});

test('cells with colliding hashes are detected, never mixed up', () => {
  const shape = { code: 'hashed' as CodeName, dimension: 2, levels: 100, capacity: 3, points: 100 };
  const { modulus, length } = sumsOf(shape);
  const code = codeOf(shape, modulus);
  // The sums of two cells as if they had one locator: that of the first.
  const first = code.encode([{ place: [1, 2], count: 3 }], 1).map(BigInt);
  const weighted = code.encode([{ place: [1, 2], count: 5 }], 1).map(BigInt);
  const both = Array.from({ length }, (_, i) => (first[i] + weighted[i]) % modulus);
  expect(code.decode(both, 1)).toEqual([{ place: [1, 2], count: 8 }]);
  // Five points at [7, 9] under the locator of [1, 2].
  const moved = both.map((sum, i) => {
    const atPlace = 2 * shape.capacity;
    if (i < atPlace) return sum;
    const step = BigInt(7 * 100 + 9 - (1 * 100 + 2));
    return (sum + first[i - atPlace] * (5n * step) * inverseOf(3n, modulus)) % modulus;
  });
  expect(code.decode(moved, 1)).toBeUndefined();
});

function inverseOf(a: bigint, p: bigint): bigint {
  let [result, base, exponent] = [1n, a, p - 2n];
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent % 2n === 1n) result = (result * base) % p;
    base = (base * base) % p;
  }
  return result;
}
