/** What must be said of a run is said by every view of it, in the same words. */

import { describe, expect, test } from 'vitest';
import { overview } from '../../src/cli/sweep-text.ts';
import { rankingText } from '../../src/cli/ranking-text.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { notesOfRun, notesOfRuns } from '../../src/output/page/sections/notes.ts';
import { pageOfResults } from '../../src/output/page/results-page.ts';
import { pageOfRun, pageOfTwo } from '../../src/output/page/run-page.ts';
import { pageRunOf } from '../../src/output/page/run.ts';
import { run, type RunResult } from '../../src/run/execute/run.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { NOTE_KINDS, notesOf } from '../../src/run/report/notes.ts';
import { report, type Report } from '../../src/run/report/report.ts';
import { reportText } from '../../src/run/report/text.ts';
import { Subject } from '../../src/run/tidy/about.ts';
import { rank } from '../../src/run/tidy/best.ts';
import { everyRun } from '../../src/run/figures/table.ts';
import { gridOf } from '../../src/run/tidy/pivot-grid.ts';
import { latexTable, markdownTable, pivotRows, plainTable } from '../../src/run/tidy/pivot-text.ts';
import { pivot, type Pivot } from '../../src/run/tidy/pivot.ts';
import { readRows } from '../../src/studies/tables/read.ts';
import { csvOf, jsonLinesOf, type Row } from '../../src/run/tidy/rows.ts';
import { type RunRow, runRow } from '../../src/run/tidy/run-row.ts';
import { compared } from '../../src/studies/batch/comparison.ts';
import { ROWS, SweepRows } from '../../src/studies/batch/sweep-folder.ts';
import { comparisonText } from '../../src/studies/batch/text.ts';
import { swarmJson } from '../../src/studies/swarm/json.ts';
import type { Swarm } from '../../src/studies/swarm/swarm.ts';
import { swarmText } from '../../src/studies/swarm/text.ts';
import { plugins, pluginsWith } from '../support/plugins.ts';
import { cahootsWith } from '../support/program.ts';
import { playReal } from '../support/real-play.ts';
import { TEXTS } from '../support/report-runs.ts';
import { sides } from '../support/scenario-sides.ts';
import { edited, SMALL } from '../support/small-scenario.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { wrongPlugin } from '../support/wrong-plugin.ts';

const write = temporaryFiles();

const LLOYD = edited(
  SMALL,
  ['dimension: 3', 'dimension: 1'],
  ['secfc\n  clusters: 2\n  privacy: 2', 'lloyd\n  clusters: 2\n  timeout: 10s'],
);
const GONE = 'faults: [{ fault: withhold, who: client-2 }]\n';
const LIAR = 'faults: [{ fault: falsify, who: client-4, message: points }]\n';
const TABLE = `a,b\n${Array.from({ length: 40 }, (_, i) => `${i % 7 === 3 ? 'NA' : i % 5},${i < 20 ? 1 : 9}`).join('\n')}\n`;

interface Case {
  readonly text: string;
  readonly plugins?: readonly Plugin[];
  /** Over real sockets. */
  readonly real?: true;
}

/** Runs of different kinds, by what must be said of them. */
const CASES: Readonly<Record<string, Case>> = {
  'a run that finished': { text: LLOYD },
  'too few clients, so that it aborted': { text: `${SMALL}${GONE}` },
  'a limit before there was a result': { text: edited(LLOYD, ['time: 1h', 'messages: 8']) },
  'a limit after there was a result': { text: edited(LLOYD, ['time: 1h', 'time: 400us']) },
  'too few iterations': { text: edited(LLOYD, ['clusters: 2', 'clusters: 2\n  maxIterations: 1']) },
  'a client that is missing': { text: `${LLOYD}${GONE}` },
  'a fault that had no time': {
    text: `${LLOYD}faults: [{ fault: dropout, who: client-1, when: { at: 30min } }]\n`,
  },
  'a false value, and an expectation': { text: `${LLOYD}${LIAR}expect: { matches: lloyd, rounds: 1 }\n` },
  'a client that was blamed': {
    text:
      edited(SMALL, ['clients: 5', 'clients: 10'], ['privacy: 2', 'privacy: 2\n  byzantine: 1']) +
      'faults: [{ fault: falsify, who: client-3, message: distances }]\n',
  },
  'answers that could be wrong': {
    text:
      edited(
        SMALL,
        ['clients: 5', 'clients: 7'],
        ['privacy: 2', 'privacy: 2\n  byzantine: 1\n  timeout: 5s'],
      ) + 'faults: [{ fault: withhold, who: [client-3, client-4], message: distances }]\n',
  },
  'rows without a value': {
    text: edited(LLOYD, [
      /source: gaussian-mixture[^]*?partition/.exec(LLOYD)?.[0] ?? '',
      'source: csv\n  file: points.csv\n  missing: skip\n  partition',
    ]),
  },
  'messages that were lost': { text: TEXTS.lossy },
  'a request to remove points that nobody confirms': {
    text:
      edited(
        LLOYD,
        ['deviation: 1', 'deviation: 1\n  scale: { minimum: -0.5, maximum: 0.5 }'],
        ['lloyd', 'mufc'],
        ['  timeout: 10s', '  timeout: 10s\n  remove: [{ points: random, requests: 2 }]'],
      ) + 'faults: [{ fault: withhold, who: server, message: remove, to: clients }]\n',
  },
  'a protocol that breaks its promise': {
    text: edited(LLOYD, ['name: lloyd', 'name: wrong']),
    plugins: [wrongPlugin],
  },
  'a real run of too few iterations': {
    text: edited(LLOYD, ['clusters: 2', 'clusters: 2\n  maxIterations: 1'], ['preset: lan', '{}']),
    real: true,
  },
  "a plugin's protocol": { text: TEXTS.sides, plugins: pluginsWith(sides) },
};

