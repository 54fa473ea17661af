/**
 * How many small mistakes the tests notice: draws mutants of `src/`, `actors/` and `bin/`, a file by its number of
 * lines and then one of its mutations, and runs the tests nearest to each in a copy of the tree, until one fails: first a few
 * of them for many mutants together, whose tests do not reach each other's files, then more for each that is left, fast ones before slow ones. Mutants that do not compile are drawn again.
 *
 * Each verdict is printed as soon as it is known, so the numbers are in no order.
 *
 *   npm run build
 *   node --import tsx scripts/mutate.ts [--seed 1] [--mutants 100 | --only 3,17] [--tests 40] [--seconds 120] [--workers 2]
 */

import { execFileSync, type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random, type Stream } from '../src/core/base/random.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { isSlow, ringsAround } from './nearest.ts';
import { type Judged, together } from './together.ts';

/** So many tests are tried first. */
const NEAREST = 6;

/** One slow test for so many fast ones. */
const SLOW_SHARE = 8;

const TOP = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '100' },
    // Each by itself.
    only: { type: 'string' },
    tests: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '120' },
    workers: { type: 'string', default: '2' },
  },
});
const [seed, mutants, mostTests, seconds, workers] = [
  values.seed,
  values.mutants,
  values.tests,
  values.seconds,
  values.workers,
].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'cahoots-mutants-'));
const copy = join(folder, 'tree');
const paths = execFileSync('git', ['ls-files'], { cwd: TOP, encoding: 'utf8' }).trim().split('\n');
for (const path of paths) cpSync(join(TOP, path), join(copy, path));
cpSync(join(TOP, 'dist'), join(copy, 'dist'), { recursive: true });
symlinkSync(join(TOP, 'node_modules'), join(copy, 'node_modules'));
// Test vectors that are no part of the tree.
if (existsSync(join(TOP, '../shared'))) symlinkSync(join(TOP, '../shared'), join(folder, 'shared'));
if (filesWithErrors().size > 0) throw new Error(`${TOP}: expected a tree that compiles`);

const texts = new Map(
  paths.filter((path) => path.endsWith('.ts')).map((path) => [path, readFileSync(join(copy, path), 'utf8')]),
);
const files = [...texts]
  .filter(([path]) => /^(src|actors|bin)\//.test(path) && !/\/(wasm|client)\//.test(path))
  .map(([path, text]) => ({ path, text, lines: text.split('\n').length, mutations: mutationsOf(text) }));
const allLines = files.reduce((sum, { lines }) => sum + lines, 0);

interface Mutant {
  readonly path: string;
  readonly text: string;
  readonly mutation: Mutation;
}

/** A file by its number of lines, and one of its mutations. */
function draw(stream: Stream): Mutant {
  for (;;) {
    let line = stream.integer(allLines);
    const file = files.find(({ lines }) => (line -= lines) < 0) as (typeof files)[number];
    const { path, text, mutations } = file;
    if (mutations.length > 0) return { path, text, mutation: mutations[stream.integer(mutations.length)] };
  }
}

/** Runs a program of node_modules/.bin in the copy, and ends all its processes with it. */
function bin(name: string, args: readonly string[]) {
  const ended = spawnSync(join(copy, 'node_modules/.bin', name), args, {
    cwd: copy,
    encoding: 'utf8',
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    detached: true,
  } as SpawnSyncOptionsWithStringEncoding);
  // A worker in an endless loop does not notice that its parent is gone.
  if (ended.error !== undefined)
    try {
      process.kill(-ended.pid, 'SIGKILL');
    } catch {
      // There is none.
    }
  return ended;
}

/**
 * The files in which the compiler finds mistakes.
 * @throws if it does not end, or fails without naming any
 */
function filesWithErrors(): Set<string> {
  const { stdout, status, error } = bin('tsc', ['-p', 'tsconfig.json', '--pretty', 'false']);
  if (error !== undefined) throw error;
  const wrong = new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path]) => path));
  if (status !== 0 && wrong.size === 0) throw new Error(`tsc: ${stdout}`);
  return wrong;
}

const place = ({ path, text, mutation }: Mutant): void =>
  writeFileSync(join(copy, path), mutate(text, mutation));
const restore = ({ path, text }: Mutant): void => writeFileSync(join(copy, path), text);

/** Those that compile, of mutants of different files. */
function compiling(candidates: readonly Mutant[]): readonly Mutant[] {
  if (candidates.length === 0) return [];
  candidates.forEach(place);
  const wrong = filesWithErrors();
  candidates.forEach(restore);
  const right = candidates.filter(({ path }) => !wrong.delete(path));
  // What is wrong elsewhere, any of them may have caused.
  if (wrong.size === 0) return right;
  if (candidates.length === 1) return [];
  const half = Math.ceil(right.length / 2);
  return [...compiling(right.slice(0, half)), ...compiling(right.slice(half))];
}

