import { describe, expect, it } from 'vitest';
import { clusterSizes, MAX_CLUSTERS, NO_CLUSTER, sameLabels } from '../../../src/core/base/labels.ts';

describe('clusterSizes', () => {
  it('counts each cluster, empty ones too, and leaves out the points in none', () => {
    expect([...clusterSizes(Uint16Array.of(2, 0, 2, NO_CLUSTER), 4)]).toEqual([1, 0, 2, 0]);
    expect([...clusterSizes(Uint16Array.of(NO_CLUSTER), 0)]).toEqual([]);
  });

  it('refuses a label that names no cluster', () => {
    expect(() => clusterSizes(Uint16Array.of(0, 2), 2)).toThrow('point 1 is in cluster 2 of 2');
  });

  it('keeps the last label apart from the mark of no cluster', () => {
    const sizes = clusterSizes(Uint16Array.of(MAX_CLUSTERS - 1, NO_CLUSTER), MAX_CLUSTERS);
    expect(sizes[MAX_CLUSTERS - 1]).toBe(1);
    expect(() => clusterSizes(Uint16Array.of(), MAX_CLUSTERS + 1)).toThrow('number of clusters');
  });
});

describe('sameLabels', () => {
  it('holds for equal labels only', () => {
    const labels = Uint16Array.of(0, 1, NO_CLUSTER);
    expect(sameLabels(labels, Uint16Array.from(labels))).toBe(true);
    expect(sameLabels(labels, Uint16Array.of(0, 1, 0))).toBe(false);
    expect(sameLabels(labels, Uint16Array.of(0, 1))).toBe(false);
    expect(sameLabels(Uint16Array.of(0, 1), labels)).toBe(false);
  });
});
