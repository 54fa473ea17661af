/** The page of many runs: a comparison, a sweep, or any table with a row for each run. */

import { groupColumn, groupOf, shown } from '../figure/columns.ts';
import { pluginsNamed } from '../../run/plugin/loaded.ts';
import { shellCommand } from '../../run/report/shell.ts';
import type { FigureTable, RunFigure } from '../../run/figures/table.ts';
import { numberOf } from '../../run/tidy/numbers.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { settingsIn, variesIn } from '../../run/tidy/settings.ts';
import { hasResult, worthWords } from '../../run/report/worth.ts';
import { type Column, h, type Html, tableOf } from './html.ts';
import type { Picture } from '../figure/picture.ts';
import type { Page } from './page.ts';
import { notesOfRuns } from './sections/notes.ts';
import { picturesOf } from './sections/pictures.ts';
import { sideBySide } from './sections/side-by-side.ts';
import { counted } from '../../run/report/format.ts';

/**
 * @param title of what the runs are about
 * @param rows at least one
 * @param figures what their columns mean
 * @param pictures what plugins can draw of them
 */
export function pageOfResults(
  title: string,
  rows: readonly Row[],
  figures: FigureTable,
  pictures: readonly Picture[] = [],
): Page {
  const by = groupColumn(rows, undefined);
  const groups = [...new Set(rows.map((row) => groupOf(row, by)))];
  const seeds = new Set(rows.map((row) => row['seed'])).size;
  return {
    title,
    subtitle: `${counted(rows.length, 'run')} of ${groups.length === 1 ? 'one thing' : groups.join(', ')}, under ${counted(seeds, 'seed')}`,
    top: h`${notesOfRuns(rows, by)}${sideBySide(rows, by, groups, figures)}`,
    sections: [
      { id: 'pictures', title: 'Pictures', body: picturesOf({ title, rows, figures, pictures }) },
      { id: 'runs', title: 'Every run', body: runsOf(rows, by, figures) },
      { id: 'provenance', title: 'Provenance', body: madeBy(rows) },
    ],
  };
}

/** How many columns of settings are shown. */
const MOST_SETTINGS = 8;

function runsOf(rows: readonly Row[], by: string | undefined, figures: FigureTable): Html {
  // What distinguishes groups, such as settings that only one protocol has, tells nothing of single runs.
  const within = by === undefined ? [] : [by];
  const differing = settingsIn(rows).filter((name) => name !== by && variesIn(rows, name, within));
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
      {
        title: 'result',
        words: true,
        text: (row) => worthWords(row).join(', '),
      },
      { title: 'ended', words: true, text: (row) => String(row['aborted'] ?? row['ending'] ?? '') },
      ...figures.main
        .filter(({ name }) => rows.some((row) => isFigure(row[name])))
        .map((figure): Column<Row> => ({
          title: figure.title,
          text: (row) => cellOf(figure, row),
          // What a failed run cost is not sorted among the costs of results.
          value: (row) => (typeof row[figure.name] === 'number' ? numberOf(row, figure.name) : undefined),
        })),
    ],
    rows,
  );
}

/** A figure of one run; of a failed run as such. */
function cellOf(figure: RunFigure, row: Row): string | Html {
  const { [figure.name]: own = '' } = row;
  const text = typeof own === 'number' ? shown(figure, own) : `${own}`;
  return text === '' || hasResult(row) ? text : h`<span class="faint">${text} (failed)</span>`;
}

/** Booleans have a table of their own. */
function isFigure(cell: Row[string]): boolean {
  return typeof cell === 'number' || typeof cell === 'string';
}

function madeBy(rows: readonly Row[]): Html {
  const all = (name: string): string =>
    [...new Set(rows.map((row) => row[name]).filter((cell) => cell !== undefined && cell !== ''))].join(', ');
  const facts = ['cahoots', 'commit', 'code', 'plugins', 'node', 'machine', 'files'].filter(
    (name) => all(name) !== '',
  );
  const commands = [
    ...new Set(
      rows.flatMap(({ file, set, seed, title, plugins }) => {
        if (typeof file !== 'string' || file === '') return [];
        const settings =
          typeof set === 'string' && set !== '' ? set.split(' ').flatMap((one) => ['--set', one]) : [];
        const variant = title === undefined ? '' : `  # ${title}`;
        const flags = pluginsNamed(plugins).flatMap(({ origin }) => ['--plugin', origin]);
        return [
          `${shellCommand('cahoots', 'run', file, '--seed', String(seed), ...settings, ...flags)}${variant}`,
        ];
      }),
    ),
  ];
  return h`<dl>${facts.map((name) => h`<dt>${name}</dt><dd><code>${all(name).slice(0, 400)}</code></dd>`)}</dl>
${commands.length === 0 ? undefined : h`<details><summary>Commands that repeat single runs; for the runs of a comparison: cahoots compare</summary><pre>${commands.slice(0, 200).join('\n')}</pre></details>`}`;
}
