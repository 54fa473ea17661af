import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COUNTING, Project, SCENARIO } from '../support/plugin-project.ts';
import { thoroughly } from '../support/long.ts';
import type { Said } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const project = new Project(join(folder, 'project'));
project.write('s.yaml', SCENARIO);

/** What the program says with a plugin that does something more when it is imported, and that it ends by itself. */
async function run(does: string): Promise<string> {
  const file = `plugin-${count++}.js`;
  project.write(file, `${COUNTING}\n${does}\n`);
  return gotOf(await project.cahoots('run', 's.yaml', '--plugin', file), file);
}
let count = 0;

/** What it got instead of a module. */
function gotOf(said: Said, file: string): string {
  expect(said).toMatchObject({ code: 2, stdout: '' });
  const before = `${file}: expected a module that can be imported, got `;
  expect(said.stderr.slice(0, before.length)).toBe(before);
  const [got] = said.stderr.slice(before.length).trimEnd().split('\n');
  return got;
}

describe('a plugin that cannot be imported ends the command with a sentence', () => {
  const AT_ONCE = [
    ['nothing', 'throw undefined', 'undefined, thrown'],
    ['null', 'throw null', 'null, thrown'],
    ['an object without a message', 'throw { code: 1 }', '[object Object], thrown'],
    [
      'an object without anything',
      'throw Object.create(null)',
      'something that throws when it is read, thrown',
    ],
    [
      'an error that throws when it is read',
      'class Odd extends Error { get message() { throw null } }; throw new Odd()',
      'something that throws when it is read, thrown',
    ],
    [
      'what throws when it is asked what it is',
      'throw new Proxy({}, { getPrototypeOf() { throw null } })',
      'something that throws when it is read, thrown',
    ],
    ['an error without a message', 'throw new Error()', 'an error without a message'],
    ['an export that throws', 'export const odd = new Proxy({}, { get() { throw null } })', 'null, thrown'],
  ] as const;
  test('that throws when it is imported, whatever it throws', async () => {
    const said = await project.many(
      AT_ONCE.map(([, does], at) => {
        mkdirSync(join(project.folder, `own-${at}`));
        project.write(`own-${at}/plugin.js`, `${COUNTING}\n${does}\n`);
        return [`own-${at}`, 'run', '../s.yaml', '--plugin', 'plugin.js'];
      }),
    );
    expect(AT_ONCE.map(([what], at) => [what, gotOf(said[at], 'plugin.js')])).toEqual(
      AT_ONCE.map(([what, , got]) => [what, got]),
    );
  });

  test.each([
    ['a rejection that nobody handles', 'Promise.reject(null)', 'null, thrown'],
    ['an error later', "setTimeout(() => { throw new Error('late') }, 10)", 'late'],
  ])('that throws %s', async (_, does, got) => {
    expect(await run(does)).toBe(got);
  });

  test.each([
    ['waits for what never happens', 'await new Promise(() => {})'],
    ['ends the process', 'process.exit(0)'],
    ['leaves a timer running', 'setInterval(() => {}, 1000)'],
    ['takes longer than 4 s', 'for (;;);'],
    ['adds foo to all objects or lists', 'Object.prototype.foo = 1'],
    ...thoroughly(
      [],
      [
        ['waits for what never happens', 'export function then() {}'],
        ['ends the process', 'setTimeout(() => process.exit(7), 10)'],
        ['leaves a server running', "import { createServer } from 'node:net'; createServer().listen(0)"],
        ['takes longer than 4 s', 'setInterval(() => {}, 1000); await new Promise(() => {})'],
        ['takes longer than 4 s', 'const again = () => Promise.resolve().then(again); again()'],
        ['takes longer than 4 s', 'const again = () => process.nextTick(again); again()'],
      ],
    ),
  ])('that %s: %s', async (got, does) => {
    expect(await run(does)).toBe(`one that ${got}`);
  });

  test.each(thoroughly([], ['nothing']))('that exports %s and leaves work without end', async () => {
    project.write('endless.cjs', 'const again = () => process.nextTick(again); again()');
    expect(await project.cahoots('run', 's.yaml', '--plugin', 'endless.cjs')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'endless.cjs: expected a module that can be imported, got one that takes longer than 4 s\n',
    });
  });

  test('in any command', async () => {
    project.write('never.js', 'await new Promise(() => {})');
    const commands = [['schema'], ['worker', 'nats://127.0.0.1:1'], ['table', 'nothing.csv']];
    for (const command of thoroughly(commands.slice(1, 2), commands)) {
      expect(await project.cahoots(...command, '--plugin', 'never.js')).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'never.js: expected a module that can be imported, got one that waits for what never happens\n',
      });
    }
  });

  test('and what it has to do for a moment is no reason', async () => {
    project.write(
      'busy.js',
      `${COUNTING}\nsetTimeout(() => {}, 100); await new Promise((r) => setTimeout(r, 50));`,
    );
    const said = await project.cahoots('run', 's.yaml', '--plugin', 'busy.js');
    expect(said).toMatchObject({ code: 0, stderr: '' });
  });
});

/** What it does only in threads: elsewhere it was imported before. */
const inThread = (does: string): string =>
  `import { isMainThread } from 'node:worker_threads';\n${COUNTING}\nif (!isMainThread) { ${does} }\n`;

