/**
 * `npm run mutants [-- RUNS [SOUND]]`: protocols that are broken on purpose, each under RUNS seeds (5, where nothing is said), and
 * how many of them the laboratory flags, which is its power, with the 95 % interval; then the sound twins, under SOUND seeds or as many.
 */

import { wilson } from '../../src/attack/statistics.ts';
import { table } from '../../src/report/table.ts';
import { biasTable } from './bias.ts';
import { examine } from './examine.ts';
import { type Mutant, mutants, twins } from './mutants.ts';

if (process.argv[2] === 'bias') {
  process.stdout.write(biasTable(Number(process.argv[3] ?? 20)));
  process.exit(0);
}

const [broken, sound] = [process.argv[2] ?? '5', process.argv[3] ?? process.argv[2] ?? '5'].map(Number);
if (![broken, sound].every((runs) => Number.isSafeInteger(runs) && runs >= 1)) {
  process.stderr.write(`expected numbers of runs, got ${process.argv.slice(2).join(' ')}\n`);
  process.exit(2);
}

async function rowsOf(all: readonly Mutant[], runs: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const mutant of all) {
    let flagged = 0;
    let said = '';
    const start = performance.now();
    for (let seed = 1; seed <= runs; seed++) {
      const found = await examine(mutant, seed);
      flagged += Number(found.flagged !== undefined);
      said ||= found.flagged ?? '';
    }
    const seconds = ((performance.now() - start) / 1000 / runs).toFixed(1);
    rows.push([
      mutant.name,
      mutant.what,
      `${flagged} of ${runs}`,
      interval(flagged, runs),
      seconds,
      said.slice(0, 110),
    ]);
    process.stderr.write(`${mutant.name}: ${flagged} of ${runs}\n`);
  }
  return rows;
}

function interval(flagged: number, runs: number): string {
  return wilson(flagged, runs)
    .map((share) => share.toFixed(2))
    .join(' to ');
}

const headers = ['protocol', 'what is wrong', 'flagged', 'power', 's a time', 'by'];
const text = ['protocol', 'what is wrong', 'flagged', 'power', 'by'];
process.stdout.write(`${table(headers, await rowsOf(mutants, broken), text)}\nsound twins\n\n`);
process.stdout.write(table(headers, await rowsOf(twins, sound), text));
