import { expect, test } from 'vitest';
import { firstScenario } from '../../bin/first-scenario.ts';

test.each([
  [3, 1],
  [6, 1],
  [7, 2],
  [9, 3],
  [100, 3],
])(
  'of %i clients up to %i together learn nothing, and two may be silent where there are enough',
  (clients, privacy) => {
    const { protocol, note } = firstScenario({ clients, clusters: 4, fewestPoints: 20 });
    // Columns spread over one unit are rounded to thousandths.
    expect(protocol).toEqual({ name: 'secfc', clusters: 4, privacy, scale: 1000 });
    expect(note).toContain(privacy === 1 ? 'a single client' : `up to ${privacy} clients`);
  },
);

test.each([
  [1, 20, 1],
  [4, 1, 1],
  [4, 20, 2],
])(
  'k-FED looks for no more than the clusters (%i) or the points (%i) of a client',
  (clusters, fewestPoints, each) => {
    const { compare } = firstScenario({ clients: 5, clusters, fewestPoints });
    expect(compare).toEqual(['lloyd', 'mufc', { name: 'kfed', clustersPerClient: each }]);
  },
);

test('two clients are too few', () => {
  expect(() => firstScenario({ clients: 2, clusters: 2, fewestPoints: 9 })).toThrow(
    'expected points of at least 3 clients, got 2',
  );
});
