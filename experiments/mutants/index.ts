/**
 * `npm run mutants [-- RUNS] [--sound RUNS] [--only TEXT] [--threads N] [--journal FILE]`: protocols that are broken on
 * purpose, each under RUNS seeds (default 1): flagged, open or nothing found, and by what; then their sound twins and
 * honest variations, under as many seeds or those of --sound. With a journal an interrupted run can be resumed.
 * `npm run mutants -- bias [TRIES]` and `npm run mutants -- calibration [RUNS]` are separate.
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
import { calibrationTable } from './calibration.ts';
import { type GameRequest, type GameResult, mutantGame } from './game.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { twins, variations } from './variations.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sound: { type: 'string' },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: String(availableParallelism()) },
    journal: { type: 'string' },
  },
});

try {
  if (positionals[0] === 'bias') process.stdout.write(biasTable(count(positionals[1] ?? '20')));
  else if (positionals[0] === 'calibration')
    process.stdout.write(
      await calibrationTable(count(positionals[1] ?? '300'), { threads: count(values.threads) }),
    );
  else process.stdout.write(await play(count(positionals[0] ?? '1')));
} catch (error) {
  if (!(error instanceof CahootsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function play(runs: number): Promise<string> {
  const sound = values.sound === '0' ? 0 : count(values.sound ?? `${runs}`);
  const wanted = (all: readonly Mutant[]): readonly Mutant[] =>
    all.filter(({ name }) => name.includes(values.only));
  const groups = [
    ['broken on purpose', wanted(mutants), runs],
    ['sound twins', wanted(twins), sound],
    ['honest variations', wanted(variations), sound],
  ] as const;
  // Seed by seed, so that an interrupted run leaves equally many results for each.
  const requests = Array.from({ length: Math.max(runs, sound) }, (_, at): GameRequest[] =>
    groups.flatMap(([, all, most]) => (at < most ? all : []).map(({ name }) => ({ name, seed: at + 1 }))),
  ).flat();
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
    const of = ({ name }: Mutant): GameResult[] => results.filter((_, at) => requests[at].name === name);
    return groups
      .filter(([, all, most]) => all.length > 0 && most > 0)
      .map(([title, all]) => `${title}: ${summary(all.map(of))}\n\n${rows(all, of)}`)
      .join('\n');
  } finally {
    progress.hide();
    journal?.close();
  }
}

/** How many are flagged, open or neither under all seeds. */
function summary(all: readonly (readonly GameResult[])[]): string {
  const verdicts = all.map(verdictOf);
  const counts = (['flagged', 'open', 'nothing found'] as const).map(
    (verdict) => `${verdicts.filter((one) => one === verdict).length} ${verdict}`,
  );
  return counts.join(', ');
}

/** The worst of all seeds: what goes unnoticed once goes unnoticed. */
function verdictOf(results: readonly GameResult[]): 'flagged' | 'open' | 'nothing found' {
  if (results.every(({ flagged }) => flagged.length > 0)) return 'flagged';
  return results.every(({ flagged, open }) => flagged.length + open.length > 0) ? 'open' : 'nothing found';
}

function rows(all: readonly Mutant[], of: (mutant: Mutant) => GameResult[]): string {
  const headers = ['protocol', 'what is wrong', 'verdict', 'flagged', 'power', 's a time', 'by'];
  const text = ['protocol', 'what is wrong', 'verdict', 'flagged', 'power', 'by'];
  return table(
    headers,
    all.map((mutant) => rowOf(mutant, of(mutant))),
    text,
  );
}

function rowOf({ name, what }: Mutant, results: readonly GameResult[]): string[] {
  const found = results.filter(({ flagged }) => flagged.length > 0);
  const [low, high] = wilson(found.length, results.length).map((share) => share.toFixed(2));
  const seconds = results.reduce((sum, one) => sum + one.seconds, 0) / results.length;
  const [by] = found.length > 0 ? found.map(({ flagged }) => flagged) : results.map(({ open }) => open);
  return [
    name,
    what,
    verdictOf(results),
    `${found.length} of ${results.length}`,
    `${low} to ${high}`,
    seconds.toFixed(1),
    (by ?? []).map((one) => one.slice(0, 100)).join(' | '),
  ];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new CahootsError('bad-input', `expected a number of runs, got ${text}`);
  return Number(text);
}
