/** What a plugin's code returns that cannot be: refused with the plugin's name and what it was, through the command line. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTING, Project, SCENARIO } from '../support/plugin-project.ts';
import type { Said } from '../support/program.ts';

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
const adding = (what: string): string =>
  edited("name: 'counting', protocols", `name: 'counting', ${what}, protocols`);
const declaring = (what: string): string => edited('check: () => []', `check: () => [], ${what}`);
const around = (layer: string): string =>
  adding(
    `middleware: [c.middleware({ name: 'own', summary: '', setting: c.z.int(), layer: () => (${layer}) })]`,
  );
const ruling = (apply: string): string =>
  adding(`rules: [c.rule({ name: 'own', summary: '', settings: {}, apply: ${apply} })]`);
const [used, ruled] = ['use=[{ own: 1 }]', 'network.rules=[{ rule: own }]'];

type Case = [name: string, text: () => string, message: RegExp, ...settings: string[]];
const RUNS: readonly Case[] = [
  [
    'a sender that does not exist',
    () => edited('from: clients', "from: ['client-9']"),
    /, got server waits for messages from client-9, who does not exist$/,
  ],
  [
    'a sender that is no name',
    () => edited('from: clients', 'from: 5'),
    /, got server waits for messages from 5, who does not exist$/,
  ],
  [
    'a phase that is no name',
    () => edited('const { points } = yield*', 'yield* c.phase(5); const { points } = yield*'),
    /, got client-1 names the phase 5$/,
  ],
  [
    'something saved that no disk can keep',
    () =>
      edited(
        'const { points } = yield*',
        'self.saved; yield* c.save({ f: () => 1 }); const { points } = yield*',
      ),
    /, got a function is kept, which is no plain value$/,
  ],
  [
    'somebody blamed who does not exist',
    () => edited(RESULT, `${RESULT}, blamed: ['nobody']`),
    /, got server finishes with blamed parties of which nobody does not exist$/,
  ],
  [
    'operations that are no number',
    () => edited('operations: ({ rows }) => rows', "operations: () => '5'"),
    /, got counting\/count takes 5 operations, in other words than a number$/,
  ],
  [
    'a reference that is no clustering',
    () => declaring('reference: () => [new Uint16Array(2)]'),
    /, got the protocol's reference is not a list of labels of 30 points, as a Uint16Array each$/,
  ],
  [
    'problems that are none',
    () => edited('check: () => []', 'check: () => [5]'),
    /^protocol counting: expected a list of \{ path, expected, got \} in words from check, got something else$/,
  ],
  [
    'a check that throws null',
    () => edited('check: () => []', 'check: () => { throw null; }'),
    /^wrong\.js: expected plugin counting to do its work, got null, thrown$/,
  ],
  [
    'middleware that is none',
    () => around('null'),
    /^middleware own: expected a layer with a function `around`, or `bytes` with `wrap` and `unwrap`, got something else$/,
    used,
  ],
  [
    'middleware that does an effect with no generator',
    () => around('{ around: () => () => () => 5 }'),
    /, got middleware does an effect with something other than a generator$/,
    used,
  ],
  [
    'middleware that makes no bytes',
    () => around("{ bytes: { wrap: () => 'x', unwrap: () => undefined } }"),
    /, got middleware makes something other than bytes of a message$/,
    used,
  ],
  [
    'a rule without a verdict',
    () => ruling('() => () => null'),
    /, got own 1 gives something other than a verdict on a packet$/,
    ruled,
  ],
  [
    'a rule with a verdict that is none',
    () => ruling("() => () => ({ kind: 'own' })"),
    /, got own 1 gives something other than a verdict on a packet$/,
    ruled,
  ],
  ['a rule that is none', () => ruling('() => 5'), /, got own 1 gives no function of packets$/, ruled],
  [
    'a rule that makes no bytes',
    () => ruling("() => () => ({ kind: 'tamper', payload: 'x' })"),
    /, got own 1 tampers with a packet by something other than bytes$/,
    ruled,
  ],
  [
    'a fault that does nothing',
    () =>
      adding(
        "faults: [c.actorFault({ name: 'own', summary: '', example: '', settings: {}, forGood: false })]",
      ),
    /^wrong\.js: fault own: expected action to be a function, got undefined$/,
  ],
  [
    'a latency that is no number',
    () =>
      adding(
        "latencies: [c.latency({ name: 'own', summary: '', settings: c.z.object({}), draws: () => () => NaN })]",
      ),
    /, got latency own draws NaN ns$/,
    'network.latency={ own: {} }',
  ],
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
];

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
const graded = (score: string): string =>
  attacking('[Count]', '[]').replace(/score: .*,/, `score: () => (${score}),`);

const ATTACKS: readonly Case[] = [
  [
    'a measure that is no number',
    () => graded("{ exposed: 0, measures: { size: NaN }, meaning: 'all' }"),
    /, got attack sizes gives as size NaN, neither a number nor words$/,
  ],
  [
    'a statement that says nothing',
    () => attacking('[Count]', '[]').replace("statement: () => 'none'", 'statement: () => undefined'),
    /, got a statement about privacy that is not in words but undefined$/,
  ],
  ['claims that are none', () => attacking('[Count]', 'null'), /, got claims that are not a list but null$/],
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
];

describe.each([
  ['run', [], RUNS],
  ['attack', ['--members', 'server'], ATTACKS],
] as const)('%s refuses', (command, flags, cases) => {
  let said: readonly Said[];
  beforeAll(async () => {
    said = await plain.many(
      cases.map(([, text, , ...settings], at) => {
        const own = `${command}-${at}`;
        mkdirSync(join(plain.folder, own));
        plain.write(join(own, 'wrong.js'), text());
        const set = settings.flatMap((one) => ['--set', one]);
        return [own, command, '../s.yaml', '--plugin', 'wrong.js', ...flags, ...set];
      }),
    );
  });

  test.each(cases.map(([name, , message], at) => ({ name, message, at })))('$name', ({ message, at }) => {
    expect(said[at].stderr.trimEnd()).toMatch(message);
    expect(said[at].code).toBe(2);
  });
});
