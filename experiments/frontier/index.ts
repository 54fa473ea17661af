/**
 * `npm run frontier [-- n,t,l]`: SecFC over all numbers of missing and wrong answers, beside the bound of section 4.2.
 * Byzantine parties that do not agree with each other are always found out while there is anything to check answers by; a group
 * that sends another word of the code is right for all that anybody can tell once it is large enough.
 */

import { CahootsError } from '../../src/base/errors.ts';
import { answersNeeded, type Code } from '../../src/field/lagrange.ts';
import { showCount } from '../../src/cli/progress.ts';
import { type Cell, playCell, TOLD, type Told } from './cell.ts';
import { frontierText, LEGEND } from './text.ts';

const CODES: readonly Code[] = [
  { n: 10, t: 2, l: 1 },
  { n: 16, t: 3, l: 2 },
  { n: 40, t: 8, l: 4 },
];

try {
  process.stdout.write(`${LEGEND}\n`);
  for (const code of codesOf(process.argv[2]))
    for (const name of Object.keys(TOLD) as Told[])
      process.stdout.write(`${frontierText(code, name, await cellsOf(code, name))}\n`);
} catch (error) {
  if (!(error instanceof CahootsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function codesOf(argument: string | undefined): readonly Code[] {
  if (argument === undefined) return CODES;
  const [n, t, l, ...rest] = argument.split(',').map(Number);
  const code = { n, t, l };
  if (rest.length > 0 || ![n, t, l].every((value) => value >= 1 && value <= 200) || n < answersNeeded(code)) {
    throw new CahootsError('bad-input', `expected n,t,l with n >= 2(l+t)-1 such as 10,2,1, got ${argument}`);
  }
  return [code];
}

async function cellsOf(code: Code, told: Told): Promise<Cell[]> {
  const orders = Array.from({ length: code.n + 1 }, (_, wrong) =>
    Array.from({ length: code.n + 1 - wrong }, (__, missing) => ({ missing, wrong })),
  ).flat();
  const cells: Cell[] = [];
  const progress = showCount('runs');
  for (const { missing, wrong } of orders) {
    cells.push(await playCell(code, missing, wrong, told));
    progress.update(cells.length, orders.length);
  }
  progress.hide();
  return cells;
}