/** A mutant that compiles for each number, drawn from a stream of its own. */
function drawAll(numbers: readonly number[]): Map<number, Mutant> {
  const streams = new Map(numbers.map((n) => [n, new Random(seed).stream('mutants', `${n}`)]));
  const [drawn, found] = [new Map<number, Mutant>(), new Map<number, Mutant>()];
  while (streams.size > 0) {
    const batch = new Map<string, number>();
    for (const [number, stream] of streams) {
      const mutant = drawn.get(number) ?? draw(stream);
      drawn.set(number, mutant);
      if (!batch.has(mutant.path)) batch.set(mutant.path, number);
    }
    const right = compiling([...batch.values()].map((number) => drawn.get(number) as Mutant));
    for (const mutant of right) {
      const number = batch.get(mutant.path) as number;
      found.set(number, mutant);
      streams.delete(number);
    }
    for (const number of batch.values()) drawn.delete(number);
  }
  return found;
}

/** Whether some test files pass; `timeout` where they do not end. */
function outcome(
  tests: readonly string[],
  bail = 1,
): 'pass' | 'timeout' | { readonly failed: readonly string[] } {
  const results = join(copy, 'results.json');
  rmSync(results, { force: true });
  const { status, error } = bin('vitest', [
    'run',
    `--bail=${bail}`,
    `--maxWorkers=${workers}`,
    // Most of a run would be the translation of modules that no mutant changed.
    '--experimental.fsModuleCache',
    `--experimental.fsModuleCachePath=${join(folder, 'cache')}`,
    '--reporter=json',
    `--outputFile=${results}`,
    ...tests,
  ]);
  if (error !== undefined) return 'timeout';
  if (status === 0) return 'pass';
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return {
    failed: testResults
      .filter((one) => one.status === 'failed')
      .map(({ name }) => name.slice(copy.length + 1)),
  };
}

/** Test files that fail in the copy as it is show nothing. */
const sound = new Map<string, boolean>();
function isSound(test: string): boolean {
  const known = sound.get(test) ?? outcome([test]) === 'pass';
  sound.set(test, known);
  return known;
}

/** Which tests noticed which of several mutants that are placed together. */
function killersIn(group: readonly Judged<Mutant>[]): Map<Mutant, string> {
  for (const { mutant } of group) place(mutant);
  const found = outcome([...new Set(group.flatMap(({ tests }) => tests))], 0);
  for (const { mutant } of group) restore(mutant);
  const killers = new Map<Mutant, string>();
  if (typeof found === 'string') return killers;
  for (const { mutant, tests } of group) {
    const killer = tests.find((test) => found.failed.includes(test) && isSound(test));
    if (killer !== undefined) killers.set(mutant, killer);
  }
  return killers;
}

/** Who noticed a mutant: a test, or the clock; undefined where nobody did. */
function killerOf(mutant: Mutant): string | undefined {
  const nearest = ringsAround(mutant.path, texts).flat();
  const fast = nearest.filter((test) => !isSlow(test)).slice(0, mostTests);
  const slow = nearest.filter(isSlow).slice(0, Math.ceil(mostTests / SLOW_SHARE));
  for (let left of [fast.slice(0, NEAREST), fast.slice(NEAREST), slow]) {
    while (left.length > 0) {
      place(mutant);
      const found = outcome(left);
      restore(mutant);
      if (found === 'pass') break;
      if (found === 'timeout') {
        if (outcome(left) !== 'timeout') return 'the time limit';
        break;
      }
      const killer = found.failed.find(isSound);
      if (killer !== undefined) return killer;
      left = left.filter((test) => !found.failed.includes(test));
    }
  }
  return undefined;
}

const mutate = (text: string, { start, end, by }: Mutation): string =>
  `${text.slice(0, start)}${by}${text.slice(end)}`;

/** The lines that a mutation changes, before and after. */
function diffOf({ text, mutation }: Mutant): string {
  const [from, to] = [text.lastIndexOf('\n', mutation.start - 1) + 1, text.indexOf('\n', mutation.end)];
  const after = mutate(text.slice(from, to), {
    ...mutation,
    start: mutation.start - from,
    end: mutation.end - from,
  });
  const lines = (sign: string, part: string): string => part.replaceAll(/^/gm, `  ${sign} `);
  return `${lines('-', text.slice(from, to))}\n${lines('+', after)}`;
}

const tally = { killed: 0, survived: 0 };
function tell(number: number, { path, text, mutation }: Mutant, killer: string | undefined): void {
  tally[killer === undefined ? 'survived' : 'killed']++;
  const line = text.slice(0, mutation.start).split('\n').length;
  const what = killer === undefined ? 'SURVIVED' : `killed by ${killer}`;
  const lines = [`${number}. ${path}:${line} (${mutation.kind}): ${what}`, diffOf({ path, text, mutation })];
  if (killer === undefined)
    lines.push(`  node --import tsx scripts/mutate.ts --seed ${seed} --only ${number}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const all = drawAll(
    values.only?.split(',').map(Number) ?? Array.from({ length: mutants }, (_, at) => at + 1),
  );
  const numbers = new Map([...all].map(([number, mutant]) => [mutant, number]));
  const groups = values.only === undefined ? together([...all.values()], texts) : [];
  for (const group of groups)
    for (const [mutant, killer] of killersIn(group)) {
      tell(numbers.get(mutant) as number, mutant, killer);
      numbers.delete(mutant);
    }
  for (const [mutant, number] of numbers) tell(number, mutant, killerOf(mutant));
  process.stdout.write(
    `seed ${seed}: ${tally.killed} of ${tally.killed + tally.survived} killed, ${tally.survived} survived\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
