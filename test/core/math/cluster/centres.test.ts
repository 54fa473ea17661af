import { describe, expect, it } from 'vitest';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { assignToCentres, centresOf } from '../../../../src/core/math/cluster/centres.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';

describe('centresOf', () => {
  const points = fromRows([
    [0, 1],
    [2, 5],
    [7, 7],
    [100, 100],
  ]);
  const labels = Uint16Array.of(0, 0, 2, NO_CLUSTER);

  it('takes means, and NaN for an empty cluster', () => {
    const { rows, columns, values } = centresOf(points, labels, 3);
    expect([rows, columns, ...values]).toEqual([3, 2, 1, 3, NaN, NaN, 7, 7]);
  });

  it('weighs points, and takes a cluster without weight as empty', () => {
    const { values } = centresOf(points, labels, 3, Float64Array.of(3, 1, 0, 5));
    expect([...values]).toEqual([0.5, 2, NaN, NaN, NaN, NaN]);
  });

  it.each([-1, NaN, Infinity])('refuses the weight %s', (weight) => {
    expect(() => centresOf(points, labels, 3, Float64Array.of(1, 1, weight, 1))).toThrow(
      'point 2 has the weight',
    );
  });

  it('refuses labels or weights of another length, and labels of other clusters', () => {
    expect(() => centresOf(points, Uint16Array.of(0), 1)).toThrow('1 labels for 4 points');
    expect(() => centresOf(points, labels, 3, Float64Array.of(1))).toThrow('1 weights for 4 points');
    expect(() => centresOf(points, labels, 2, Float64Array.of(1, 1, 1, 1))).toThrow('cluster 2 of 2');
  });
});

describe('assignToCentres', () => {
  it('takes the lowest of equally near centres, and never a row of NaN', () => {
    const points = fromRows([[0], [1], [2], [9]]);
    const centres = fromRows([[NaN], [2], [0], [2]]);
    expect([...assignToCentres(points, centres)]).toEqual([2, 1, 1, 1]);
  });

  it('gives no cluster when there is no centre', () => {
    const points = fromRows([[0], [1]]);
    expect([...assignToCentres(points, fromRows([[NaN]]))]).toEqual([NO_CLUSTER, NO_CLUSTER]);
    expect([...assignToCentres(points, fromRows([], 1))]).toEqual([NO_CLUSTER, NO_CLUSTER]);
  });

  it('refuses points that cannot be measured', () => {
    const centres = fromRows([[0], [NaN]]);
    expect(() => assignToCentres(fromRows([[1], [NaN]]), centres)).toThrow('point 1');
    expect(() => assignToCentres(fromRows([[1e200]]), centres)).toThrow('point 0');
    expect(() => assignToCentres(fromRows([[1, 2]]), centres)).toThrow('columns');
  });
});
