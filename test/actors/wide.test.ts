import { expect, test } from 'vitest';
import { play, scenarioFiles } from '../support/scenarios.ts';

const load = scenarioFiles();

test.each([
  { protocol: { name: 'secfc' as const, clusters: 2, privacy: 1 } },
  { protocol: { name: 'lloyd' as const, clusters: 2 } },
])('points of 100,000 coordinates are clustered: $protocol.name', async ({ protocol }) => {
  const data = { source: 'gaussian-mixture', points: 3, dimension: 100_000, components: 2, deviation: 1 };
  const { findings } = await play(load({ data, clients: 3, protocol }));
  expect(findings).toMatchObject({ converged: true, equalsLloyd: true });
});
