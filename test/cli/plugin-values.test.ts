/** What a plugin's code returns that cannot be: refused with the plugin's name and what it was, through the command line. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COUNTING, Project, SCENARIO } from '../support/plugin-project.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-values-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = new Project(folder);
plain.write('s.yaml', SCENARIO);

/** The plugin with one thing that is wrong. */
const edited = (from: string, to: string): string => {
  expect(COUNTING).toContain(from);
  return COUNTING.replace(from, to);
};

const RESULT = 'iterations: 1, converged: true';
const figure = (unit: string, value: string): string =>
  edited(
    'check: () => []',
    `check: () => [],
figures: [c.figure({ name: 'own', title: 'own', summary: '', unit: '${unit}', of: () => ${value} })]`,
  );
const sendingAgain = (after: string): string =>
  edited(
    "name: 'counting', protocols",
    `name: 'counting', transports: [c.transport({ name: 'own', summary: 'own', attempts: 9, resendsAfter: () => ${after} })], protocols`,
  );
const source = (points: string): string =>
  edited(
    "name: 'counting', protocols",
    `name: 'counting', sources: [c.source({ name: 'own', settings: {}, load: () => (${points}) })], protocols`,
  );
test.each<[string, () => string, RegExp, ...string[]]>([
  [
    'iterations that cannot be',
    () => edited(RESULT, 'iterations: -1, converged: true'),
    /^wrong\.js: expected plugin counting to do its work, got server finishes after -1 iterations$/,
  ],
  [
    'a missing client that does not exist',
    () => edited(RESULT, `${RESULT}, missing: ['client-9']`),
    /^wrong\.js: .*, got server finishes with missing clients of which client-9 does not exist$/,
  ],
  [
    'a label of no cluster',
    () => edited('new Uint16Array(points)', 'new Uint16Array(points).fill(1)'),
    /^wrong\.js: .*, got server finishes with the label 1 where there are 1 clusters$/,
  ],
  [
    'a figure that is no number',
    () => figure('number', '0 / 0'),
    /^wrong\.js: .*, got figure own is NaN, neither a number nor words$/,
  ],
  [
    'a figure out of its range',
    () => figure('share', '2'),
    /^wrong\.js: .*, got figure own is 2, which is not from 0 to 1$/,
  ],
  [
    'a transport that goes back in time',
    () => sendingAgain('-1'),
    /^wrong\.js: .*, got the transport own sends again after -1 ns$/,
    'network={transport: own, loss: 90%}',
  ],
  [
    'points that are none',
    () => source('{ points: 3, skipped: 0 }'),
    /^--set data=\{source: own\}: expected points as a matrix with rows, columns and values from source own, got something else$/,
    'data={source: own}',
  ],
  [
    'points that are no numbers',
    () => source('{ points: c.fromRows([[1], [0 / 0]]), skipped: 0 }'),
    /^--set data=\{source: own\}: expected finite numbers from source own, got NaN at row 1 \(from 0\)$/,
    'data={source: own}',
  ],
])('%s', async (_, text, message, ...settings) => {
  plain.write('wrong.js', text());
  const set = settings.flatMap((one) => ['--set', one]);
  const { code, stderr } = await plain.cahoots('run', 's.yaml', '--plugin', 'wrong.js', ...set);
  expect(stderr.trimEnd()).toMatch(message);
  expect(code).toBe(2);
});

const attacking = (reads: string, claims: string): string =>
  edited("'cahoots';", "'cahoots';\nimport { messagesOf } from 'cahoots/attack';").replace(
    'check: () => []',
    `check: () => [],
privacy: {
  attacks: [{
    name: 'sizes', summary: '', needs: { server: true }, reads: ${reads},
    guess: ({ members }) => members.flatMap(({ received }) => messagesOf(received, Count)),
    score: (guess) => ({ exposed: guess.length > 0 ? 1 : 0, measures: {}, meaning: 'all' }),
  }],
  claims: () => ${claims},
  statement: () => 'none',
}`,
  );
test.each<[string, () => string, RegExp]>([
  [
    'an attack that looks for messages which it does not list',
    () => attacking('[]', '[]'),
    /^wrong\.js: expected plugin counting to do its work, got the attack sizes looks at messages, of which its reads lists none/,
  ],
  [
    'an attack that reads what is no message',
    () => attacking("['count']", '[]'),
    /^wrong\.js: protocol counting: expected types of its messages in reads of the attack sizes, got undefined$/,
  ],
  [
    'a claim about an attack that it does not have',
    () => attacking('[Count]', "[{ says: 'all is well', coalition: { server: 1 }, attacks: ['size'] }]"),
    /^wrong\.js: .*, got the claim "all is well" about the attack size, which the protocol does not have$/,
  ],
  [
    'a claim about no coalition',
    () => attacking('[Count]', "[{ says: 'all is well', coalition: { sever: 1 }, attacks: [] }]"),
    /^wrong\.js: .*, got the claim "all is well" of 1 sever, which is no role: server, client$/,
  ],
])('%s', async (_, text, message) => {
  plain.write('wrong.js', text());
  const args = ['attack', 's.yaml', '--plugin', 'wrong.js', '--members', 'server'];
  const { code, stderr } = await plain.cahoots(...args);
  expect(stderr.trimEnd()).toMatch(message);
  expect(code).toBe(2);
});
