/** Files that cannot be read or written, and processes that may not have what they ask for: said in a sentence, with exit code 2. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TraceReader } from '../../src/run/trace/reader.ts';
import { PROGRAM } from '../support/built.ts';
import { thoroughly } from '../support/long.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cahoots, ended, hashOf, QUICKSTART, type Said } from '../support/program.ts';

const write = temporaryFiles();
const SMALL = ['--set', 'data.points=100'];
const MASKED = 'scenarios/mufc.yaml';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const within = (...path: string[]): string => join(folder, ...path);

/** The program as built, under a shell that says what its process may have, or where its output goes. */
function under(shell: string, ...args: readonly string[]): Promise<Said> {
  const command = shell.includes('$@') ? shell : `${shell}; exec "$@"`;
  return ended(
    spawn('bash', ['-c', command, 'bash', process.execPath, PROGRAM, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE: process.execPath },
    }),
  );
}

/** The sentence with which a command refused, where it did: exit code 2, nothing on stdout, no stack. */
function sentence({ code, stdout, stderr }: Said): string {
  const refused = code === 2 && stdout === '' && !/^ +at |bug in Cahoots|node:/m.test(stderr);
  return refused ? stderr : `code ${code}: ${stdout}${stderr}`;
}

describe('what has no end, or nothing in it', () => {
  test.each(['/dev/zero', '/dev/null'])('is not read: %s', async (file) => {
    const got = 'got something that is not a regular file';
    expect(sentence(await cahoots('run', file))).toBe(`${file}: expected a scenario, ${got}\n`);
    expect(sentence(await cahoots('report', file))).toBe(`${file}: expected a trace, ${got}\n`);
    expect(sentence(await cahoots('replay', file))).toBe(`${file}: expected a trace, ${got}\n`);
    expect(sentence(await cahoots('attack', file))).toBe(`${file}: expected a scenario, ${got}\n`);
  });

  test('is not waited for: a pipe that nobody writes to', async () => {
    const pipe = within('pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const command of ['run', 'report', 'replay', 'attack', 'shrink', 'compare', 'swarm']) {
      expect(sentence(await cahoots(command, pipe))).toMatch(
        /pipe: expected a (scenario|trace), got something that is not /,
      );
    }
  });

  test('is not parsed: a scenario that is larger than anybody writes', async () => {
    const file = write('large.yaml', ' '.repeat(2 ** 22 + 1));
    expect(sentence(await cahoots('run', file))).toMatch(
      /expected a scenario of at most 4194304 bytes, got 4194305\n$/,
    );
  });
});

describe('a directory that cannot be written to', () => {
  test.each([
    ['/proc/x', '/proc/x: expected a directory to write to, got no such directory\n'],
    ['/proc/x/y', '/proc/x: expected a directory to write to, got no such directory\n'],
    ['/dev/null', '/dev/null: expected a directory to write to, got a file\n'],
    ['/dev/null/x', /expected a directory to write to, got /],
  ])('is refused before anything runs: %s', async (out, said) => {
    expect(sentence(await cahoots('run', QUICKSTART, '--out', out))).toMatch(said);
    expect(sentence(await cahoots('compare', QUICKSTART, '--out', out))).toMatch(said);
  });

  test.each(['report.json', 'labels.csv', 'run.trace'])(
    'is refused before anything runs: %s is there',
    async (name) => {
      const out = within(`holds-${name}`);
      mkdirSync(join(out, name), { recursive: true });
      const said = `--out: expected a directory to write a new trace to, got one that holds ${join(out, name)}\n`;
      expect(sentence(await cahoots('run', QUICKSTART, '--out', out))).toMatch(said);
      expect(readdirSync(out)).toEqual([name]);
    },
  );

  test('is said for a file to shrink to before hundreds of runs', async () => {
    expect(sentence(await cahoots('shrink', QUICKSTART, '--out', QUICKSTART))).toMatch(
      /expected a new file to write to, got one that exists\n$/,
    );
  });
});

describe('what a command reads', () => {
  const other = (file: string): RegExp => new RegExp(`expected another file than those .*, got ${file}\n$`);

  test('is not replaced by what is made of it: a trace, by whatever path, and what is packed with it', async () => {
    const out = within('source');
    await cahoots('run', QUICKSTART, ...SMALL, '--out', out);
    const trace = join(out, 'run.trace');
    const link = within('link.trace');
    symlinkSync(trace, link);
    const before = readFileSync(trace);
    for (const [read, written] of [
      [trace, trace],
      [link, trace],
      [trace, link],
    ])
      expect(sentence(await cahoots('report', read, '--html', written))).toMatch(other(written));
    for (const name of ['run.trace', 'report.json', 'labels.csv'])
      expect(sentence(await cahoots('pack', trace, '--out', join(out, name)))).toMatch(
        other(join(out, name)),
      );
    expect(readFileSync(trace).equals(before)).toBe(true);
  });

  test('is not replaced by what is made of it: the rows of runs, and a scenario', async () => {
    const out = within('rows');
    await cahoots('compare', QUICKSTART, ...SMALL, '--out', out);
    const rows = join(out, 'runs.csv');
    const before = readFileSync(rows);
    const picture = ['--kind', 'compare', '--out', within('picture.svg')];
    for (const read of [rows, out])
      expect(sentence(await cahoots('plot', read, ...picture, '--table', rows))).toMatch(other(rows));
    expect(sentence(await cahoots('export', join(out, '.', 'runs.csv'), '--out', `${out}/.`))).toMatch(
      /--out: /,
    );
    expect(readFileSync(rows).equals(before)).toBe(true);
    const scenario = write('mine.yaml', readFileSync(QUICKSTART));
    expect(sentence(await cahoots('trust', scenario, '--html', scenario))).toMatch(other(scenario));
  });
});

