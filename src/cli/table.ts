/** `cahoots table`: means, differences and rankings of the results of many runs. */

import { CahootsError } from '../core/base/errors.ts';
import { suggestion } from '../core/base/suggestion.ts';
import { visible } from '../core/base/visible.ts';
import { madeBy, sentence } from '../output/figure/caption.ts';
import { type Grid, gridOf } from '../run/tidy/pivot-grid.ts';
import { latexFloat, latexTable, markdownTable, pivotRows, plainTable } from '../run/tidy/pivot-text.ts';
import { baselineOf, pairedBy } from '../run/tidy/baseline.ts';
import { rank } from '../run/tidy/best.ts';
import type { FigureTable } from '../run/figures/table.ts';
import { numberOf, wordsOf } from '../run/tidy/numbers.ts';
import { WORTH_COLUMNS } from '../run/report/worth.ts';
import { NOTE_COLUMNS } from '../run/tidy/notes.ts';
import { pivot } from '../run/tidy/pivot.ts';
import { csvOf, type Row, tidy } from '../run/tidy/rows.ts';
import { type Condition, conditionsOf, meets } from '../run/tidy/where.ts';
import { type Results, resultsAt } from '../studies/batch/results.ts';
import type { Action, Call } from './command.ts';
import type { TableFlags } from './commands/table.ts';
import { EXIT } from './exit-codes.ts';
import { rankingGrid, rankingRows } from './ranking-text.ts';
import { valuesIn } from './sweep-text.ts';
import { describedIn, undescribed } from './table-files.ts';
import { print, printJson } from './print.ts';

type Values = Call<TableFlags>['values'];

export const tableCommand: Action<TableFlags> = {
  async run({ files: [path], values, plugins }) {
    if (values.json && values.format !== undefined)
      throw new CahootsError('bad-input', 'expected one of --json and --format, got both', {
        path: '--format',
      });
    refuseStyle(values);
    const results = resultsAt(path);
    const stored = [await results.figures()];
    const figures = describedIn(stored, plugins);
    // Most results are described beside their rows, which are then not read for this.
    const undescribedRows = stored.includes(undefined) ? await results.read(['protocol']) : [];
    process.stderr.write(undescribed(undescribedRows, stored, plugins) ?? '');
    const conditions = (values.where ?? []).flatMap((text) => conditionsWith(figures, text, '--where'));
    const { grid, rows } =
      values.best === undefined
        ? await means(results, values, figures, conditions)
        : await best(values.best, results, values, figures, conditions);
    if (values.json) printJson({ rows: rows().map(tidy), notes: grid.notes });
    else if (values.style === 'paper') {
      const runs = (await results.read()).filter((row) => conditions.every((one) => meets(row, one)));
      print(paperTable(values.format, grid, runs));
    } else print(written(values.format, grid, rows));
    return EXIT.done;
  },
};

/** @throws CahootsError for a format that papers do not have */
function refuseStyle({ style, format = 'latex', json }: Values): void {
  if (style !== 'paper' || (!json && ['latex', 'markdown'].includes(format))) return;
  const message = `expected latex or markdown with --style paper, got ${json ? '--json' : format}`;
  throw new CahootsError('bad-input', message, { path: '--style' });
}

/** With a caption that says what the numbers are, and of which runs. */
function paperTable(format: Values['format'], grid: Grid, runs: readonly Row[]): string {
  const made = madeBy(runs);
  return format === 'markdown'
    ? markdownTable({ ...grid, notes: [...grid.notes, made] })
    : latexFloat(grid, [...grid.notes.map(sentence), made].join(' '));
}

/** A table for readers, and its rows for programs, which are not rounded. */
interface Tabled {
  readonly grid: Grid;
  rows(): readonly Row[];
}

