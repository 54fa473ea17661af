/** What a scenario expects of coalitions, held against what they got. */

import { describe, expect, test } from 'vitest';
import { coalitionsFrom } from '../../../src/run/scenario/exposure.ts';
import { describe as say } from '../../../src/lab/attack/coalitions.ts';
import { cahoots, QUICKSTART } from '../../support/program.ts';

const attack = (expected: string, command = 'attack'): ReturnType<typeof cahoots> =>
  cahoots(
    command,
    QUICKSTART,
    ...(command === 'attack' ? ['--repeats', '0'] : []),
    '--set',
    `expect.exposed=${expected}`,
  );

describe('who colludes, in words', () => {
  test.each([
    ['any 4', { any: 4, draws: 20, server: false }],
    ['server and any 2 clients', { any: 2, draws: 20, server: true }],
    ['up to 3', { upTo: 3, server: false }],
    ['every set of up to 3 clients', { upTo: 3, server: false }],
    ['server, client-1', { members: ['server', 'client-1'] }],
  ])('%s', (text, meant) => {
    expect(coalitionsFrom(text)).toEqual(meant);
    expect(say(coalitionsFrom(say(meant)) ?? { members: [] })).toBe(say(meant));
  });

  test.each(['any 0', 'some of 4', ''])('nobody is %j', (text) => {
    expect(coalitionsFrom(text)).toBeUndefined();
  });
});

test('holds where attacks got less, and what the protocol tells on purpose does not count', async () => {
  const { code, stdout } = await attack('{ below: 5 %, coalitions: any 4 }');
  expect(code).toBe(0);
  expect(stdout).not.toContain('violated');
});

test('is violated where one got more, and says by what', async () => {
  const { code, stdout } = await attack('{ below: 5 %, coalitions: any 5 }');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^violated: exposed to any 5 clients: expected below 5 %, got 100 % by share-rank of client-/,
  );
});

test('is looked at by a run too', async () => {
  const { code, stdout } = await attack('{ below: 5 %, coalitions: server }', 'run');
  expect(code).toBe(1);
  expect(stdout).toContain('violated: exposed to server: expected below 5 %, got ');
});

test('is violated where no attack was attempted', async () => {
  const { code, stdout } = await attack('{ below: 5 %, coalitions: server, attacks: [segments] }');
  expect(code).toBe(1);
  expect(stdout).toContain('expected below 5 %, got no attack that was attempted');
});

test.each([
  ['{ below: 5 %, coalitions: any 40 }', 'expected at most 10 clients, got 40'],
  ['{ below: 5 %, coalitions: some }', 'expected server or client-1 to client-10, got some'],
  ['{ below: 2, coalitions: server }', 'expected a probability in [0, 1) such as 0.01 or 1%'],
])('refuses %s', async (expected, message) => {
  const { code, stderr } = await attack(expected);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test.each(['any 10', 'server and any 10 clients'])(
  'is violated by %s of ten, who leave nobody out',
  async (who) => {
    const { code, stdout } = await attack(`{ below: 5 %, coalitions: ${who} }`);
    expect(code).toBe(1);
    expect(stdout).toContain('expected below 5 %, got no attack that was attempted');
    expect(stdout).toContain('not tried: assignments: no client is left outside the coalition (');
  },
);
