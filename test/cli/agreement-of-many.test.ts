/** A figure of several runs, some of which failed, is the same mean of as many runs in every view of them. */

import { beforeAll, describe, expect, test } from 'vitest';
import { curveRows } from '../../src/output/figure/curves.ts';
import { shown } from '../../src/output/figure/columns.ts';
import { mean } from '../../src/core/math/statistics/summary.ts';
import { compare } from '../../src/output/figure/kinds/compare.ts';
import { svgOf } from '../../src/output/figure/svg.ts';
import { pageOfResults } from '../../src/output/page/results-page.ts';
import type { FigureTable, RunFigure } from '../../src/run/figures/table.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import { gridOf } from '../../src/run/tidy/pivot-grid.ts';
import { latexTable, markdownTable, pivotRows, plainTable } from '../../src/run/tidy/pivot-text.ts';
import { pivot, type Pivot } from '../../src/run/tidy/pivot.ts';
import { compared, type Compared } from '../../src/studies/batch/comparison.ts';
import { comparisonText } from '../../src/studies/batch/text.ts';
import { CASES } from '../support/agreement-cases.ts';
import { madeOf } from '../support/agreement-runs.ts';
import { linesOf, tableIn } from '../support/agreement-views.ts';
import { plugins } from '../support/plugins.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import type { RunRow } from '../../src/run/tidy/run-row.ts';

const write = temporaryFiles();

/** Runs of one file, of which some have no result, or none of which some do not measure a figure. */
const GROUPS = ['feddp', 'fastlloyd', 'mufc', 'secfc', 'lloyd'];
/** In addition to those that have results, with the same settings: runs that all failed. */
const FAILED = 'feddp that is given up';

/** What a group's runs say of a figure, found without the rules that views use. */
interface Meant {
  readonly of: number;
  readonly values: readonly number[];
  readonly words: readonly string[];
  readonly results: number;
}

let rows: RunRow[] = [];
let groups: string[] = [];
let figures: FigureTable;
let table: Pivot;
let columns: readonly Compared[];
let means: string[][];

beforeAll(async () => {
  const found: RunRow[] = [];
  for (const group of GROUPS) {
    const names = Object.keys(CASES).filter((name) => name.startsWith(`${group}.yaml`));
    for (const [seed, name] of names.entries())
      found.push({ ...(await madeOf(name, write)).row, seed, title: group } as RunRow);
  }
  for (const [seed, name] of ['feddp.yaml without a server', 'feddp.yaml that is cut short'].entries())
    found.push({ ...(await madeOf(name, write)).row, seed, title: FAILED } as RunRow);
  rows = found;
  groups = [...GROUPS, FAILED];
  figures = registryOf(plugins).figures.ofProtocols([...GROUPS]);
  const values = compareds().map(({ name }) => name);
  table = pivot(rows, { rows: ['title'], columns: [], values, figures });
  columns = compared(
    groups.map((title) => ({ title, runs: rows.filter((row) => row['title'] === title) })),
    figures,
  );
  means = tableIn(pageOfResults('many', rows, figures).top.html, 'Means over the runs');
});

const compareds = (): RunFigure[] =>
  figures.comparedIn(rows).filter(({ name }) => !rows.some((row) => typeof row[name] === 'boolean'));

function meantOf(group: string, { name }: RunFigure): Meant {
  const own = rows.filter((row) => row['title'] === group);
  const finished = own.filter(({ clustered }) => clustered);
  const cells = finished.map((row) => row[name]);
  return {
    of: own.length,
    values: cells.filter((cell) => typeof cell === 'number'),
    words: cells.filter((cell) => typeof cell === 'string'),
    results: finished.length,
  };
}

/** What stands beside a number, or in its place: of how many of the runs it is. */
function countOf({ of, values, words, results }: Meant): string | undefined {
  const having = values.length + words.length;
  if (having === 0) return results === 0 ? `0 of ${of}` : '–';
  return having < of ? `${having} of ${of}` : undefined;
}

test('there are figures of all runs, of some, of none, and of a protocol that has no such figure', () => {
  const counts = groups.flatMap((group) => compareds().map((figure) => countOf(meantOf(group, figure))));
  expect(counts).toContain(undefined);
  expect(counts).toContain('–');
  expect(counts).toContain('0 of 2');
  expect(counts.some((count) => count !== undefined && /^[1-9]/.test(count))).toBe(true);
});

/** Of each figure of each group, what a view shows, and what it should. */
type View = (group: string, figure: RunFigure, meant: Meant) => readonly [found: unknown, meant: unknown];

