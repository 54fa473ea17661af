/** What sums in secret, and changes from one to the next, tell the server of MUFC. */

import { describe, expect, test } from 'vitest';
import { mufc } from '../../../bin/standard.ts';
import { plugins } from '../../support/plugins.ts';
import { claimsOf } from '../../../src/lab/attack/claims.ts';
import { agreedOf } from '../../../src/run/execute/cast.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { attackOf, attempt } from '../../support/attack-attempts.ts';

const scenario = (...set: string[]): Scenario =>
  loadScenario('scenarios/mufc.yaml', { plugins, set: ['data.points=160', ...set] });

const others = ['client-2', 'client-3', 'client-4', 'client-5', 'client-6', 'client-7', 'client-8'];

describe('the server of secure sums', () => {
  test('opens the sum of all, and no single client', async () => {
    const { score } = await attempt(scenario('protocol.remove=[]'), mufc, attackOf(mufc, 'single-clients'), [
      'server',
    ]);
    expect(score.exposed).toBe(0);
    expect(score.measures).toMatchObject({ 'sums opened': 1, 'smallest sum': 8 });
  });

  test('learns all cells of a client that withdraws', async () => {
    const { score } = await attempt(
      scenario('protocol.remove=[{ clients: [client-3] }]'),
      mufc,
      attackOf(mufc, 'single-clients'),
      ['server'],
    );
    expect(score.measures['clients opened']).toBe('1 of 8');
  });

  test("colluding with all clients but one learns that client's cells", async () => {
    const { score } = await attempt(
      scenario('protocol.remove=[]', 'protocol.aggregation={ threshold: 6 }'),
      mufc,
      attackOf(mufc, 'single-clients'),
      ['server', ...others],
    );
    expect(score.measures['clients opened']).toBe('1 of 1');
  });

  test('locates removed points to the width of a cell', async () => {
    const { score } = await attempt(scenario(), mufc, attackOf(mufc, 'removed-points'), ['server']);
    expect(score.exposed).toBe(1);
  });

  test('infers membership better than by chance', async () => {
    const held = scenario('protocol.remove=[]', 'data.holdOut=40');
    const { score } = await attempt(held, mufc, attackOf(mufc, 'membership'), ['server']);
    expect(Number(score.measures['area under the curve'])).toBeGreaterThan(0.5);
  });

  test('finds points that are a cluster of their own', async () => {
    const lone = scenario('protocol.remove=[]', 'protocol.clustersPerClient=12');
    const { score, truth } = await attempt(lone, mufc, attackOf(mufc, 'lone-cells'), ['server']);
    expect(score.exposed).toBeGreaterThan(0.05);
    expect(score.exposed * truth.hidden.length).toBeLessThanOrEqual(
      Number(score.measures['points in such cells']),
    );
  });
});

describe('a client that misses the sum of a request that is not its own', () => {
  const missing = [
    'faults=[{ fault: withhold, who: client-5, message: keys, to: [server], when: { round: 1 } }]',
    'protocol.remove=[{ points: [0], client: client-2 }, { points: [0], client: client-3 }]',
    'protocol.aggregation={ threshold: 5 }',
  ];

  test.each([
    { change: 'everybody', batch: 1, opened: 1 },
    { change: 'clear', batch: 1, opened: 0 },
    { change: 'secret', batch: 2, opened: 0 },
  ])('is opened by the difference of two sums only if all clients sum again: $change', async (how) => {
    const set = [`protocol.change=${how.change}`, `protocol.batch.requests=${how.batch}`];
    // Who asked knows what it changed itself.
    const coalition = ['server', 'client-2', 'client-3'];
    const attack = attackOf(mufc, 'single-clients');
    const seen = await attempt(scenario(...missing, ...set), mufc, attack, coalition);
    expect(seen.score.measures['clients opened']).toBe(`${how.opened} of 6`);
  });
});

test('centres in the clear are points if they were drawn', async () => {
  const clear = scenario('protocol.remove=[]', 'protocol.secrecy=none');
  const { score } = await attempt(clear, mufc, attackOf(mufc, 'clear-centres'), ['server']);
  expect(score.measures).toEqual({ 'centres sent': 32, 'that are points': 32 });
});

test.each([
  // A group of one that is summed again shows one client's cells.
  ['blame: 1', []],
  ['blame: 2', [0, 0, 0]],
  ['blame: 4', [0, 0, 2]],
  ['threshold: 6', [0, 0, 5]],
])('with %s it claims what no group that is summed again shows', (aggregation, colluding) => {
  const one = scenario('protocol.remove=[]', `protocol.aggregation={ ${aggregation} }`);
  const claims = claimsOf(mufc, agreedOf(one, mufc));
  expect(claims.map(({ coalition }) => coalition['client'] ?? 0)).toEqual(colluding);
  expect(claims.filter(({ says }) => says.includes('if somebody cheats'))).toHaveLength(
    aggregation.startsWith('blame') ? Math.min(1, colluding.length) : 0,
  );
});

test.each([
  ['threshold: 6', 5],
  ['blame: 2', 0],
  ['neighbours: 4, threshold: 4', 0],
])('with %s its last claim names clients only if some may collude', (aggregation, colluding) => {
  const one = scenario('protocol.remove=[]', `protocol.aggregation={ ${aggregation} }`);
  const claim = claimsOf(mufc, agreedOf(one, mufc)).at(-1);
  expect(claim?.coalition['client']).toBe(colluding);
  expect(claim?.says).toMatch(
    colluding > 0 ? /^the server and fewer clients/ : /^the server by itself learns/,
  );
});
