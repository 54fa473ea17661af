/**
 * Tables of a pivot: for a terminal, in Markdown, and in LaTeX with the rules of booktabs; as CSV with one
 * line per cell, unrounded.
 */

import { noteLines } from './notes.ts';
import type { Pivot } from './pivot.ts';
import type { Row } from './rows.ts';
import type { Entry, Grid } from './pivot-grid.ts';
import { paragraph } from '../report/table.ts';
import { fittingTable } from '../report/wide-table.ts';

/** Ends with a newline. */
export function plainTable({ side, over, head, lines, notes }: Grid): string {
  const above = over === undefined ? '' : `${over}\n`;
  const rows = lines.map(([key, entries]) => [...key, ...entries.map(plainText)]);
  return `${above}${fittingTable(side, head, rows)}\n${notes.map((note) => paragraph(note)).join('')}`;
}

/** Ends with a newline. */
export function markdownTable({ side, over, head, lines, notes }: Grid): string {
  const cellsOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  const text = [
    cellsOf([...side, ...head]),
    `|${[...side.map(() => ' --- '), ...head.map(() => ' ---: ')].join('|')}|`,
    ...lines.map(([key, entries]) => cellsOf([...key, ...entries.map(plainText)])),
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
          line([...side.map(() => ''), String.raw`\multicolumn{${head.length}}{c}{${escaped(over)}}`]),
          String.raw`\cmidrule(lr){${first}-${side.length + head.length}}`,
        ];
  return `${[
    ...notes.map((note) => `% ${note}`),
    String.raw`\begin{tabular}{${'l'.repeat(side.length)}${'r'.repeat(head.length)}}`,
    String.raw`\toprule`,
    ...spanning,
    line([...side, ...head].map(escaped)),
    String.raw`\midrule`,
    ...lines.map(([key, entries]) => line([...key.map(escaped), ...entries.map(latexText)])),
    String.raw`\bottomrule`,
    String.raw`\end{tabular}`,
  ].join('\n')}\n`;
}

/** An entry of a pivot table as plain text: mean, interval, and a remark. */
export function plainText({ mean, half, ends, remark }: Entry): string {
  const value = ends
    ? `${mean} [${ends.join(', ')}]`
    : [mean, half].filter((part) => part !== undefined).join(' ± ');
  if (remark === undefined) return value;
  return value === '' ? remark : `${value} (${remark})`;
}

function latexText({ mean, half, ends, remark }: Entry): string {
  const around = ends ? `\\; [${ends.join(', ')}]` : half === undefined ? '' : String.raw` \pm ${half}`;
  const value = mean === undefined ? '' : `$${mean}${around}$`;
  if (remark === undefined) return value;
  return value === '' ? escaped(remark) : `${value} (${escaped(remark)})`;
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '–': '--',
};

function escaped(text: string): string {
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
            runs: standing.runs,
            results: (spread?.runs ?? 0) + words.length,
            partial: standing.partial,
            idle: standing.idle,
            mean: spread?.mean,
            low: spread?.interval?.low,
            high: spread?.interval?.high,
            deviation: spread?.deviation,
            minimum: spread?.minimum,
            median: spread?.median,
            maximum: spread?.maximum,
            words: words.length === 0 ? undefined : [...new Set(words)].join('; '),
            ...(difference && {
              pairs: difference.runs,
              difference: difference.mean,
              differenceLow: difference.interval?.low,
              differenceHigh: difference.interval?.high,
            }),
            notes: notes[line][column].length === 0 ? undefined : noteLines(notes[line][column]).join(' | '),
          },
        ];
      }),
    ),
  );
}
