import { describe, expect, test } from 'vitest';
import { epsilonAtLeast } from '../../../src/lab/audit/bounds.ts';
import { binomialMass } from '../../../src/core/math/statistics/binomial.ts';

describe('the epsilon that errors show', () => {
  test('is nothing by chance, and all that so many runs can show without an error', () => {
    expect(epsilonAtLeast({ falsePositives: 50, falseNegatives: 50, runs: 100 }, 0, 0.95)).toBe(0);
    const share = 1 - 0.025 ** (1 / 100);
    const all = epsilonAtLeast({ falsePositives: 0, falseNegatives: 0, runs: 100 }, 0, 0.95);
    expect(all).toBeCloseTo(Math.log((1 - share) / share), 10);
  });

  test('takes either side: a test that is seldom wrong in one way', () => {
    const one = epsilonAtLeast({ falsePositives: 0, falseNegatives: 600, runs: 1000 }, 0, 0.95);
    const other = epsilonAtLeast({ falsePositives: 600, falseNegatives: 0, runs: 1000 }, 0, 0.95);
    expect(one).toBe(other);
    expect(one).toBeGreaterThan(4);
  });

  test('is above that of randomised response no oftener than its confidence allows', () => {
    // Tells the truth with probability e / (1 + e): epsilon is 1.
    const wrong = 1 / (1 + Math.E);
    const runs = 40;
    let above = 0;
    for (let fp = 0; fp <= runs; fp++) {
      for (let fn = 0; fn <= runs; fn++) {
        if (epsilonAtLeast({ falsePositives: fp, falseNegatives: fn, runs }, 0, 0.9) > 1)
          above += binomialMass(runs, fp, wrong) * binomialMass(runs, fn, wrong);
      }
    }
    expect(above).toBeLessThanOrEqual(0.1);
  });
});