describe('where there is no place for temporary files', () => {
  test('a command that needs one says so', async () => {
    const said = await under('export TMPDIR=/nowhere', 'real', QUICKSTART);
    expect(sentence(said)).toBe(
      '/nowhere: expected a directory for temporary files (TMPDIR), got no such directory\n',
    );
  });
});

describe('a disk that is full', () => {
  // A limit on the size of files comes at the same place of the program, and needs no disk.
  const full = (kilobytes: number): string => `ulimit -f ${kilobytes}`;

  test('ends a run, and what was written can be read', async () => {
    const out = within('full');
    const said = await under(full(8), 'run', QUICKSTART, '--out', out);
    expect(sentence(said)).toBe(
      `${join(out, 'run.trace')}: expected a file to write to, got a limit on the size of files\n`,
    );
    expect(readdirSync(out)).toEqual(['run.trace']);
    const reader = new TraceReader('full', readFileSync(join(out, 'run.trace')));
    expect([...reader.entries()].length).toBeGreaterThan(100);
    expect(reader.problem?.code).toBe('cut-off');
  });

  test('ends a study, which goes on when there is room', async () => {
    const out = ['--out', within('study'), '--seeds', '25', '--threads', '0', ...SMALL];
    const said = await under(full(24), 'compare', QUICKSTART, ...out);
    expect(sentence(said)).toMatch(
      /runs\.jsonl: expected a file to write to, got a limit on the size of files\n$/,
    );
    const kept = readFileSync(within('study', 'runs.jsonl'), 'utf8').split('\n').length - 1;
    expect(kept).toBeGreaterThan(1);
    expect(existsSync(within('study', 'runs.jsonl.lock'))).toBe(false);
    expect((await cahoots('compare', QUICKSTART, ...out)).code).toBe(0);
  });
});

describe('standard output', () => {
  test('that is full is said on stderr', async () => {
    const said = await under('exec "$@" > /dev/full', 'run', QUICKSTART, ...SMALL);
    expect(sentence(said)).toBe('standard output: expected to write to it, got no space left\n');
  });

  test('and stderr that are full end with a code all the same', async () => {
    expect((await under('exec "$@" 2> /dev/full', 'run', 'nothing.yaml')).code).toBe(2);
    expect((await under('exec "$@" 2> /dev/full', 'run', QUICKSTART, ...SMALL, '--log', 'info')).code).toBe(
      0,
    );
  });
});

describe('two at a time', () => {
  test('into one directory: the second study is refused at once, and the first goes on', async () => {
    const args = ['compare', QUICKSTART, '--threads', '0', ...SMALL, '--out', within('both')];
    const first = under('true', ...args, '--seeds', '15');
    while (!existsSync(within('both', 'runs.jsonl.lock')))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sentence(await cahoots(...args))).toMatch(
      /runs\.jsonl: expected a file that no other process writes to, got one that process \d+ on \S+ writes to \(if it does not, remove \S+runs\.jsonl\.lock\)\n$/,
    );
    expect((await first).code).toBe(0);
    expect((await cahoots(...args)).code).toBe(0);
  });
});

describe('a process that may not have the memory that WebAssembly reserves', () => {
  const WARNING =
    /^\(node:\d+\) CahootsWarning: .+: kernels in TypeScript compute the same, and take longer$/m;

  // Memory for nobody's kernels, and for those of some of three threads.
  const LIMITS = [
    [8, [QUICKSTART, ...SMALL]],
    [20, [QUICKSTART, '--threads', '2']],
  ] as const;
  test.each(LIMITS.slice(0, thoroughly(1, 2)))(
    'computes the same in TypeScript, with a warning: %d GB',
    async (gigabytes, scenario) => {
      const same = hashOf(await cahoots('run', ...scenario));
      const said = await under(`ulimit -v ${gigabytes * 1e6}`, 'run', ...scenario);
      expect(said.code).toBe(0);
      expect(hashOf(said)).toBe(same);
      expect(said.stderr).toMatch(WARNING);
    },
  );

  const CASES = [
    ['sums under masks', [MASKED]],
    ['coded shares', [QUICKSTART, ...SMALL]],
  ] as const;
  test.each(CASES.slice(0, thoroughly(1, 2)))('nor WebAssembly at all: %s', async (_, scenario) => {
    const same = hashOf(await cahoots('run', ...scenario));
    const said = await under('shift; exec "$NODE" --jitless "$@"', 'run', ...scenario);
    expect(said.code).toBe(0);
    expect(hashOf(said)).toBe(same);
    expect(said.stderr).toMatch(WARNING);
  });
});
