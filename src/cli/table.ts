/** `cahoots table`: means, differences and rankings of the results of many runs. */

import { CahootsError } from '../core/base/errors.ts';
import { registryOf } from '../run/plugin/registry.ts';
import { gridOf } from '../run/tidy/pivot-grid.ts';
import { latexTable, markdownTable, pivotRows, plainTable } from '../run/tidy/pivot-text.ts';
import { baselineOf } from '../run/tidy/baseline.ts';
import { rank } from '../run/tidy/best.ts';
import { figuresOf, rangesOf, type RunFigure } from '../run/tidy/figures.ts';
import { NOTE_COLUMNS } from '../run/tidy/notes.ts';
import { pivot } from '../run/tidy/pivot.ts';
import { csvOf, type Row } from '../run/tidy/rows.ts';
import { type Condition, conditionsOf, meets } from '../run/tidy/where.ts';
import { type Results, resultsAt } from '../studies/batch/results.ts';
import type { Action, Call } from './command.ts';
import type { TableFlags } from './commands/table.ts';
import { EXIT } from './exit-codes.ts';
import { rankingText } from './ranking-text.ts';
import { figureMap, FIRST } from './sweep-text.ts';

type Values = Call<TableFlags>['values'];

export const tableCommand: Action<TableFlags> = {
  async run({ files: [path], values, plugins }) {
    const results = resultsAt(path);
    const figures = figureMap(figuresOf(registryOf(plugins).protocols));
    const conditions = (values.where ?? []).flatMap((text) => conditionsWith(figures, text, '--where'));
    const text =
      values.best === undefined
        ? await means(results, values, figures, conditions)
        : await best(values.best, results, values, figures, conditions);
    process.stdout.write(text);
    return EXIT.done;
  },
};

type Figures = ReadonlyMap<string, RunFigure>;

async function means(
  results: Results,
  values: Values,
  figures: Figures,
  conditions: readonly Condition[],
): Promise<string> {
  const columns = listOf(values.columns);
  const rows = listOf(values.rows ?? results.axes.filter((axis) => !columns.includes(axis)).join(','));
  const wanted = listOf(values.value ?? FIRST.join(',')).map((name) => columnNamed(name, figures));
  const versus = values.versus === undefined ? [] : conditionsWith(figures, values.versus, '--versus');
  const table = await read(results, [
    ...rows,
    ...columns,
    ...wanted,
    ...[...conditions, ...versus].map(({ column }) => column),
    ...results.axes,
  ]);
  await refuseUnknown(
    table,
    [...rows, ...columns, ...conditions.map(({ column }) => column)],
    results,
    figures,
  );
  const found = wanted.filter((column) => table.some((row) => row[column] !== undefined));
  if (values.value !== undefined || found.length === 0) await refuseUnknown(table, wanted, results, figures);
  const meeting = table.filter((row) => conditions.every((condition) => meets(row, condition)));
  const axes = [...new Set([...results.axes, ...rows, ...columns])];
  const pivoted = pivot(meeting, {
    rows,
    columns,
    values: found,
    ranges: rangesOf(figures.values()),
    ...(versus.length > 0 && { baseline: baselineOf(meeting, versus, axes) }),
  });
  const grid = gridOf(pivoted, figures);
  switch (values.format ?? 'text') {
    case 'text':
      return plainTable(grid);
    case 'markdown':
      return markdownTable(grid);
    case 'latex':
      return latexTable(grid);
    case 'csv':
      return csvOf(pivotRows(pivoted));
  }
}

async function best(
  named: string,
  results: Results,
  values: Values,
  figures: Figures,
  conditions: readonly Condition[],
): Promise<string> {
  const axes = values.rows === undefined ? results.axes : listOf(values.rows);
  if (axes.length === 0) {
    const message =
      'expected the columns that make a setting, got none: a file of rows does not say what was varied';
    throw new CahootsError('bad-input', message, { path: '--rows' });
  }
  const figure = columnNamed(named, figures);
  const known = figures.get(figure) ?? { name: figure, title: figure, unit: 'number' as const };
  const used = conditions.map(({ column }) => column);
  const rows = await read(results, [...axes, figure, ...used]);
  await refuseUnknown(rows, [...axes, figure, ...used], results, figures);
  const ranking = rank(rows, axes, figure, known, conditions);
  return rankingText(ranking, axes, known, conditions);
}

/** The columns that every table needs, besides those that it shows. */
function read(results: Results, columns: readonly string[]): Promise<Row[]> {
  return results.read([...new Set([...columns, ...NOTE_COLUMNS, 'seed', 'clustered', 'ending'])]);
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** A column by its name, or by the title of its figure. */
function columnNamed(name: string, figures: Figures): string {
  const titled = [...figures.values()].find(({ title }) => title === name);
  return figures.has(name) ? name : (titled?.name ?? name);
}

/** Conditions whose columns may be given by the titles of their figures. */
function conditionsWith(figures: Figures, text: string, flag: string): readonly Condition[] {
  return conditionsOf(text, flag).map((condition) => {
    const column = columnNamed(condition.column, figures);
    // Tables show shares in percent, so 90 probably means 90 %; as a share, nothing exceeds it.
    if (figures.get(column)?.unit === 'share' && Math.abs(Number(condition.value)) > 1) {
      const message = `expected a share from 0 to 1, or a percentage such as 90%, got ${condition.value}`;
      throw new CahootsError('bad-input', message, { path: flag });
    }
    return { ...condition, column };
  });
}

async function refuseUnknown(
  rows: readonly Row[],
  columns: readonly string[],
  results: Results,
  figures: Figures,
): Promise<void> {
  const unknown = columns.find((column) => !rows.some((row) => row[column] !== undefined));
  if (unknown === undefined) return;
  const all = await results.read();
  const there = [...figures.keys()].filter((name) => all.some((row) => row[name] !== undefined));
  const varied = results.axes.length > 0 ? `; varied were ${results.axes.join(', ')}` : '';
  const message = `expected a column of the results, got ${unknown}${varied}; figures are ${there.join(', ')}`;
  throw new CahootsError('bad-input', message);
}
