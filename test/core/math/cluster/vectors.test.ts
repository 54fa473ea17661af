import { describe, expect, it } from 'vitest';
import { absent, vectors } from '../../../support/cluster-vectors.ts';

describe('the vectors of scikit-learn and SciPy', () => {
  it.skipIf(absent)(
    'have every section (all tests over them skip while shared/vectors/kmeans.json is absent)',
    () => {
      const lengths = Object.values(vectors)
        .filter(Array.isArray)
        .map((section) => section.length);
      expect(lengths).toHaveLength(8);
      expect(Math.min(...lengths)).toBeGreaterThan(0);
    },
  );
});
