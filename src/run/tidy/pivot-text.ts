/**
 * Tables of a pivot: for a terminal, in Markdown, and in LaTeX with the rules of booktabs; as CSV with one
 * line per cell, unrounded.
 */

import { noteLines, type SharedNote } from './notes.ts';
import type { Standing } from '../report/worth.ts';
import type { Difference, Spread } from '../../core/math/statistics/spread.ts';
import type { Pivot } from './pivot.ts';
import type { Row } from './rows.ts';
import type { Entry, Grid } from './pivot-grid.ts';
import { inOneCell } from '../report/notes.ts';
import { paragraph } from '../report/table.ts';
import { fittingTable } from '../report/wide-table.ts';

/** Ends with a newline. */
export function plainTable({ side, over, head, lines, notes }: Grid): string {
  const below = notes.map((note) => paragraph(note)).join('');
  if (lines.length === 0) return below;
  const above = over === undefined ? '' : `${over}\n`;
  const rows = lines.map(([key, entries]) => [...key, ...entries.map(plainText)]);
  return `${above}${fittingTable(side, head, rows)}\n${below}`;
}

/** Ends with a newline. */
export function markdownTable({ side, over, head, lines, notes }: Grid): string {
  const cellsOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  const text = [
    cellsOf([...side, ...head]),
    `|${[...side.map(() => ' --- '), ...head.map(() => ' ---: ')].join('|')}|`,
    ...lines.map(([key, entries]) => cellsOf([...key, ...entries.map(markdownText)])),
  ];
  const above = over === undefined ? [] : [`${over}:`, ''];
  return `${[...above, ...text, '', ...notes].join('\n')}\n`;
}

/** A `tabular` that needs the package booktabs; notes become comments. Ends with a newline. */
export function latexTable({ side, over, head, lines, notes }: Grid): string {
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;
  const first = side.length + 1;
  const spanning =
    over === undefined
      ? []
      : [
          line([...side.map(() => ''), String.raw`\multicolumn{${head.length}}{c}{${latexEscaped(over)}}`]),
          String.raw`\cmidrule(lr){${first}-${side.length + head.length}}`,
        ];
  return `${[
    ...notes.map((note) => `% ${note}`),
    String.raw`\begin{tabular}{${'l'.repeat(side.length)}${'r'.repeat(head.length)}}`,
    String.raw`\toprule`,
    ...spanning,
    line([...side, ...head].map(latexEscaped)),
    String.raw`\midrule`,
    ...lines.map(([key, entries]) => line([...key.map(latexEscaped), ...entries.map(latexText)])),
    String.raw`\bottomrule`,
    String.raw`\end{tabular}`,
  ].join('\n')}\n`;
}

/** The same as a `table` with a caption above it, as tables have it; the notes are in the caption. Ends with a newline. */
export function latexFloat(grid: Grid, caption: string): string {
  const tabular = latexTable({ ...grid, notes: [] })
    .trimEnd()
    .split('\n');
  return `${[
    String.raw`\begin{table}`,
    String.raw`  \centering`,
    `  \\caption{${latexEscaped(caption)}}`,
    ...tabular.map((line) => `  ${line}`),
    String.raw`\end{table}`,
  ].join('\n')}\n`;
}

/** An entry of a pivot table as plain text: mean, interval, and a remark. */
function plainText({ mean, half, ends, remark }: Entry): string {
  const value = ends
    ? `${mean} [${ends.join(', ')}]`
    : [mean, half].filter((part) => part !== undefined).join(' ± ');
  if (remark === undefined) return value;
  return value === '' ? remark : `${value} (${remark})`;
}

function markdownText(entry: Entry): string {
  const { remark, bold, ...value } = entry;
  if (bold !== true) return plainText(entry);
  return `__${plainText(value)}__${remark === undefined ? '' : ` (${remark})`}`;
}

function latexText({ mean, half, ends, remark, bold }: Entry): string {
  const around = ends ? `\\; [${ends.join(', ')}]` : half === undefined ? '' : String.raw` \pm ${half}`;
  const value = mean === undefined ? '' : `$${bold === true ? String.raw`\mathbf{${mean}}` : mean}${around}$`;
  if (remark === undefined) return value;
  return value === '' ? latexEscaped(remark) : `${value} (${latexEscaped(remark)})`;
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '–': '--',
};

/** A text in which LaTeX reads nothing as a command. */
export function latexEscaped(text: string): string {
  return text.replaceAll(/[\\~^–&%$#_{}]/g, (character) => SPECIAL[character] ?? `\\${character}`);
}

/** A row for each cell and value, unrounded and in the units of the rows of runs. */
export function pivotRows({ options, side, top, cells, notes }: Pivot): Row[] {
  const { rows, columns, values } = options;
  return side.flatMap((key, line) =>
    top.flatMap((group, column) =>
      values.flatMap((value, v): Row[] => {
        const cell = cells[line][column][v];
        if (cell === undefined) return [];
        const { spread, words = [], difference, standing } = cell;
        return [
          {
            ...Object.fromEntries(rows.map((name, i) => [name, key[i]])),
            ...Object.fromEntries(columns.map((name, i) => [name, group[i]])),
            value,
            ...spreadCells(standing, spread, words.length),
            words: words.length === 0 ? undefined : [...new Set(words)].join('; '),
            ...differenceCells(difference),
            notes: notesCell(notes[line][column]),
          },
        ];
      }),
    ),
  );
}

/** @param worded how many runs have the figure in words */
export function spreadCells(standing: Standing, spread: Spread | undefined, worded = 0): Row {
  return {
    runs: standing.runs,
    results: (spread?.runs ?? 0) + worded,
    partial: standing.partial,
    violated: standing.violated,
    idle: standing.idle,
    mean: spread?.mean,
    low: spread?.interval?.low,
    high: spread?.interval?.high,
    deviation: spread?.deviation,
    minimum: spread?.minimum,
    median: spread?.median,
    maximum: spread?.maximum,
  };
}

/** Nothing if there are no pairs. */
export function differenceCells(difference: Difference | undefined): Row {
  if (difference === undefined) return {};
  return {
    pairs: difference.runs,
    difference: difference.mean,
    differenceLow: difference.interval?.low,
    differenceHigh: difference.interval?.high,
  };
}

/** In one cell; undefined if there are none. */
export function notesCell(notes: readonly SharedNote[]): string | undefined {
  return notes.length === 0 ? undefined : inOneCell(noteLines(notes));
}
