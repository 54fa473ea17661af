import { expect, test } from 'vitest';
import { lloyd } from '../../../bin/standard.ts';
import { dropping, plugins, scenarioFiles } from '../../support/scenarios.ts';
import { view } from '../../../src/lab/attack/attack-run.ts';
import { truthOf } from '../../../src/lab/attack/certificate.ts';
import { inputsOf } from '../../../src/run/execute/cast.ts';
import { attackOf, attempt } from '../../support/attack-attempts.ts';

const load = scenarioFiles();
const shards = [
  [
    [1.5, 2],
    [3, 4],
  ],
  [[5, 6.25]],
  [
    [7, 8],
    [9, 10],
    [11, 12],
  ],
];

test.each([undefined, 100])(
  'the server of Lloyd knows every point, on the grid of scale %s',
  async (scale) => {
    const scenario = load({ shards, protocol: { name: 'lloyd', clusters: 2, ...(scale && { scale }) } });
    const { score } = await attempt(scenario, lloyd, attackOf(lloyd, 'points'), ['server']);
    expect(score).toMatchObject({ exposed: 1, measures: { 'points known': '6 of 6' } });
    const { score: with3 } = await attempt(scenario, lloyd, attackOf(lloyd, 'points'), [
      'server',
      'client-3',
    ]);
    expect(with3.measures['points known']).toBe('3 of 3');
  },
);

test('it does not know points that never arrived', async () => {
  const scenario = load({ shards, protocol: { name: 'lloyd', clusters: 2, timeout: '1s' } });
  const rules = [dropping(({ sender }) => sender === 3)];
  const attack = attackOf(lloyd, 'points');
  const guess: unknown = attack.guess(await view(scenario, ['server'], { plugins, rules }));
  const truth = truthOf(scenario, inputsOf(scenario, lloyd), ['server']);
  expect(attack.score(guess, truth).measures['points known']).toBe('3 of 6');
});

test('it claims something of the server, and of all clients but one', () => {
  const claims = lloyd.privacy?.claims?.({ clients: ['a', 'b', 'c', 'd'] } as never) ?? [];
  expect(claims.map(({ coalition }) => coalition)).toEqual([{ server: 1 }, { client: 3 }]);
});
