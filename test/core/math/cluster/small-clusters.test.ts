import { expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { lloyd } from '../../../../src/core/math/cluster/lloyd.ts';
import { dissolveSmall } from '../../../../src/core/math/cluster/small-clusters.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';

test('clusters below the size are dissolved, others and empty ones left alone', () => {
  const labels = Uint16Array.of(0, 0, 0, 1, 3, 3, NO_CLUSTER);
  expect([...dissolveSmall(labels, 5, 3)]).toEqual([0, 0, 0, ...Array.from({ length: 4 }, () => NO_CLUSTER)]);
  expect([...dissolveSmall(labels, 5, 2)]).toEqual([0, 0, 0, NO_CLUSTER, 3, 3, NO_CLUSTER]);
  expect(dissolveSmall(labels, 5, 1)).toBe(labels);
});

test('in Lloyd, the points of a dissolved cluster go to the nearest of the others and stay there', () => {
  const points = fromRows([[0], [1], [2], [100], [101], [102], [50]]);
  const labels = Uint16Array.of(0, 0, 0, 1, 1, 1, 2);
  const free = lloyd(points, 3, { labels }, { maxIterations: 9 });
  expect([...free.labels]).toEqual([0, 0, 0, 1, 1, 1, 2]);
  const start = { labels: dissolveSmall(labels, 3, 2) };
  const ruled = lloyd(points, 3, start, { maxIterations: 9, minimumCluster: 2 });
  expect([...ruled.labels]).toEqual([0, 0, 0, 1, 1, 1, 0]);
  expect(ruled.converged).toBe(true);
});
