import { expect, test } from 'vitest';
import { separationRatio } from '../../../../src/core/math/cluster/separation-ratio.ts';
import { gaussianMixture } from '../../../../src/run/data/gaussian-mixture.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { Random } from '../../../../src/core/base/random.ts';

test('is the distance over the spreads, of two clusters on a line', () => {
  const points = fromRows([
    [0, 0],
    [2, 0],
    [10, 0],
    [12, 0],
  ]);
  // About its centre every point is 1 off: both norms are 2, and sqrt(2) times the spectral one is more.
  const width = 2 / Math.sqrt(2);
  expect(separationRatio(points, Uint16Array.of(0, 0, 1, 1), 2)).toBeCloseTo(10 / (2 * width), 9);
});

test.each([
  ['first', Uint16Array.of(0, 2, 2)],
  ['last', Uint16Array.of(2, 0, 0)],
])('counts a cluster of one point that comes %s, and no empty one or point in none', (_, labels) => {
  const points = fromRows([[9], [0], [2], [-100]]);
  // sqrt(3) times the spectral norm is more than the Frobenius norm.
  const width = Math.sqrt(2);
  const expected = 8 / (width + width / Math.sqrt(2));
  expect(separationRatio(points, Uint16Array.of(...labels, NO_CLUSTER), 3)).toBeCloseTo(expected, 9);
});

test('is far below what theorems want on the Gaussians that they are tested on', () => {
  const { points, truth } = gaussianMixture(
    {
      points: 8000,
      dimension: 100,
      components: 10,
      deviation: Math.sqrt(0.5),
      middle: 0.5,
      spread: 0.5,
      sizes: 'equal',
      truth: 'component',
    },
    new Random(1),
  );
  const ratio = separationRatio(points, Uint16Array.from(truth ?? []), 10);
  expect(ratio).toBeGreaterThan(0.2);
  expect(ratio).toBeLessThan(0.35);
});

test('is nothing for one cluster, or for points on their centres', () => {
  const points = fromRows([[0], [1]]);
  expect(separationRatio(points, Uint16Array.of(0, 0), 1)).toBeUndefined();
  expect(separationRatio(points, Uint16Array.of(0, 1), 2)).toBeUndefined();
});