async function means(
  results: Results,
  values: Values,
  figures: FigureTable,
  conditions: readonly Condition[],
): Promise<Tabled> {
  const columns = listOf(values.columns);
  const rows = listOf(values.rows ?? results.axes.filter((axis) => !columns.includes(axis)).join(','));
  const wanted =
    values.value === undefined
      ? figures.main.map(({ name }) => name)
      : listOf(values.value).map((name) => figures.columnNamed(name));
  const versus = values.versus === undefined ? [] : conditionsWith(figures, values.versus, '--versus');
  const shown = [...rows, ...columns, ...wanted, ...conditions.map(({ column }) => column), ...results.axes];
  // Any setting may prevent a pair.
  const table = versus.length === 0 ? await read(results, shown) : await results.read();
  await refuseUnknown(
    table,
    [...rows, ...columns, ...conditions.map(({ column }) => column)],
    results,
    figures,
  );
  if (values.value !== undefined) await refuseUnknown(table, wanted, results, figures);
  const found = values.value === undefined ? valuesIn(table, figures) : wanted;
  if (found.length === 0) await refuseUnknown(table, wanted, results, figures);
  const meeting = table.filter((row) => conditions.every((condition) => meets(row, condition)));
  if (meeting.length === 0) throw noneMeets(values);
  const paired = pairedBy(meeting, results.axes, [...rows, ...columns]);
  const pivoted = pivot(meeting, {
    rows,
    columns,
    values: found,
    figures,
    baseline: versus.length > 0 ? baselineOf(meeting, versus, paired) : undefined,
  });
  return { grid: gridOf(pivoted), rows: () => pivotRows(pivoted) };
}

function written(format: Values['format'] = 'text', grid: Grid, rows: Tabled['rows']): string {
  switch (format) {
    case 'text':
      return plainTable(grid);
    case 'markdown':
      return markdownTable(grid);
    case 'latex':
      return latexTable(grid);
    case 'csv':
      return csvOf(rows());
  }
}

async function best(
  named: string,
  results: Results,
  values: Values,
  figures: FigureTable,
  conditions: readonly Condition[],
): Promise<Tabled> {
  const axes = values.rows === undefined ? results.axes : listOf(values.rows);
  if (axes.length === 0) {
    const message =
      'expected the columns that make a setting, got none: a file of rows does not say what was varied';
    throw new CahootsError('bad-input', message, { path: '--rows' });
  }
  const figure = figures.of(figures.columnNamed(named));
  const used = conditions.map(({ column }) => column);
  const rows = await read(results, [...axes, figure.name, ...used]);
  await refuseUnknown(rows, [...axes, figure.name, ...used], results, figures);
  const [words] = wordsOf(rows, figure.name);
  if (words !== undefined && !rows.some((row) => numberOf(row, figure.name) !== undefined)) {
    const message = `expected a figure of which some run has a number, got ${named}, which is "${words}"`;
    throw new CahootsError('bad-input', message, { path: '--best' });
  }
  const ranking = rank(rows, axes, figure, conditions);
  return {
    grid: rankingGrid(ranking, axes, figure, conditions),
    rows: () => rankingRows(ranking, axes, figure),
  };
}

/** The columns that every table needs, besides those that it shows. */
function read(results: Results, columns: readonly string[]): Promise<Row[]> {
  return results.read([...new Set([...columns, ...NOTE_COLUMNS, 'seed', ...WORTH_COLUMNS])]);
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Conditions whose columns may be given by the titles of their figures. */
function conditionsWith(figures: FigureTable, text: string, flag: string): readonly Condition[] {
  return conditionsOf(text, flag).map((condition) => {
    const column = figures.columnNamed(condition.column);
    // Tables show shares in percent, so 90 probably means 90 %; as a share, nothing exceeds it.
    if (figures.of(column).unit === 'share' && Math.abs(Number(condition.value)) > 1) {
      const message = `expected a share from 0 to 1, or a percentage such as 90%, got ${condition.value}`;
      throw new CahootsError('bad-input', message, { path: flag });
    }
    return { ...condition, column };
  });
}

function noneMeets({ where = [] }: Values): CahootsError {
  const message = `expected a condition that some run meets, got ${where.join(' and ')}`;
  return new CahootsError('bad-input', message, { path: '--where' });
}

async function refuseUnknown(
  rows: readonly Row[],
  columns: readonly string[],
  results: Results,
  figures: FigureTable,
): Promise<void> {
  const unknown = columns.find((column) => !rows.some((row) => row[column] !== undefined));
  if (unknown === undefined) return;
  const all = await results.read();
  const there = [...figures]
    .map(({ name }) => name)
    .filter((name) => all.some((row) => row[name] !== undefined));
  if (there.length === 0) {
    const columnsThere = Object.keys(all[0]).map(visible).join(', ');
    throw new CahootsError('bad-input', `expected the rows of runs, with their figures, got ${columnsThere}`);
  }
  const varied = results.axes.length > 0 ? `; varied were ${results.axes.join(', ')}` : '';
  const message = `expected a column of the results, got ${unknown}${varied}; figures are ${there.join(', ')}`;
  const known = [...new Set(all.flatMap((row) => Object.keys(row)))];
  throw new CahootsError('bad-input', message + suggestion(unknown, known));
}
