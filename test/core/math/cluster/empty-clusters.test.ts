import { expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { fillEmptyClusters } from '../../../../src/core/math/cluster/empty-clusters.ts';

const centres = fromRows([[0], [100], [10]]);

/** What is left of sums and sizes in three clusters, of which the last two have nothing at first. */
function filled(points: readonly number[], labels: readonly number[], weights?: readonly number[]) {
  const clusters = { sums: fromRows([[0], [0], [0]]), sizes: new Float64Array(3) };
  points.forEach((x, i) => {
    const [label, weight] = [labels[i], weights?.[i] ?? 1];
    if (label === NO_CLUSTER) return;
    clusters.sums.values[label] += weight * x;
    clusters.sizes[label] += weight;
  });
  fillEmptyClusters(
    fromRows(points.map((x) => [x])),
    Uint16Array.from(labels),
    centres,
    clusters as never,
    weights && Float64Array.from(weights),
  );
  return { sums: [...clusters.sums.values], sizes: [...clusters.sizes] };
}

test('empty clusters get the farthest points, which their old clusters lose', () => {
  expect(filled([1, 5, 9], [0, 0, 0])).toEqual({ sums: [1, 9, 5], sizes: [1, 1, 1] });
});

test('of equally far points the last goes first, and one without a cluster or weight does not', () => {
  expect(filled([2, -7, 7, 60], [0, 0, 0, NO_CLUSTER])).toEqual({ sums: [2, 7, -7], sizes: [1, 1, 1] });
  expect(filled([2, 3, 9], [0, 0, 0], [2, 3, 0])).toEqual({ sums: [4, 9, 0], sizes: [2, 3, 0] });
});

test('a point that is alone in its cluster stays there', () => {
  expect(filled([1, 300, 4], [0, 1, 0])).toEqual({ sums: [1, 300, 4], sizes: [1, 1, 1] });
});
