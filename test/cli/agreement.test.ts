/** A figure of a run is the same in every view of it, rounded as the view says that it is. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { foundIn } from '../../src/cli/run-result.ts';
import { EVERY_RUN } from '../../src/run/figures/every-run.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import type { Report } from '../../src/run/report/report.ts';
import { worthWords } from '../../src/run/report/worth.ts';
import { pageOfResults } from '../../src/output/page/results-page.ts';
import { pagesOf } from '../support/agreement-pages.ts';
import { bytes, counted, integer, time } from '../../src/run/report/format.ts';
import { reportText } from '../../src/run/report/text.ts';
import { Subject } from '../../src/run/tidy/about.ts';
import { tablesOfTrace } from '../../src/run/tidy/of-trace.ts';
import type { Row } from '../../src/run/tidy/rows.ts';
import { ROWS, SweepRows } from '../../src/studies/batch/sweep-folder.ts';
import { FORMATS, tableAs } from '../../src/studies/tables/format.ts';
import { readRows } from '../../src/studies/tables/read.ts';
import { CASES, ROWS_READ, SPENT, TRIED } from '../support/agreement-cases.ts';
import { type Made, madeOf } from '../support/agreement-runs.ts';
import { TEXTS } from '../support/agreement-views.ts';
import { thoroughly } from '../support/long.ts';
import { plugins } from '../support/plugins.ts';
import { cahootsWith } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const here = dirname(write('empty', ''));

describe.each(Object.keys(TEXTS))('%s', (view) => {
  test.each(TRIED)('of %s has the figures of its row, and no others', async (name) => {
    const of = await madeOf(name, write);
    expect(await TEXTS[view].found(of)).toEqual(TEXTS[view].meant(of));
  });
});

const subject = ({ scenario, file }: Made): Subject =>
  new Subject(scenario, { files: '{}', file, set: '', cahoots: '', code: '' });
const json = (of: Made): string =>
  JSON.stringify(foundIn(of.scenario, of.result, subject(of), undefined, of.known));
const rowIn = (text: string): Row => (JSON.parse(text) as { run: Row }).run;

/** Rows, which are not rounded at all. */
const ROWS_OF: Readonly<Record<string, (of: Made) => Row | Promise<Row>>> = {
  'the JSON of run': (of) => rowIn(json(of)),
  'the JSON of report': async ({ file, trace, known }) =>
    rowIn((await cahootsWith(known, 'report', '--json', write(`${basename(file)}.trace`, trace))).stdout),
  'an export of a trace': ({ trace, known }) => tablesOfTrace('run.trace', trace, known).tables.runs[0],
  'rows of a sweep': async ({ file, row }) => {
    const folder = join(here, `${basename(file)}.sweep`);
    const rows = new SweepRows(folder);
    rows.add(row);
    rows.finish();
    return { ...(await readRows(join(folder, ROWS)))[0], measuredNs: row.measuredNs };
  },
  'a pack': async (of) => {
    const folder = join(here, `${basename(of.file)}.out`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'run.trace'), of.trace);
    writeFileSync(join(folder, 'report.json'), json(of));
    const out = `${folder}.zip`;
    await cahootsWith(of.known, 'pack', folder, '--out', out);
    const inside = unzipSync(readFileSync(out));
    const [packed] = tablesOfTrace('run.trace', inside['run.trace'], of.known).tables.runs;
    expect(figuresIn(of, packed)).toEqual(figuresIn(of, of.row));
    return rowIn(Buffer.from(inside['results/report.json']).toString());
  },
  ...Object.fromEntries(
    FORMATS.map((format) => [
      `rows as ${format}`,
      async ({ row }: Made) => (await readRows(write(`rows.${format}`, await tableAs([row], format))))[0],
    ]),
  ),
};

function figuresIn({ figures }: Made, row: Row): Row {
  return Object.fromEntries(
    [...figures].flatMap(({ name }) => (row[name] === undefined ? [] : [[name, row[name]]])),
  );
}

describe.each(Object.keys(ROWS_OF))('%s', (view) => {
  test.each(TRIED)('of %s has all figures as they are', async (name) => {
    const of = await madeOf(name, write);
    expect(figuresIn(of, await ROWS_OF[view](of))).toEqual(figuresIn(of, of.row));
  });
});

test.each(TRIED)('the text of %s has the costs of its row, in sentences', async (name) => {
  const { row, report } = await madeOf(name, write);
  const text = reportText(report);
  expect(text).toContain(`sent ${counted(row.messages, 'message')}, ${bytes(row.bytes)}; delivered `);
  expect(text).toContain(`, lost ${integer(row.lostMessages)}; refused ${integer(row.refusedMessages)}, `);
  expect(text).toContain(`, retransmitted ${bytes(row.retransmittedBytes)}\n`);
  const { ending, endNs, resultNs = endNs, knownNs = resultNs } = row;
  const at = ending === 'done' ? resultNs : endNs;
  const done = at === resultNs || ending === 'done' ? '' : `; before that, done at ${time(resultNs)}`;
  const known = knownNs > resultNs ? `; (all|\\d+ of \\d+ others) know it at ${time(knownNs)}` : '';
  const ended = text.slice(text.indexOf('\nended ') + 1).replaceAll(/\n +/g, ' ');
  expect(ended).toMatch(
    new RegExp(`^ended +${ending} at ${time(at)} of (virtual|real) time.*${done}.*${known}`),
  );
});