const cellAt = (text: string, group: string, figure: RunFigure, between: string): string | undefined => {
  const line = text.split('\n').find((one) => one.replace(/^\| /, '').startsWith(`${group} ${between}`));
  return line?.replace(/^\| | (\||\\\\)$/g, '').split(` ${between} `)[1 + compareds().indexOf(figure)];
};
const countIn = (text = ''): string | undefined => /\d+ of \d+|–/.exec(text.replace('--', '–'))?.[0];
const made = new Map<string, string>();
/** What a view shows of all groups, made once. */
function once(view: string, make: () => string): string {
  const text = made.get(view) ?? make();
  made.set(view, text);
  return text;
}
/** Undefined if there are none. */
const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : mean(values);

const VIEWS: Readonly<Record<string, View>> = {
  'the page': (group, figure, meant) => {
    const { values, words } = meant;
    const line = means.find(([title]) => title === figure.title) ?? [];
    const count = countOf(meant);
    const remark = [...(count === undefined ? [] : [count]), ...new Set(words)].join(', ');
    if (values.length === 0) return [line[1 + groups.indexOf(group)], remark];
    const number = shown(figure, mean(values));
    return [line[1 + groups.indexOf(group)], remark === '' ? number : `${number} (${remark})`];
  },
  'a table': (group, figure, meant) => {
    const values = [figure.name];
    const text = once(`table of ${figure.name}`, () =>
      plainTable(gridOf(pivot(rows, { rows: ['title'], columns: [], values, figures }))),
    );
    const line = text.split('\n').find((one) => one.startsWith(`${group} `));
    return [countIn(line?.slice(group.length)), countOf(meant)];
  },
  'a table in Markdown': (group, figure, meant) => [
    countIn(
      cellAt(
        once('Markdown', () => markdownTable(gridOf(table))),
        group,
        figure,
        '|',
      ),
    ),
    countOf(meant),
  ],
  'a table in LaTeX': (group, figure, meant) => [
    countIn(
      cellAt(
        once('LaTeX', () => latexTable(gridOf(table))),
        group,
        figure,
        '&',
      ),
    ),
    countOf(meant),
  ],
  'a table as CSV': (group, figure, { of, values, words }) => {
    const row = pivotRows(table).find(({ title, value }) => title === group && value === figure.name);
    return [
      [row?.['runs'], row?.['results'], row?.['mean']],
      [of, values.length + words.length, meanOf(values)],
    ];
  },
  'a comparison': (group, figure, { of, results }) => {
    const text = once(`comparison with ${group}`, () =>
      comparisonText([columns[0], columns[groups.indexOf(group)]]),
    );
    const line = String(linesOf(text, figures, /^ {2,}\S/)[figure.title] ?? '');
    const finished = /^finished .* (\d+ of \d+)$/m.exec(text)?.[1];
    const without = results === 0 && line !== '' ? [/(\d+ of \d+)$/.exec(line)?.[1]] : [];
    return [
      [finished, ...without],
      [`${results} of ${of}`, ...without.map(() => `0 of ${of}`)],
    ];
  },
  'a comparison as JSON': (group, figure, { of, values, results }) => {
    const { runs, finished, figures: all } = columns[groups.indexOf(group)];
    const spread = all.find(({ name }) => name === figure.name)?.spread;
    return [
      [runs, finished, spread?.runs ?? 0, spread?.mean],
      [of, results, values.length, meanOf(values)],
    ];
  },
  'a picture': (group, figure, { of, values, results }) => {
    const choice = { y: figure.name, by: 'title' };
    const drawn = compare.rows({ title: 'many', rows, figures }, choice) ?? [];
    const one = drawn.find((row) => row['group'] === group && row['what'] === 'mean');
    if (values.length === 0 && results > 0) return [one, undefined];
    const svg = once(`picture of ${figure.name}`, () => svgOf(compare.draw(drawn, choice, figures)));
    const mark = values.length < of ? `${values.length} of ${of}` : undefined;
    return [
      [one?.['of'], one?.['runs'], one?.['value'], countIn(String(one?.['marks'] ?? '')), mark],
      [
        of,
        values.length,
        meanOf(values),
        mark,
        mark && new RegExp(`>${mark}[<,]`).exec(svg)?.[0].slice(1, -1),
      ],
    ];
  },
  'a curve': (group, figure, { of, values, results }) => {
    const at = rows.map((row) => ({ ...row, at: 1 }));
    const one = curveRows(at, { x: 'at', by: 'title' }, [figure]).find((row) => row['group'] === group);
    return [
      [one?.['of'], one?.['results'], one?.['runs'], one?.['mean']],
      [of, results, values.length, meanOf(values)],
    ];
  },
};

describe.each(Object.keys(VIEWS))('%s', (view) => {
  test('has the mean of the runs that have a figure, and of how many these are', () => {
    for (const group of groups)
      for (const figure of compareds()) {
        // No figure that all have in words is drawn.
        if (view === 'a picture' && !rows.some((row) => typeof row[figure.name] === 'number')) continue;
        const [found, expected] = VIEWS[view](group, figure, meantOf(group, figure));
        expect({ group, figure: figure.title, found }).toEqual({
          group,
          figure: figure.title,
          found: expected,
        });
      }
  });
});