interface Made {
  readonly file: string;
  readonly known: readonly Plugin[];
  readonly result: RunResult;
  readonly report: Report;
  readonly trace: Buffer;
  readonly row: RunRow;
}

const made = new Map<string, Promise<Made>>();

function madeOf(name: string): Promise<Made> {
  const before = made.get(name);
  if (before !== undefined) return before;
  const now = make(name);
  made.set(name, now);
  return now;
}

async function make(name: string): Promise<Made> {
  const { text, plugins: known = plugins, real } = CASES[name];
  write('points.csv', TABLE);
  const file = write(`${name.replaceAll(/\W/g, '-')}.yaml`, text);
  const scenario = loadScenario(file, { plugins: known });
  const chunks: Buffer[] = [];
  const trace = (bytes: Uint8Array): number => chunks.push(Buffer.from(bytes));
  const result =
    real === true
      ? await playReal(scenario, false, undefined, trace)
      : await run(scenario, { plugins: known, trace, timing: true });
  const subject = new Subject(scenario, { files: '{}', file, set: '', cahoots: '', code: '' });
  return {
    file,
    known,
    result,
    report: report(result.ledger, result, result.causalGraph),
    trace: Buffer.concat(chunks),
    row: runRow(subject.under(1), result),
  };
}

const pivoted = (row: Row): Pivot =>
  pivot([row], { rows: ['protocol'], columns: [], values: ['iterations'], figures: everyRun });
const gridded = (row: Row) => gridOf(pivoted(row));
const pageRun = ({ trace, known }: Made) =>
  pageRunOf('run.trace', trace, { plugins: known, label: 'a', folder: '.', replay: false });

/** A swarm that drew no faults, and had this run. */
function swarmOf({ file, known, row }: Made): Swarm {
  const scenario = loadScenario(file, { plugins: known });
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
    const kept = write(`${file.split('/').at(-1)}.trace`, trace);
    return cahootsWith(known, 'report', kept).then(({ stdout }) => stdout);
  },
  'rows as CSV': async ({ row }) => leaves(JSON.stringify(await readRows(write('rows.csv', csvOf([row]))))),
  'rows as JSON': ({ row }) => leaves(jsonLinesOf([row])),
  'rows of a sweep': async ({ file, row }) => {
    const folder = `${file}.sweep`;
    const rows = new SweepRows(folder);
    rows.add(row);
    rows.finish();
    return leaves(JSON.stringify(await readRows(`${folder}/${ROWS}`)));
  },
  'the page of a run': async (of) => pageText(pageOfRun(await pageRun(of)).top.html),
  'the page of two runs': async (of) => {
    const one = await pageRun(of);
    return pageText(pageOfTwo('two', [one, one]).top.html);
  },
  'the page of many runs': ({ row }) => pageText(pageOfResults('many', [row], everyRun).top.html),
  'a table': ({ row }) => plainTable(gridded(row)),
  'a table in Markdown': ({ row }) => markdownTable(gridded(row)),
  'a table in LaTeX': ({ row }) => latexTable(gridded(row)),
  'a table as CSV': ({ row }) => leaves(JSON.stringify(pivotRows(pivoted(row)))),
  'a ranking': ({ row }) => {
    const figure = everyRun.of('iterations');
    // Settings whose runs have no result are not ranked.
    if (!row.clustered) return undefined;
    return rankingText(rank([row], ['protocol'], figure, []), ['protocol'], figure, []);
  },
  'a sweep': ({ row }) => overview([row], ['protocol'], everyRun, undefined),
  'a comparison': ({ row }) => comparisonText(compared([{ title: 'one', runs: [row] }], everyRun)),
  'a comparison as JSON': ({ row }) =>
    leaves(JSON.stringify(compared([{ title: 'one', runs: [row] }], everyRun))),
  'a swarm': (of) => swarmText(of.file, swarmOf(of)),
  'a swarm as JSON': (of) => leaves(JSON.stringify(swarmJson(of.file, swarmOf(of)))),
  'a pack': async ({ file, trace, known }) => {
    const kept = write(`${file.split('/').at(-1)}.packed.trace`, trace);
    return (await cahootsWith(known, 'pack', kept)).stdout;
  },
};

describe.each(Object.keys(VIEWS))('%s', (view) => {
  test.each(Object.keys(CASES))('of %s has all notes', async (name) => {
    const of = await madeOf(name);
    const shown = await VIEWS[view](of);
    if (shown === undefined) return;
    const text = plain(shown);
    for (const note of notesOf(of.result.findings)) expect(text).toContain(plain(note.text));
  });
});

test('the runs need every kind of note', async () => {
  const all = await Promise.all(Object.keys(CASES).map(madeOf));
  const columns = new Set(all.flatMap(({ result }) => notesOf(result.findings).map(({ column }) => column)));
  expect(NOTE_KINDS.map(({ column }) => column).filter((column) => !columns.has(column))).toEqual([]);
});

test('a run of which nothing must be said has no notes', async () => {
  const of = await madeOf('a run that finished');
  expect(notesOf(of.result.findings)).toEqual([]);
  const reproduced = { ...(await pageRun(of)), again: { same: true } } as const;
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