test.each(TRIED)('what %s is worth is the same in every view', async (name) => {
  const of = await madeOf(name, write);
  const words = worthWords(of.row);
  const text = words.join(', ');
  expect((JSON.parse(json(of)) as Report).outcome?.worth).toEqual(words);
  const told = text === 'complete' ? undefined : text;
  expect(/^result +(.*)$/m.exec(reportText(of.report))?.[1]).toBe(told);
  expect(/<b>result<\/b>([^<]*)</.exec((await pagesOf(of)).one.top.html)?.[1]).toBe(told);
  const many = pageOfResults('many', [of.row], of.figures).sections;
  expect(many.find(({ id }) => id === 'runs')?.body.html).toContain(`>${text}<`);
});

test('pages and pictures of a real run do not call its time virtual', async () => {
  for (const [name, called] of [
    ['a run that finished', 'virtual time'],
    ['a real run of too few iterations', 'real time'],
  ]) {
    const { top, sections } = (await pagesOf(await madeOf(name, write))).one;
    const html = [top, ...sections.map(({ body }) => body)].map((one) => one.html).join('\n');
    const times = new Set(Array.from(html.matchAll(/(virtual|real) time(?! to)/g), ([text]) => text));
    expect(times).toEqual(new Set([called]));
    expect(html.match(new RegExp(`${called} \\([^)]+\\)`, 'g'))?.length).toBeGreaterThanOrEqual(2);
  }
});

test.each(Object.keys(SPENT))('the row of %s has what its noisy sums cost', async (name) => {
  const { row } = await madeOf(name, write);
  const { aborted, epsilon, epsilonAgreed, epsilonProvided } = row as Row;
  expect(aborted).toEqual(expect.any(String));
  expect(epsilon).toBeGreaterThan(0);
  expect(epsilon).toBeLessThanOrEqual(Number(epsilonAgreed));
  expect(epsilonProvided).toBeGreaterThanOrEqual(Number(epsilonAgreed) - 1e-9);
});

/** The views in which commands show runs; none for those that show no run by its figures. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  run: ['the text of run', 'the JSON of run'],
  real: ['the text of run', 'the JSON of run'],
  compare: ['a comparison', 'rows as csv'],
  sweep: ['a table of means', 'rows as jsonl', 'rows of a sweep'],
  swarm: ['rows as jsonl'],
  merge: ['rows of a sweep'],
  table: ['a table of means', 'a table of means in Markdown', 'a table of means as CSV', 'rankings'],
  report: ['the text of report', 'the JSON of report', 'the page of many runs', 'the page of two runs'],
  plot: ['a picture of many runs'],
  pack: ['a pack'],
  export: ['an export of a trace', 'rows as parquet'],
  ...Object.fromEntries(
    'calibrate validate verify shrink worker replay diff attack audit trust init data schema'
      .split(' ')
      .map((name) => [name, []]),
  ),
};

test('every command that shows runs is held against their rows', () => {
  expect(Object.keys(SHOWN_BY).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  const views = new Set([...Object.keys(TEXTS), ...Object.keys(ROWS_OF)]);
  expect(
    Object.values(SHOWN_BY)
      .flat()
      .filter((view) => !views.has(view)),
  ).toEqual([]);
});

test('the runs have every figure that every run can have, and end in every way', async () => {
  const all = await Promise.all(TRIED.map((name) => madeOf(name, write)));
  expect(all.length).toBeGreaterThanOrEqual(thoroughly(40, 60));
  const measured = new Set(all.flatMap(({ row }) => Object.keys(row)));
  const shownSomewhere = EVERY_RUN.filter(({ rank }) => rank !== 'hidden').map(({ name }) => name);
  expect(shownSomewhere.filter((name) => !measured.has(name))).toEqual([]);
  expect(new Set(all.map(({ row }) => row.ending))).toEqual(new Set(['done', 'limit', 'stalled']));
  expect(new Set(all.map(({ row }) => String(row['protocol'])))).toEqual(
    new Set([
      ...registryOf(plugins).protocols.map(({ name }) => name),
      'sides',
      'measured',
      'wrong',
      'local-lloyd',
      'sums',
      'noisy-sum',
    ]),
  );
});

test.each(TRIED)('every point is counted once: of %s', async (name) => {
  const { scenario, result, row } = await madeOf(name, write);
  const { quality, skippedRows = 0 } = result.findings;
  expect(skippedRows).toBe(scenario.data.skipped);
  const { refusedPoints = 0, forgottenPoints = 0, missingPoints = 0, unassignedPoints = 0 } = quality ?? {};
  const { countedPoints = 0, keptPoints = 0, uncountedPoints = 0 } = quality ?? {};
  const kept = refusedPoints + missingPoints + unassignedPoints + countedPoints;
  const points = row.clustered ? scenario.data.points.rows : kept + forgottenPoints;
  expect([kept, kept + forgottenPoints]).toEqual([keptPoints, points]);
  expect(uncountedPoints).toBeLessThanOrEqual(countedPoints);
});

test('tables of parties and links have the names that the data give clients', async () => {
  const { trace, known } = await madeOf('clients with names of their own, one of which is missing', write);
  const { parties, links } = tablesOfTrace('run.trace', trace, known).tables;
  // Nothing comes from client-2, the one in Bonn.
  const names = { 'client-1': 'Dresden', 'client-3': 'Essen', 'client-4': 'Celle', 'client-5': 'Aachen' };
  for (const [rows, of] of [[parties, 'party'] as const, [links, 'actor'] as const])
    expect(Object.fromEntries(rows.map((row) => [row[of], row['clientName']]))).toEqual({
      server: undefined,
      ...names,
    });
});

test.each(TRIED.filter((name) => CASES[name].text.includes('points.csv')))(
  'every row of the table is a point or skipped: of %s',
  async (name) => {
    const { scenario, row } = await madeOf(name, write);
    const { points, sourceRows = [] } = scenario.data;
    expect(points.rows + Number(row['skippedRows'])).toBe(ROWS_READ);
    expect(sourceRows).toHaveLength(points.rows);
  },
);