describe('a plugin that cannot be imported in a thread ends the command with a sentence', () => {
  const compare = ['compare', '--seeds', '2'];
  const HOSTILE: readonly (readonly [got: string, does: string, ...commands: string[][]])[] = [
    ['takes longer than 4 s', 'await new Promise(() => {});', compare],
    ['ends its thread', 'process.exit(0);', ['run'], ...thoroughly([], [compare])],
    ['takes longer than 4 s', 'for (;;);', ['run']],
  ];
  const tried = thoroughly(HOSTILE.slice(0, 2), HOSTILE).map(([got, does, ...commands]) => ({
    got,
    does,
    commands,
  }));
  test.each(tried)('that $got: $does', async ({ got, does, commands }) => {
    project.write('thread.js', inThread(does));
    for (const command of commands) {
      const args = ['s.yaml', '--threads', '1', '--plugin', 'thread.js'];
      const { code, stdout, stderr } = await project.cahoots(...command, ...args);
      expect(stderr).toMatch(
        /^expected threads to import file:\/\/\S+\/thread\.js too, got one that [^\n]*\n$/,
      );
      expect(stderr).toContain(`got one that ${got}\n`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
  });

  test('that throws null', async () => {
    project.write('thread.js', inThread('throw null;'));
    const { code, stderr } = await project.cahoots(
      'run',
      's.yaml',
      '--threads',
      '1',
      '--plugin',
      'thread.js',
    );
    expect(stderr).toMatch(/^expected threads to import \S+thread\.js too, got null, thrown\n$/);
    expect(code).toBe(2);
  });
});

/** A plugin whose clients do something more than they should. */
const acting = (does: string): string =>
  COUNTING.replace('const { points } = yield*', `${does}; const { points } = yield*`);

describe('a plugin that does more than it is asked for ends the command with a sentence', () => {
  test.each([
    ['one that ends the process', 'process.exit(0)'],
    ['late', "process.nextTick(() => { throw new Error('late') })"],
    ['null, thrown', 'Promise.reject(null)'],
    [
      'one that leaves a server running',
      "import('node:net').then(({ createServer }) => createServer().listen(0))",
    ],
    ...thoroughly([], [['one that leaves a timer running', 'setInterval(() => {}, 1000)']]),
  ])('%s: %s', async (got, does) => {
    project.write('acting.js', acting(does));
    const { code, stderr } = await project.cahoots('run', 's.yaml', '--plugin', 'acting.js');
    expect(stderr.split('\n')[0]).toBe(`acting.js: expected plugin counting to do its work, got ${got}`);
    expect(code).toBe(2);
  });

  test.each([
    ['a task ends its thread', 'process.exit(0)'],
    [
      'something that throws when it is read, thrown',
      'class Odd extends Error { get message() { throw null } }; throw new Odd()',
    ],
  ])('%s, in a thread', async (got, does) => {
    project.write(
      'task.js',
      COUNTING.replace('run: ({ rows }) => ({ points: rows })', `run: ({ rows }) => { ${does} }`),
    );
    const { code, stderr } = await project.cahoots('run', 's.yaml', '--threads', '1', '--plugin', 'task.js');
    expect(stderr.split('\n')[0]).toBe(`task.js: expected plugin counting to do its work, got ${got}`);
    expect(code).toBe(2);
  });
});

test('a program that writes a line without end to its standard error is passed on in pieces', async () => {
  const command = JSON.stringify(['/bin/sh', '-c', "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 3"]);
  const program = `c.program(import.meta.url, ${command}, { messages: [Count], tasks: [] })`;
  project.write('endless-line.js', COUNTING.replace('play: server', `play: ${program}`));
  const { code, stderr } = await project.cahoots('run', 's.yaml', '--plugin', 'endless-line.js');
  expect(code).toBe(2);
  const lines = stderr.split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200_000);
  expect(lines.join('').match(/x/g)?.length).toBeGreaterThanOrEqual(1_000_000);
});

describe("what plugins print leaves the command's own output alone", () => {
  const noise = COUNTING.replace(
    'run: ({ rows })',
    "run: ({ rows }, _ = process.stdout.write('noise\\n'))",
  ).replace('const { points }', "console.log('noise'); const { points }");

  test.each(['0', '1'])('with %s threads', async (threads) => {
    project.write('loud.js', `${noise}\nconsole.log('noise'); process.stdout.write('noise\\n');\n`);
    project.write('quiet.js', COUNTING);
    const [loud, quiet] = await Promise.all(
      ['loud.js', 'quiet.js'].map((file) =>
        project.cahoots('run', 's.yaml', '--json', '--threads', threads, '--plugin', file),
      ),
    );
    expect(loud.code).toBe(0);
    const [hash, same] = [loud, quiet].map(
      ({ stdout }) => (JSON.parse(stdout) as { readonly outcome: { readonly hash: string } }).outcome.hash,
    );
    expect(hash).toBe(same);
    // When it is imported, in three clients, and in their tasks.
    expect(loud.stderr).toMatch(/^(noise\n){8,}$/);
    expect(quiet.stderr).toBe('');
  });
});
