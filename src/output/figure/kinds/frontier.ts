/**
 * The limits of a protocol: outcomes of runs over two things that can go wrong, such as missing and wrong
 * answers; a panel for each case named by the rows, or otherwise for each protocol.
 */

import { cell, text } from '@observablehq/plot';
import { isKept } from '../../../run/tidy/numbers.ts';
import { hasResult, isViolated } from '../../../run/report/worth.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import type { FigureTable } from '../../../run/figures/table.ts';
import { numeric } from '../columns.ts';
import type { Panel } from '../drawing.ts';
import { picture } from '../picture.ts';
import { INK } from '../style.ts';

/** From best to worst. */
const OUTCOMES: readonly (readonly [name: string, colour: string])[] = [
  ['exact', '#0072b2'],
  ['corrected', '#56b4e9'],
  ['clustered', '#56b4e9'],
  ['doubted', '#f0e442'],
  ['refused', '#d0d7de'],
  ['no result', '#d0d7de'],
  ['violated', '#e69f00'],
  ['wrong', '#d55e00'],
];

/** Labels on these are white. */
const DARK: ReadonlySet<string> = new Set(['#0072b2', '#d55e00']);

export const frontier = picture({
  name: 'frontier',
  summary: 'outcomes of runs over two things that can go wrong (--x, --y), such as missing and wrong answers',
  needs: 'table',
  heeds: ['x', 'y', 'by'],
  rows: ({ rows }, { x, y, by = 'outcome' }) => {
    const [across, down] = [x ?? 'missing', y ?? 'wrong'];
    const has = (name: string): boolean => rows?.some((row) => typeof row[name] === 'number') === true;
    if (rows === undefined || (x === undefined && !has(across)) || (y === undefined && !has(down)))
      return undefined;
    numeric(rows, across, '--x');
    numeric(rows, down, '--y');
    const told = ['case', 'protocol'].find((name) => new Set(rows.map((row) => row[name])).size > 1);
    const cells = new Map<string, { panel: string; x: number; y: number; counts: Map<string, number> }>();
    for (const row of rows) {
      if (typeof row[across] !== 'number' || typeof row[down] !== 'number') continue;
      const panel = told === undefined ? '' : String(row[told]);
      const key = JSON.stringify([panel, row[across], row[down]]);
      const counts = new Map<string, number>();
      const found = cells.get(key) ?? { panel, x: row[across], y: row[down], counts };
      const outcome = String(row[by] ?? outcomeOf(row));
      found.counts.set(outcome, (found.counts.get(outcome) ?? 0) + 1);
      cells.set(key, found);
    }
    // Journals have their rows in order of completion.
    const inOrder = [...cells.values()].toSorted(
      (a, b) => a.panel.localeCompare(b.panel, 'en', { numeric: true }) || a.y - b.y || a.x - b.x,
    );
    return inOrder.map(({ counts, ...place }) => {
      const worst = [...counts.keys()].toSorted((a, b) => rank(b) - rank(a))[0];
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return { ...place, across, down, outcome: worst, runs: all, ofThese: counts.get(worst) };
    });
  },
  draw: (rows, _, figures) => {
    const used = [...new Set(rows.map((row) => String(row['outcome'])))].toSorted(
      (a, b) => rank(a) - rank(b),
    );
    return {
      title: 'Where it works',
      subtitle: 'the worst outcome among the runs of each cell',
      legend: used.map((name) => ({ label: name, colour: colourOf(name), shape: 'shade' })),
      panels: [...new Set(rows.map((row) => String(row['panel'])))].map((name) =>
        panelOf(
          name,
          rows.filter((row) => row['panel'] === name),
          figures,
        ),
      ),
      caption: 'The letter is the first of the outcome’s name.',
    };
  },
});

function panelOf(name: string, rows: readonly Row[], figures: FigureTable): Panel {
  const columns = [...new Set(rows.map((row) => Number(row['x'])))].toSorted((a, b) => a - b);
  const lines = [...new Set(rows.map((row) => Number(row['y'])))].toSorted((a, b) => a - b);
  const [{ across, down }] = rows;
  return {
    ...(name !== '' && { title: name }),
    plot: (width) => {
      const side = Math.max(14, Math.min(44, Math.floor((width - 120) / columns.length)));
      return {
        width: 90 + side * columns.length,
        height: 60 + side * lines.length,
        marginLeft: 60,
        x: { domain: columns, label: figures.of(String(across)).title, tickSize: 0 },
        y: { domain: lines.toReversed(), label: figures.of(String(down)).title, tickSize: 0 },
        marks: [
          cell(rows, {
            x: 'x',
            y: 'y',
            fill: (row: Row) => colourOf(String(row['outcome'])),
            inset: 0.5,
          }),
          text(rows, {
            x: 'x',
            y: 'y',
            text: (row: Row) => String(row['outcome'])[0],
            fill: (row: Row) => (DARK.has(colourOf(String(row['outcome']))) ? 'white' : INK),
            fontWeight: 'bold',
          }),
        ],
      };
    },
  };
}

function rank(name: string): number {
  const place = OUTCOMES.findIndex(([known]) => known === name);
  return place < 0 ? OUTCOMES.length : place;
}

function colourOf(name: string): string {
  return OUTCOMES[rank(name)]?.[1] ?? '#cc79a7';
}

/** Whether a run kept its promises. */
function outcomeOf(row: Row): string {
  if (!hasResult(row)) return 'no result';
  const kept = isKept(row);
  if (kept === false) return 'wrong';
  if (isViolated(row)) return 'violated';
  return kept ? 'exact' : 'clustered';
}
