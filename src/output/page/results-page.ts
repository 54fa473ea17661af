/** The page of many runs: a comparison, a sweep, or any table with a row for each run. */

import { figureOf, figuresIn, groupColumn, groupOf, pooled, pooledText, shown } from '../figure/columns.ts';
import { shellCommand } from '../../run/report/shell.ts';
import { chosenStarts, NO_START } from '../../run/tidy/chosen-starts.ts';
import { COST, QUALITY, rangeOf } from '../../run/tidy/figures.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { spread } from '../../core/math/statistics/spread.ts';
import { type Column, h, type Html, tableOf } from './html.ts';
import type { Page } from './page.ts';
import { notesOfRuns } from './sections/notes.ts';
import { picturesOf } from './sections/pictures.ts';
import { counted } from '../../run/report/format.ts';

/**
 * @param title of what the runs are about
 * @param rows at least one
 */
export function pageOfResults(title: string, rows: readonly Row[]): Page {
  const by = groupColumn(rows, undefined);
  const groups = [...new Set(rows.map((row) => groupOf(row, by)))];
  const seeds = new Set(rows.map((row) => row['seed'])).size;
  return {
    title,
    subtitle: `${counted(rows.length, 'run')} of ${groups.length === 1 ? 'one thing' : groups.join(', ')}, under ${counted(seeds, 'seed')}`,
    top: h`${notesOfRuns(rows, by)}${startsOf(rows, by)}${sideBySide(rows, by, groups)}`,
    sections: [
      { id: 'pictures', title: 'Pictures', body: picturesOf({ title, rows }) },
      { id: 'runs', title: 'Every run', body: runsOf(rows, by) },
      { id: 'provenance', title: 'Provenance', body: madeBy(rows) },
    ],
  };
}

/** The starts that a comparison chose. */
function startsOf(rows: readonly Row[], by: string | undefined): Html | undefined {
  const chosen = chosenStarts(rows.map((row) => ({ title: groupOf(row, by), start: row['fairStart'] })));
  if (chosen.size === 0) return undefined;
  const starts = [...chosen].map(
    ([start, titles]) => h`<li><code>${start}</code> (${titles.join('; ')})</li>\n`,
  );
  return h`<p>${NO_START[0].toUpperCase()}${NO_START.slice(1)}</p><ul>${starts}</ul>`;
}

function sideBySide(rows: readonly Row[], by: string | undefined, groups: readonly string[]): Html {
  const known = [...QUALITY, ...COST].map(({ name }) => name);
  const own = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => OWN.has(name));
  const figures = [...known, ...own].filter((name) => rows.some((row) => typeof row[name] === 'number'));
  const values = (group: string, name: string): number[] =>
    rows
      .filter((row) => groupOf(row, by) === group)
      .map((row) => row[name])
      .filter((cell) => typeof cell === 'number');
  const together = pooledText(pooled(rows, [by]));
  const columns = groups.map((group): Column<string> => ({
    title: group,
    text: (name) => {
      const all = values(group, name);
      if (all.length === 0) return '';
      const { mean, interval } = spread(all, rangeOf(figureOf(name)));
      if (together !== '' || interval === undefined || interval.low === interval.high)
        return shown(name, mean);
      return h`${shown(name, mean)} <span class="faint">[${shown(name, interval.low)}, ${shown(name, interval.high)}]</span>`;
    },
    value: (name) => {
      const all = values(group, name);
      return all.length === 0 ? undefined : spread(all).mean;
    },
  }));
  const done = h`${tableOf(
    'How many have a result',
    [
      { title: by ?? '', words: true, text: (group: string) => group },
      { title: 'runs', text: (group) => `${rows.filter((row) => groupOf(row, by) === group).length}` },
      {
        title: 'with a result',
        text: (group) =>
          `${rows.filter((row) => groupOf(row, by) === group && row['clustered'] !== false).length}`,
      },
      {
        title: 'equal to Lloyd',
        text: (group) => {
          const promised = rows.filter(
            (row) => groupOf(row, by) === group && row['equalsLloyd'] !== undefined,
          );
          return promised.length === 0
            ? 'not promised'
            : `${promised.filter((row) => row['equalsLloyd'] === true).length} of ${promised.length}`;
        },
      },
    ],
    groups,
  )}`;
  const caption =
    together === ''
      ? 'Means over the runs that have the figure, with their 95 % intervals (Student’s t) where several seeds ran'
      : `Means over the runs that have the figure. ${together}`;
  return h`${done}${tableOf(caption, [{ title: 'figure', words: true, text: (name: string) => figureOf(name).title }, ...columns], figures)}`;
}

/** Figures that protocols measure themselves, besides those of every run. */
const OWN: ReadonlySet<string> = new Set(['lossAtCentres', 'epsilon', 'delta', 'distinctPoints', 'bytes']);

/** How many columns of settings are shown. */
const MOST_SETTINGS = 8;

function runsOf(rows: readonly Row[], by: string | undefined): Html {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const differing = columns.filter(
    (name) =>
      (name.includes('.') || name === 'clients') &&
      new Set(rows.map((row) => row[name])).size > 1 &&
      name !== by,
  );
  const figures = figuresIn(rows, undefined).map(({ name }) => name);
  const cell = (name: string): Column<Row> => ({
    title: name,
    text: (row) => (row[name] === undefined ? '' : String(row[name]).slice(0, 60)),
    value: (row) => (typeof row[name] === 'boolean' ? String(row[name]) : row[name]),
  });
  return tableOf(
    'Sorted by a column when its head is chosen',
    [
      { title: by ?? 'run', words: true, text: (row: Row) => groupOf(row, by) },
      cell('seed'),
      ...differing.slice(0, MOST_SETTINGS).map(cell),
      { title: 'ended', words: true, text: (row) => String(row['aborted'] ?? row['ending'] ?? '') },
      ...figures.map((name): Column<Row> => ({
        title: figureOf(name).title,
        text: (row) => (typeof row[name] === 'number' ? shown(name, row[name]) : ''),
        value: (row) => (typeof row[name] === 'number' ? row[name] : undefined),
      })),
    ],
    rows,
  );
}

function madeBy(rows: readonly Row[]): Html {
  const all = (name: string): string =>
    [...new Set(rows.map((row) => row[name]).filter((cell) => cell !== undefined && cell !== ''))].join(', ');
  const facts = ['cahoots', 'commit', 'code', 'node', 'machine', 'files'].filter((name) => all(name) !== '');
  const commands = [
    ...new Set(
      rows.flatMap(({ file, set, seed, title }) => {
        if (typeof file !== 'string' || file === '') return [];
        const settings =
          typeof set === 'string' && set !== '' ? set.split(' ').flatMap((one) => ['--set', one]) : [];
        const variant = title === undefined ? '' : `  # ${title}`;
        return [`${shellCommand('cahoots', 'run', file, '--seed', String(seed), ...settings)}${variant}`];
      }),
    ),
  ];
  return h`<dl>${facts.map((name) => h`<dt>${name}</dt><dd><code>${all(name).slice(0, 400)}</code></dd>`)}</dl>
${commands.length === 0 ? undefined : h`<details><summary>Commands that repeat single runs; for the runs of a comparison: cahoots compare</summary><pre>${commands.slice(0, 200).join('\n')}</pre></details>`}`;
}
