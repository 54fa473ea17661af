/**
 * `npm run mutants [-- RUNS] [--sound RUNS] [--threads N] [--journal FILE]`: protocols that are broken on purpose,
 * each under RUNS seeds (default 5), and how often they are flagged: the power of the tests, with its 95 % interval;
 * then the sound twins, under as many seeds or those of --sound. With a journal an interrupted run can be resumed.
 * `npm run mutants -- bias [TRIES]` is separate.
 */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { CahootsError } from '../../src/core/base/errors.ts';
import { wilson } from '../../src/core/math/statistics/proportions.ts';
import { showCount } from '../../src/cli/progress.ts';
import { table } from '../../src/run/report/table.ts';
import { buildOf } from '../../src/core/platform/node/build.ts';
import { Journal } from '../../src/studies/batch/journal.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { biasTable } from './bias.ts';
import { type GameRequest, type GameResult, mutantGame } from './game.ts';
import { type Mutant, mutants, twins } from './mutants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sound: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    journal: { type: 'string' },
  },
});

try {
  if (positionals[0] === 'bias') process.stdout.write(biasTable(count(positionals[1] ?? '20')));
  else process.stdout.write(await play(count(positionals[0] ?? '5')));
} catch (error) {
  if (!(error instanceof CahootsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function play(runs: number): Promise<string> {
  const sound = count(values.sound ?? `${runs}`);
  // Seed by seed, so that an interrupted run leaves equally many results for each.
  const requests = Array.from({ length: Math.max(runs, sound) }, (_, at): GameRequest[] => [
    ...(at < runs ? mutants : []).map(({ name }) => ({ name, seed: at + 1 })),
    ...(at < sound ? twins : []).map(({ name }) => ({ name, seed: at + 1 })),
  ]).flat();
  const journal =
    values.journal === undefined ? undefined : new Journal(values.journal, buildOf([import.meta.url]));
  const progress = showCount('games');
  try {
    const results = await runBatch(mutantGame, requests, {
      threads: count(values.threads),
      keys: requests.map(({ name, seed }) => `${name} ${seed}`),
      journal,
      onDone: progress.update,
    });
    const rowsOf = (all: readonly Mutant[]): string[][] =>
      all.map(({ name, what }) =>
        rowOf(
          name,
          what,
          results.filter((_, at) => requests[at].name === name),
        ),
      );
    const headers = ['protocol', 'what is wrong', 'flagged', 'power', 's a time', 'by'];
    const text = ['protocol', 'what is wrong', 'flagged', 'power', 'by'];
    return `${table(headers, rowsOf(mutants), text)}\nsound twins\n\n${table(headers, rowsOf(twins), text)}`;
  } finally {
    progress.hide();
    journal?.close();
  }
}

function rowOf(name: string, what: string, results: readonly GameResult[]): string[] {
  const found = results.flatMap(({ flagged }) => flagged ?? []);
  const [low, high] = wilson(found.length, results.length).map((share) => share.toFixed(3));
  const seconds = results.reduce((sum, one) => sum + one.seconds, 0) / results.length;
  return [
    name,
    what,
    `${found.length} of ${results.length}`,
    `${low} to ${high}`,
    seconds.toFixed(1),
    (found[0] ?? '').slice(0, 110),
  ];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new CahootsError('bad-input', `expected a number of runs, got ${text}`);
  return Number(text);
}
