import { describe, expect, test } from 'vitest';
import { awasthiSheffet } from '../../../../experiments/paper/feddp/proof/awasthi-sheffet.ts';
import { freezePoints } from '../../../../experiments/paper/feddp/proof/freeze-points.ts';
import { privateClusters } from '../../../../experiments/paper/feddp/proof/private-clusters.ts';
import { reduceDiameter } from '../../../../experiments/paper/feddp/proof/reduce-diameter.ts';
import { fromRows, type Matrix, row } from '../../../../src/core/base/matrix.ts';
import { Random, type Stream } from '../../../../src/core/base/random.ts';
import { assignToCentres } from '../../../../src/core/math/cluster/centres.ts';
import { gaussianMultiplier } from '../../../../src/core/math/dp/gaussian.ts';
import { normalDraws } from '../../../../src/core/math/statistics/draws.ts';

const streamOf = (seed: number, name = 'test'): Stream => new Random(seed).stream(name);

/** As many points about each centre, deviation 1. */
function cloud(centres: readonly (readonly number[])[], each: number, stream: Stream): Matrix {
  const draw = normalDraws(stream);
  return fromRows(
    centres.flatMap((centre) => Array.from({ length: each }, () => centre.map((x) => x + draw()))),
  );
}

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (x, c) => x - b[c]));

function diameter(points: Matrix): number {
  let most = 0;
  for (let i = 0; i < points.rows; i++)
    for (let j = 0; j < i; j++) most = Math.max(most, distance(row(points, i), row(points, j)));
  return most;
}

/** The largest distance from a centre to the nearest of those that were found. */
const error = (centres: readonly (readonly number[])[], found: Matrix): number =>
  Math.max(
    ...centres.map((centre) =>
      Math.min(...Array.from({ length: found.rows }, (_, h) => distance(centre, row(found, h)))),
    ),
  );

const FAR = [
  [0, 0, 0],
  [40, 0, 0],
  [0, 1e6, 0],
] as const;
const REDUCTION = { reach: 9, frozen: 1000, least: 50, epsilon: 1 };
const EACH = 100;

describe('Lemma 17', () => {
  const points = cloud(FAR, EACH, streamOf(1, 'points'));
  // A point of the server's that nobody's points are near.
  const server = fromRows([...FAR, [5e5, 5e5, 0]]);
  const reduced = reduceDiameter(points, server, REDUCTION, streamOf(1));

  test('brings regions far apart next to each other, and drops places without points', () => {
    expect(diameter(points)).toBeGreaterThan(9e5);
    expect(reduced.server.rows).toBe(3);
    expect(reduced.regions).toBe(3);
    expect(diameter(reduced.points)).toBeLessThan(6 * 3 * REDUCTION.reach);
  });

  test('moves a component as a whole, and keeps components apart', () => {
    for (const k of [0, 1, 2]) {
      const before = distance(row(points, EACH * k), row(points, EACH * k + EACH - 1));
      const after = distance(row(reduced.points, EACH * k), row(reduced.points, EACH * k + EACH - 1));
      expect(after).toBeCloseTo(before, 6);
    }
    expect(distance(row(reduced.points, 0), row(reduced.points, 2 * EACH))).toBeGreaterThan(
      3 * REDUCTION.reach,
    );
  });

  test('keeps a place where the server has many points, and no client has', () => {
    const many = fromRows(Array.from({ length: 20 }, (_, i) => [1e4, i / 20, 0]));
    const nobody = { ...REDUCTION, least: 1e9 };
    expect(reduceDiameter(points, many, { ...nobody, frozen: 20 }, streamOf(2)).server.rows).toBe(20);
    expect(reduceDiameter(points, many, { ...nobody, frozen: 21 }, streamOf(2)).server.rows).toBe(0);
  });
});

describe('Algorithm 4', () => {
  const centres = [
    [0, 0],
    [100, 0],
  ] as const;
  const points = cloud(centres, 2000, streamOf(3, 'points'));
  // The server has the first cluster 256 times, of whose points each gets about 8; the second once; and two of nobody's.
  const own = cloud([centres[0]], 256, streamOf(3, 'server'));
  const server = fromRows([
    ...Array.from({ length: 256 }, (_, q) => row(own, q)),
    [100, 0],
    [50, 90],
    [50, -90],
  ]);
  const settings = { rounds: 8, least: 200, epsilon: 4 };

  test('freezes a point for every cluster, though a single count would keep none of the first', () => {
    const once = freezePoints(points, server, { ...settings, rounds: 1 }, streamOf(4));
    expect([...once]).toEqual([256]);
    for (const seed of [5, 6, 7, 8]) {
      const frozen = freezePoints(points, server, settings, streamOf(seed));
      expect(frozen).toContain(256);
      expect(frozen.some((q) => q < 256)).toBe(true);
      expect(frozen.some((q) => q > 256)).toBe(false);
    }
  });
});

describe('Algorithms 3 and 5', () => {
  const centres = [0, 1, 2, 3].map((k) => Array.from({ length: 8 }, (_, c) => (c === k ? 60 : 0)));
  const each = 2000;
  const points = cloud(centres, each, streamOf(9, 'points'));
  const own = cloud(centres, 5, streamOf(9, 'server'));
  const isTruth = (found: Matrix): boolean => {
    const labels = assignToCentres(points, found);
    const first = [0, 1, 2, 3].map((k) => labels[k * each]);
    return new Set(first).size === 4 && labels.every((label, i) => label === first[Math.floor(i / each)]);
  };

  test('Awasthi and Sheffet classify every point of separated Gaussians, with means near the true ones', () => {
    const [start, ...later] = awasthiSheffet(points, 4, 2, streamOf(10));
    expect(isTruth(start)).toBe(true);
    expect(later.map((found) => error(centres, found) < 0.2)).toEqual([true, true]);
  });

  const settings = { clusters: 4, rounds: 2, clip: 80, epsilon: 1, delta: 1e-6 } as const;

  test('so does the private one, with means off by the noise', () => {
    const history = privateClusters(points, own, settings, streamOf(11));
    expect(history).toHaveLength(3);
    // A quarter of the budget for three means, and half of it for their sums.
    const noise = (settings.clip * gaussianMultiplier(1 / 24, 1e-6 / 6)) / each;
    for (const found of history) {
      expect(isTruth(found)).toBe(true);
      // Three standard deviations in each of eight coordinates.
      expect(error(centres, found)).toBeLessThan(3 * Math.sqrt(8) * noise);
    }
    const exact = privateClusters(points, own, { ...settings, epsilon: 1e6 }, streamOf(12));
    expect(error(centres, exact[2])).toBeLessThan(0.2);
  });

  test('finds means that are so far apart that noise for their radius would hide them, by moving them first', () => {
    const far = FAR.map((centre) => [...centre]);
    const wide = cloud(far, 3000, streamOf(13, 'points'));
    const server = cloud(far, 5, streamOf(13, 'server'));
    const { epsilon: _, ...reduction } = REDUCTION;
    const few = { ...settings, clusters: 3, epsilon: 4 };
    const [, , moved] = privateClusters(
      wide,
      server,
      { ...few, clip: 150, reduction, freezing: { rounds: 3, least: 100 } },
      streamOf(14),
    );
    expect(error(far, moved)).toBeLessThan(5);
    const [, , direct] = privateClusters(wide, server, { ...few, clip: 1e6 }, streamOf(14));
    expect(error(far, direct)).toBeGreaterThan(1000);
  });
});
