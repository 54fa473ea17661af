/** A pivot as a grid of texts, with notes for the reader: tables of every format are written from it. */

import type { RunFigure } from '../figures/table.ts';
import { textsTogether } from '../report/statement.ts';
import { ahead } from './ahead.ts';
import { merged, noteLines } from './notes.ts';
import type { Pivot, PivotCell } from './pivot.ts';
import type { Cell } from './rows.ts';
import { rounded, type Scale, scaleOf } from './quantity.ts';
import { COUNT_MEANING, countMark, marksMeaning, standingMarks, UNMEASURED } from '../report/worth.ts';
import type { Spread } from '../../core/math/statistics/spread.ts';

export interface Grid {
  /** Names of the side columns. */
  readonly side: readonly string[];
  /** A title above all other columns; absent if there is none. */
  readonly over?: string;
  readonly head: readonly string[];
  /** Texts of the side, then of the cells. */
  readonly lines: readonly (readonly [side: readonly string[], cells: readonly Entry[]])[];
  readonly notes: readonly string[];
}

/** The content of a cell. */
export interface Entry {
  readonly mean?: string;
  /** Half the width of the interval; absent if there is none. */
  readonly half?: string;
  /** The ends of the interval instead, if one is a bound of the figure. */
  readonly ends?: readonly [string, string];
  /** Whether it is the best, and all others differ from it: Markdown and LaTeX show it in bold, see `ahead`. */
  readonly bold?: boolean;
  /** A remark after it, such as the number of runs. */
  readonly remark?: string;
}

/** The texts of a pivot's cells in the units of their columns, with one line of headings and a key before each row. */
export function gridOf(found: Pivot): Grid {
  const { options, side, top, cells, notes } = found;
  const { rows, columns, values, figures, baseline } = options;
  const scales = values.map((value, v) =>
    scaleOf(
      figures.of(value).unit,
      cells.flat().flatMap((cell) => meanOf(cell[v], baseline !== undefined) ?? []),
    ),
  );
  const titles = values.map((value, v) => {
    const { unit } = scales[v];
    return `${figures.of(value).title}${unit === '' ? '' : ` (${unit})`}`;
  });
  const single = values.length === 1;
  const head = top.flatMap((key) =>
    titles.map((title) => {
      const group = key.map(cellText).join(', ');
      if (columns.length === 0) return title;
      return single ? group : `${group}: ${title}`;
    }),
  );
  const best =
    baseline === undefined
      ? bestCells(
          found,
          values.map((value) => figures.of(value)),
        )
      : new Set();
  const over = columns.length === 0 ? undefined : `${single ? `${titles[0]}, by ` : ''}${columns.join(', ')}`;
  return {
    side: rows,
    ...(over !== undefined && { over }),
    head,
    lines: side.map((key, line) => [
      key.map(cellText),
      cells[line].flatMap((group) =>
        group.map((cell, v) => ({
          ...marked(entryOf(cell, scales[v], baseline !== undefined), v === 0 ? cell : undefined),
          ...(cell !== undefined && best.has(cell) && { bold: true }),
        })),
      ),
    ]),
    notes: [cellsText(cells.flat(2), baseline !== undefined), ...noteLines(merged(notes.flat(2)))],
  };
}

/** What tables compare, whatever else they distinguish. */
const COMPARED: ReadonlySet<string> = new Set(['title', 'protocol']);

/** The best of each figure: of those below each other, or side by side if that is where what is compared stands. */
function bestCells({ cells, top, options }: Pivot, figures: readonly RunFigure[]): ReadonlySet<PivotCell> {
  const isAcross = options.columns.some((column) => COMPARED.has(column));
  const compared = isAcross ? cells : top.map((_, at) => cells.map((line) => line[at]));
  return new Set(
    compared.flatMap((groups) =>
      figures.flatMap(
        (figure, v) =>
          ahead(
            groups.map((group) => group[v]),
            figure,
          ) ?? [],
      ),
    ),
  );
}

/** A setting that does not apply is shown as a dash. */
function cellText(cell: Cell): string {
  return cell === undefined ? UNMEASURED : String(cell);
}

function meanOf(cell: PivotCell | undefined, against: boolean): number | undefined {
  return against ? cell?.difference?.mean : cell?.spread?.mean;
}

function entryOf(cell: PivotCell | undefined, scale: Scale, against: boolean): Entry {
  if (cell === undefined) return {};
  const found = against ? cell.difference : cell.spread;
  const { words = [] } = cell;
  const told = against ? [] : textsTogether(words);
  const count = countMark((found?.runs ?? 0) + (against ? 0 : words.length), cell.standing);
  if (found === undefined) {
    if (against) return { remark: 'no pair' };
    return { remark: [...(count === undefined ? [] : [count]), ...told].join(', ') };
  }
  const { mean } = found;
  const entry = meanEntry(found, scale);
  const sign = against && mean > 0 ? '+' : '';
  const relative = cell.difference?.relative;
  const remarks = [
    ...(against && relative !== undefined && mean !== 0
      ? [`${relative > 0 ? '+' : ''}${rounded(relative * 100, undefined)} %`]
      : []),
    ...(count === undefined ? [] : [count]),
    ...told,
  ];
  return {
    ...entry,
    mean: `${sign}${entry.mean}`,
    ...(remarks.length > 0 && { remark: remarks.join(', ') }),
  };
}

/** With what must stand at the place of its runs besides how many have the value; once for all values of a place. */
function marked(entry: Entry, cell: PivotCell | undefined): Entry {
  if (cell === undefined) return entry;
  const marks = standingMarks(cell.standing).filter((mark) => entry.remark?.includes(mark) !== true);
  const remark = [...(entry.remark === undefined ? [] : [entry.remark]), ...marks].join(', ');
  return remark === '' ? entry : { ...entry, remark };
}

/** A mean with half of its interval, or with both ends if it is cut. */
export function meanEntry({ mean, interval }: Pick<Spread, 'mean' | 'interval'>, { factor }: Scale): Entry {
  const half = interval && Math.max(interval.high - mean, mean - interval.low) / factor;
  const shown = rounded(mean / factor, half);
  if (interval === undefined || half === undefined || half === 0) return { mean: shown };
  if (interval.cut === undefined) return { mean: shown, half: rounded(half, half) };
  return {
    mean: shown,
    ends: [rounded(interval.low / factor, half), rounded(interval.high / factor, half)],
  };
}

/** What the numbers in the cells are. */
function cellsText(cells: readonly (PivotCell | undefined)[], against: boolean): string {
  const standings = cells.flatMap((cell) => cell?.standing ?? []);
  const counts = new Set(standings.map(({ runs }) => runs));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const runs = least === most ? `${most}` : `${least} to ${most}`;
  const isCut = cells.some((cell) => (against ? cell?.difference : cell?.spread)?.interval?.cut === true);
  const what = against ? 'mean difference, pair by pair under the same seed' : 'mean';
  const together = cells.some((cell) => cell?.together === true)
    ? '; no interval where one seed has several runs, whose settings are not told apart here'
    : '';
  return `${what}, ± half the width of its 95 % interval (Student's t)${isCut ? ', or its ends, if it is cut at a bound of the figure' : ''}; ${runs} run${most === 1 ? '' : 's'} per cell; ${COUNT_MEANING}${marksMeaning(standings)}${together}`;
}
