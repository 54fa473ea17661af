/**
 * `npm run mutants [-- RUNS]`: protocols that are broken on purpose, each under RUNS seeds (5, where nothing is said), and
 * how many of them the laboratory flags; then the sound twins, under as many.
 */

import { table } from '../../src/report/table.ts';
import { examine } from './examine.ts';
import { type Mutant, mutants, twins } from './mutants.ts';

const runs = Number(process.argv[2] ?? 5);
if (!Number.isSafeInteger(runs) || runs < 1) {
  process.stderr.write(`expected a number of runs, got ${process.argv[2]}\n`);
  process.exit(2);
}

async function rowsOf(all: readonly Mutant[]): Promise<string[][]> {
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
    rows.push([mutant.name, mutant.what, `${flagged} of ${runs}`, seconds, said.slice(0, 110)]);
    process.stderr.write(`${mutant.name}: ${flagged} of ${runs}\n`);
  }
  return rows;
}

const headers = ['protocol', 'what is wrong', 'flagged', 's a time', 'by'];
const text = ['protocol', 'what is wrong', 'flagged', 'by'];
process.stdout.write(`${table(headers, await rowsOf(mutants), text)}\nsound twins\n\n`);
process.stdout.write(table(headers, await rowsOf(twins), text));
