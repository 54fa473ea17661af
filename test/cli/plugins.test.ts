import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTING, Project, SCENARIO } from '../support/plugin-project.ts';
import { thoroughly } from '../support/long.ts';
import { hashOf, type Said } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-plugins-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = new Project(join(folder, 'plain'));
plain.write('counting.js', COUNTING);
plain.write('s.yaml', SCENARIO);

describe('a protocol of a plugin', () => {
  const flag = ['--plugin', './counting.js'];

  test('runs in this thread and in others, with one hash', async () => {
    const runs = await plain.many(
      ['0', '2'].map((threads) => ['.', 'run', 's.yaml', ...flag, '--threads', threads]),
    );
    for (const said of runs) expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(hashOf(runs[0])).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(runs[1])).toBe(hashOf(runs[0]));
  });

  test('is compared in worker threads, and stands in the schema', async () => {
    const [compared, schema] = await plain.many([
      ['.', 'compare', 's.yaml', '--seeds', '2', '--threads', '2', ...flag],
      ['.', '--plugin=./counting.js', 'schema'],
    ]);
    expect(compared.stdout).toMatch(/^ +counting\nfinished +2 of 2$/m);
    expect(schema.stdout).toContain('"const": "counting"');
  });

  test('is no protocol without its plugin, whatever a trace names', async () => {
    const [made, again] = await plain.many([
      ['.', 'run', 's.yaml', ...flag, '--out', 'out'],
      ['.', 'replay', 'out/run.trace', ...flag],
    ]);
    expect(made.code).toBe(0);
    expect(again.stdout).toContain('the same run again');
    const without = await plain.cahoots('replay', 'out/run.trace');
    expect(without.code).toBe(2);
    expect(without.stderr).toMatch(/expected a mapping with name: one of .*, got "counting"/);
  });

  test('hangs in a swarm, whose commands show it again', async () => {
    plain.write('deaf.js', COUNTING.replace(', timeoutNs: 1e9', ''));
    const set = ['faults=[{ fault: dropout, who: client-1 }]', 'swarm.families=[dropout]'].flatMap((one) => [
      '--set',
      one,
    ]);
    const args = ['s.yaml', '--runs', '2', '--threads', '1', ...set, '--plugin', 'deaf.js'];
    const { stdout } = await plain.cahoots('swarm', ...args);
    const [, seed, faults] =
      /cahoots run s\.yaml --seed (\d+) .*--set '(faults=.*)' --plugin deaf\.js$/m.exec(stdout) ?? [];
    const once = await plain.cahoots('run', 's.yaml', '--seed', seed, '--set', faults, '--plugin', 'deaf.js');
    expect(once.stdout).toMatch(/^ended +stalled/m);
  });
});

describe('a configuration in the working directory', () => {
  test('is loaded without being named, and with the plugins that are', async () => {
    const configured = new Project(join(folder, 'configured'));
    configured.write('cahoots.config.js', COUNTING);
    configured.write('s.yaml', SCENARIO);
    expect(await configured.cahoots('run', 's.yaml', '--threads', '1')).toMatchObject({
      code: 0,
      stderr: '',
    });
    // The same plugin twice is one.
    const both = await configured.cahoots('run', 's.yaml', '--plugin', './cahoots.config.js');
    expect(both).toMatchObject({ code: 0, stderr: '' });
    configured.write('cahoots.config.mjs', COUNTING);
    expect(await configured.cahoots('schema')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'expected one configuration, got cahoots.config.js and cahoots.config.mjs\n',
    });
  });
});

describe('TypeScript', () => {
  const native = typeof (process.features as { typescript?: unknown }).typescript === 'string';

  test('runs where a loader is installed, in worker threads too, whatever options Node.js has', async () => {
    const typed = new Project(join(folder, 'typed'), ['tsx']);
    typed.write(
      'counting.ts',
      COUNTING.replace('({ rows }) => rows', '({ rows }: c.Matrix): number => rows'),
    );
    typed.write('s.yaml', SCENARIO);
    const flags = ['s.yaml', '--plugin', 'counting.ts', '--threads', '1'];
    const runs = await Promise.all([
      plain.cahoots('run', 's.yaml', '--plugin', 'counting.js'),
      typed.cahootsWith(['--max-old-space-size=2000'], 'run', ...flags),
      ...thoroughly([], [typed.cahoots('run', ...flags)]),
    ]);
    for (const said of runs) expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(runs.map(hashOf)).size).toBe(1);
    expect(await typed.cahoots('compare', ...flags)).toMatchObject({ code: 0, stderr: '' });
  });

  test.skipIf(native)('says what is missing where none is', async () => {
    plain.write('counting.ts', COUNTING);
    const { code, stderr } = await plain.cahoots('run', 's.yaml', '--plugin', 'counting.ts');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^counting\.ts: expected JavaScript, or a loader .*npm install --save-dev tsx.*, got TypeScript/,
    );
  });
});

