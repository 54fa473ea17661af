/** What audits are told that noise hides. */

import { expect, test } from 'vitest';
import { claimOf, epsilonOf, type NoisyAgreement } from '../../../../actors/blocks/noise/spent.ts';

const EPSILON = 2;
/** One count under Laplace noise, from all clients. */
const agreed: NoisyAgreement = {
  clients: Array.from({ length: 5 }, (_, j) => `client-${j + 1}`),
  noise: { by: 'clients', policy: 'none', dropouts: 0, colluding: 0, time: 'constant' },
  stages: [
    {
      releases: [
        {
          name: 'count',
          unit: 1,
          ranges: [{ length: 1, noise: { kind: 'laplace', s: 1, t: 1000 } }],
          cost: { kind: 'laplace', epsilon: EPSILON, steps: 1 },
        },
      ],
    },
  ],
  delta: 1e-9,
};

test('a claim of Laplace noise bounds it by randomised response of the same epsilon', () => {
  const { epsilon, family } = claimOf(agreed, 1, 'a point');
  expect(epsilon).toBe(epsilonOf(agreed, [{ stage: 0, survivors: 5, kept: 1 }]));
  const curve = family?.curve(1) ?? [];
  expect(curve.length).toBeGreaterThan(10);
  // P(answer) is e^eps / (1 + e^eps) or 1 / (1 + e^eps): the delta that is left beyond each epsilon.
  const [yes, no] = [Math.exp(EPSILON), 1].map((odds) => odds / (1 + Math.exp(EPSILON)));
  for (const { epsilon: at, delta } of curve) {
    const exact = Math.max(0, yes - Math.exp(at) * no);
    expect(delta).toBeGreaterThanOrEqual(exact - 1e-9);
    expect(delta).toBeLessThan(exact + 0.02);
  }
});
