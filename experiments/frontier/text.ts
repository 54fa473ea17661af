/** The frontier as a table in text. */

import { answersNeeded, type Code } from '../../src/core/math/field/lagrange.ts';
import { type Cell, type CellOutcome, insideBound, mostErrors, OUTCOMES, type Told } from './cell.ts';

const SIGNS: Readonly<Record<CellOutcome, string>> = {
  exact: '=',
  corrected: 'c',
  refused: 'r',
  doubted: '?',
  wrong: 'W',
};

/**
 * One row for each number of wrong answers, one column for each of missing ones; a bar marks the bound.
 * @param cells of runs with the same numbers the worst is shown
 */
export function frontierText(code: Code, told: Told, runs: readonly Cell[]): string {
  const cells = worstOf(runs);
  const { n, t, l } = code;
  const head = `n=${n}, t=${t}, l=${l}: ${answersNeeded(code)} answers decode, A=${mostErrors(code)} errors agreed; Byzantine clients send ${told}\n`;
  const columns = Array.from({ length: n + 1 }, (_, missing) => String(missing).padStart(3)).join('');
  const rows = Array.from({ length: n + 1 }, (_, wrong) => {
    const row = cells.filter((cell) => cell.wrong === wrong).toSorted((a, b) => a.missing - b.missing);
    const signs = row.map(({ missing, outcome }) => {
      const last = insideBound(code, missing, wrong) && !insideBound(code, missing + 1, wrong);
      return `${SIGNS[outcome].padStart(2)}${last ? '|' : ' '}`;
    });
    return `${String(wrong).padStart(5)}  ${signs.join('').trimEnd()}\n`;
  });
  return `${head}wrong ${columns}  missing\n${rows.join('')}${countsText(cells)}`;
}

function worstOf(runs: readonly Cell[]): readonly Cell[] {
  const worst = new Map<string, Cell>();
  for (const cell of runs) {
    const place = `${cell.missing} ${cell.wrong}`;
    const other = worst.get(place);
    if (other === undefined || OUTCOMES.indexOf(cell.outcome) > OUTCOMES.indexOf(other.outcome))
      worst.set(place, cell);
  }
  return [...worst.values()];
}

function countsText(cells: readonly Cell[]): string {
  const lines = [true, false].map((inside) => {
    const here = cells.filter(({ insideBound: isInside }) => isInside === inside);
    const counts = OUTCOMES.flatMap((outcome) => {
      const count = here.filter((cell) => cell.outcome === outcome).length;
      return count === 0 ? [] : `${count} ${outcome}`;
    });
    return `${inside ? 'inside the bound' : 'outside'}: ${counts.join(', ')}\n`;
  });
  return `${lines.join('')}${reasonsText(cells)}`;
}

/** The reasons that runs gave, each kind once, with the numbers of the cell where it occurred first. */
function reasonsText(cells: readonly Cell[]): string {
  const kinds = new Map<string, string>();
  for (const { missing, wrong, outcome, reason } of cells) {
    if (reason === undefined) continue;
    const kind = `${outcome} ${reason.replace(/\d+/g, '#')}`;
    if (!kinds.has(kind)) kinds.set(kind, `${outcome} with ${missing} missing, ${wrong} wrong: ${reason}\n`);
  }
  return [...kinds.values()].join('');
}

export const LEGEND = `${Object.entries(SIGNS)
  .map(([outcome, sign]) => `${sign} ${outcome}`)
  .join('   ')}   | n >= 2(l+t-1) + S + 2A + 1 up to here\n`;