/** A plugin that is wrong in one thing. */
const edited = (from: string, to: string): string => {
  expect(COUNTING).toContain(from);
  return COUNTING.replace(from, to);
};

describe("a mistake in a plugin is its author's, with its name and what was expected", () => {
  const MISTAKES: readonly (readonly [string, () => string, RegExp])[] = [
    ['not there', () => '', /^wrong\.js: expected a module that exports a plugin, got no exports$/],
    [
      'no plugin',
      () => 'export const a = 1',
      /^wrong\.js: expected a module .*, got exports that plugin\(.*\) did not make: a$/,
    ],
    [
      'throwing when imported',
      () => 'null.x',
      /^wrong\.js: expected a module that can be imported, got TypeError: Cannot read .*\n {2}at .*wrong\.js:1:6$/,
    ],
    ['no JavaScript', () => 'export const = 3', /^wrong\.js: expected a module .*, got SyntaxError: /],
    [
      'importing what is not there',
      () => "import 'nothing'",
      /^wrong\.js: expected a module that can be imported, got Cannot find package 'nothing'/,
    ],
    [
      'made by another copy of Cahoots',
      () => "export default { [Symbol.for('cahoots plugin')]: 'file:///other/src/plugin/plugin.js' }",
      /^wrong\.js: expected a module .*, got one that was made with the Cahoots in \/other\/src\/, .*: run it with npx --no cahoots$/,
    ],
    [
      'of another shape',
      () => edited('protocols: [counting]', 'protocols: counting'),
      /^wrong\.js: plugin counting: protocols: expected a list$/,
    ],
    [
      'without its URL',
      () => edited('plugin(import.meta.url, ', 'plugin('),
      /^wrong\.js: expected plugin\(import\.meta\.url, \{ name, \.\.\. \}\), got other arguments$/,
    ],
    [
      'not exported where it says',
      () =>
        edited('plugin(import.meta.url', "plugin(new URL('counting.js', import.meta.url).href").replaceAll(
          "'counting'",
          "'other'",
        ),
      /^wrong\.js: expected file:.*counting\.js to export the plugin other, as its first argument says, got none$/,
    ],
    [
      'computing what it does not declare',
      () => edited('tasks: [count]', 'tasks: []'),
      /^wrong\.js: expected plugin counting to do its work, got client-\d computes an undeclared task counting\/count$/,
    ],
    [
      'with two tasks of one name',
      () => edited('tasks: [count]', 'tasks: [count, { ...count }]'),
      /^wrong\.js: protocol counting: expected tasks of different names, got counting\/count twice$/,
    ],
    [
      "with another protocol's name for a task",
      () => edited('counting/count', 'lloyd/quantise'),
      /^expected one task named lloyd\/quantise, got two: of protocol lloyd and of protocol counting$/,
    ],
    [
      'sending what it does not declare',
      () => edited('messages: [Count]', 'messages: []'),
      /^wrong\.js: expected plugin counting to do its work, got client-\d sends an undeclared message count$/,
    ],
    [
      'saving without having read what it saved',
      () => edited('const { points } = yield*', 'yield* c.save({}); const { points } = yield*'),
      /^wrong\.js: expected plugin counting to do its work, got client-\d saves before it has read self\.saved: after a crash it would begin anew, without what it received$/,
    ],
    [
      'throwing in an actor',
      () => edited('const labels = ', 'null.x; const labels = '),
      /^wrong\.js: expected plugin counting to do its work, got TypeError: .*\n {2}at .*wrong\.js:\d+:\d+\)$/,
    ],
    [
      'throwing before the run',
      () => edited('check: () => []', 'check: () => nothing'),
      /^wrong\.js: expected plugin counting to do its work, got ReferenceError: nothing is not defined\n/,
    ],
    [
      'taking a name of ours',
      () => edited("name: 'counting',\n  summary", "name: 'lloyd',\n  summary"),
      /^expected one protocol named lloyd, got two: of plugin cahoots and of plugin counting$/,
    ],
  ];
  let said: readonly Said[];
  beforeAll(async () => {
    said = await plain.many(
      MISTAKES.map(([, text], at) => {
        const own = `wrong-${at}`;
        mkdirSync(join(plain.folder, own));
        plain.write(join(own, 'counting.js'), COUNTING);
        plain.write(join(own, 'wrong.js'), text());
        return [own, 'run', '../s.yaml', '--plugin', 'wrong.js'];
      }),
    );
  });

  test.each(MISTAKES.map(([name, , message], at) => ({ name, message, at })))('$name', ({ message, at }) => {
    expect(said[at].stderr.trimEnd()).toMatch(message);
    expect(said[at].code).toBe(2);
  });

  test('in a worker thread as well', async () => {
    plain.write('worse.js', edited('run: ({ rows })', 'run: ({ rows: { x: { y } } })'));
    const flags = ['s.yaml', '--plugin', 'worse.js', '--threads', '1'];
    for (const { code, stderr } of await plain.many([
      ['.', 'run', ...flags],
      ['.', 'compare', ...flags],
    ])) {
      expect(stderr).toMatch(
        /^worse\.js: expected plugin counting to do its work, got TypeError: Cannot read .*\n {2}at .*worse\.js/,
      );
      expect(code).toBe(2);
    }
  });

  test('another module in a worker thread than in this one', async () => {
    const isMain = "import { isMainThread } from 'node:worker_threads';";
    const other = edited("'counting/count'", "isMainThread ? 'counting/count' : 'counting/other'");
    const broken = edited('const counting =', 'if (!isMainThread) null.x; const counting =');
    const absent = edited(
      "name: 'counting', protocols",
      "name: isMainThread ? 'counting' : 'other', protocols",
    );
    const differing = [
      [other, /^expected worker threads to have the task counting\/count, .* others: .*, counting\/other$/],
      [
        broken,
        /^expected threads to import file:.*differs\.js too, got TypeError: .*\n {2}at .*differs\.js:/,
      ],
      [absent, /^expected file:.*differs\.js to export the plugin counting, .*, got none$/],
    ] as const;
    const outputs = await plain.many(
      differing.map(([text], at) => {
        mkdirSync(join(plain.folder, `differs-${at}`));
        plain.write(`differs-${at}/differs.js`, `${isMain}\n${text}`);
        return [`differs-${at}`, 'run', '../s.yaml', '--plugin', 'differs.js', '--threads', '1'];
      }),
    );
    expect(outputs.map(({ code }) => code)).toEqual([2, 2, 2]);
    for (const [at, [, message]] of differing.entries())
      expect(outputs[at].stderr.trimEnd()).toMatch(message);
  });

  test('a run that is started by its own module', async () => {
    const text =
      "const plugins = [c.plugin(import.meta.url, { name: 'counting', protocols: [counting] })];\n";
    const start = "await c.run(c.loadScenario('s.yaml', { plugins }), { plugins, threads: 1 });\n";
    plain.write(
      'starts.js',
      `${edited('export default c.plugin', '// ')}\n${text}export default plugins;\n${start}`,
    );
    const { code, stderr } = await plain.cahoots('run', 's.yaml', '--plugin', 'starts.js', '--threads', '1');
    expect(stderr).toMatch(
      /^starts\.js: .*expected threads to import file:.*starts\.js too, got a run that is started in a thread: give the plugin a module that starts none/,
    );
    expect(code).toBe(2);
  });

  test('an attack that says nothing, which is not nothing found', async () => {
    const attack =
      "{ name: 'blind', summary: '', needs: {}, reads: [], guess: () => 0, score: () => ({ exposed: 0 / 0 }) }";
    const privacy = `privacy: { attacks: [${attack}], statement: () => '' }`;
    plain.write('wrong.js', edited('check: () => []', `check: () => [], ${privacy}`));
    const { code, stderr } = await plain.cahoots('attack', 's.yaml', '--plugin', 'wrong.js');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^wrong\.js: expected plugin counting to do its work, got attack blind gives as exposed NaN/,
    );
  });

  test('a flag without a file, and a file that is not there', async () => {
    const [without, nowhere] = await plain.many([
      ['.', 'schema', '--plugin'],
      ['.', 'schema', '--plugin', 'nowhere.js'],
    ]);
    expect(without.stderr).toBe(
      "option '--plugin <FILE>' argument missing\ncahoots schema --help says what it takes\n",
    );
    expect(nowhere.stderr).toBe('nowhere.js: expected a module that exports a plugin, got no such file\n');
  });
});
