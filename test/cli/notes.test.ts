/** What must be said of a run is said by every view of it, in the same words. */

import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { overview } from '../../src/cli/sweep-text.ts';
import { rankingGrid } from '../../src/cli/ranking-text.ts';
import { notesOfRun, notesOfRuns } from '../../src/output/page/sections/notes.ts';
import { pageOfResults } from '../../src/output/page/results-page.ts';
import { NOTE_KINDS, notesOf } from '../../src/run/report/notes.ts';
import { isViolated } from '../../src/run/report/worth.ts';
import { reportText } from '../../src/run/report/text.ts';
import { rank } from '../../src/run/tidy/best.ts';
import { everyRun } from '../../src/run/figures/table.ts';
import { gridOf } from '../../src/run/tidy/pivot-grid.ts';
import { latexTable, markdownTable, pivotRows, plainTable } from '../../src/run/tidy/pivot-text.ts';
import { pivot, type Pivot } from '../../src/run/tidy/pivot.ts';
import { readRows } from '../../src/studies/tables/read.ts';
import { csvOf, jsonLinesOf, type Row } from '../../src/run/tidy/rows.ts';
import { compared } from '../../src/studies/batch/comparison.ts';
import { ROWS, SweepRows } from '../../src/studies/batch/sweep-folder.ts';
import { comparisonText } from '../../src/studies/batch/text.ts';
import { swarmJson } from '../../src/studies/swarm/json.ts';
import type { Swarm } from '../../src/studies/swarm/swarm.ts';
import { swarmText } from '../../src/studies/swarm/text.ts';
import { pagesOf } from '../support/agreement-pages.ts';
import { NOTED } from '../support/agreement-cases.ts';
import { type Made, madeOf as runOf } from '../support/agreement-runs.ts';
import { cahootsWith } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const here = dirname(write('empty', ''));
const madeOf = (name: string): Promise<Made> => runOf(name, write);

const pivoted = (row: Row): Pivot =>
  pivot([row], { rows: ['protocol'], columns: [], values: ['iterations'], figures: everyRun });
const gridded = (row: Row) => gridOf(pivoted(row));
/** A swarm that drew no faults, and had this run. */
function swarmOf({ scenario, row }: Made): Swarm {
  const runs = [{ seed: 1, faults: [], set: [], kind: 'finished' }] as const;
  const rows = [{ ...row, outcome: 'finished' }] as const;
  return { scenario, budget: scenario.swarm, spanNs: 1, messages: [], runs, rows };
}

/** Undefined where a view does not concern the run. */
type View = (made: Made) => string | undefined | Promise<string | undefined>;

const VIEWS: Readonly<Record<string, View>> = {
  'the text of run': ({ report: all }) => reportText(all),
  'the JSON of run': ({ report: all }) => leaves(JSON.stringify(all)),
  'the text of report': ({ file, trace, known }) => {
    const kept = write(`${basename(file)}.trace`, trace);
    return cahootsWith(known, 'report', kept).then(({ stdout }) => stdout);
  },
  'rows as CSV': async ({ row }) => leaves(JSON.stringify(await readRows(write('rows.csv', csvOf([row]))))),
  'rows as JSON': ({ row }) => leaves(jsonLinesOf([row])),
  'rows of a sweep': async ({ file, row }) => {
    const folder = join(here, `${basename(file)}.sweep`);
    const rows = new SweepRows(folder);
    rows.add(row);
    rows.finish();
    return leaves(JSON.stringify(await readRows(`${folder}/${ROWS}`)));
  },
  'the page of a run': async (of) => pageText((await pagesOf(of)).one.top.html),
  'the page of two runs': async (of) => pageText((await pagesOf(of)).two.top.html),
  'the page of many runs': ({ row }) => pageText(pageOfResults('many', [row], everyRun).top.html),
  'a table': ({ row }) => plainTable(gridded(row)),
  'a table in Markdown': ({ row }) => markdownTable(gridded(row)),
  'a table in LaTeX': ({ row }) => latexTable(gridded(row)),
  'a table as CSV': ({ row }) => leaves(JSON.stringify(pivotRows(pivoted(row)))),
  'a ranking': ({ row }) => {
    const figure = everyRun.of('iterations');
    // Settings whose runs have no result, or violated something, are not ranked.
    if (!row.clustered || isViolated(row)) return undefined;
    return plainTable(rankingGrid(rank([row], ['protocol'], figure, []), ['protocol'], figure, []));
  },
  'a sweep': ({ row }) => overview([row], ['protocol'], everyRun, undefined),
  'a comparison': ({ row }) => comparisonText(compared([{ title: 'one', runs: [row] }], everyRun)),
  'a comparison as JSON': ({ row }) =>
    leaves(JSON.stringify(compared([{ title: 'one', runs: [row] }], everyRun))),
  'a swarm': (of) => swarmText(of.file, swarmOf(of)),
  'a swarm as JSON': (of) => leaves(JSON.stringify(swarmJson(of.file, swarmOf(of)))),
  'a picture of a run': async ({ file, trace, known }) => {
    const kept = write(`${basename(file)}.drawn.trace`, trace);
    const out = join(here, 'run.svg');
    return (await cahootsWith(known, 'plot', kept, '--kind', 'phases', '--out', out)).stdout;
  },
  'a picture of many runs': async ({ row, known }) => {
    const kept = write('drawn.csv', csvOf([row]));
    const out = join(here, 'many.svg');
    return (await cahootsWith(known, 'plot', kept, '--kind', 'compare', '--out', out)).stdout;
  },
  'a pack': async ({ file, trace, known }) => {
    const kept = write(`${basename(file)}.packed.trace`, trace);
    return (await cahootsWith(known, 'pack', kept)).stdout;
  },
};

describe.each(Object.keys(VIEWS))('%s', (view) => {
  test.each(NOTED)('of %s has all notes', async (name) => {
    const of = await madeOf(name);
    const shown = await VIEWS[view](of);
    if (shown === undefined) return;
    const text = plain(shown);
    for (const note of notesOf(of.result.findings)) expect(text).toContain(plain(note.text));
  });
});

test('the runs need every kind of note', async () => {
  const all = await Promise.all(NOTED.map(madeOf));
  const columns = new Set(all.flatMap(({ result }) => notesOf(result.findings).map(({ column }) => column)));
  expect(NOTE_KINDS.map(({ column }) => column).filter((column) => !columns.has(column))).toEqual([]);
});

test('a run of which nothing but its start and its network must be said has no warnings', async () => {
  const of = await madeOf('a run that finished');
  expect(notesOf(of.result.findings).map(({ title }) => title)).toEqual(['start', 'network']);
  const reproduced = { ...(await pagesOf(of)).run, again: { same: true } } as const;
  expect(notesOfRun(reproduced).html).toContain('No warnings');
  expect(notesOfRuns([of.row], undefined).html).toContain('No warnings');
});

/** All strings in JSON lines. */
function leaves(json: string): string {
  const found: string[] = [];
  for (const line of json.trim().split('\n'))
    JSON.parse(line, (_, value: unknown) => {
      if (typeof value === 'string') found.push(value);
      return value;
    });
  return found.join('\n');
}

/** As a reader sees it: without tags, and on one line. */
function pageText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** On one line, whatever wrapped it, and without the escapes of Markdown and LaTeX comments. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
