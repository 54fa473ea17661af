/** The figures that a plugin's protocol measures are shown by every view, as those of every run are. */

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rangeOf } from '../../src/run/figures/table.ts';
import type { Row } from '../../src/run/tidy/rows.ts';
import { compareScenarios } from '../../src/studies/batch/compare.ts';
import { readRows } from '../../src/studies/tables/read.ts';
import { measuredPlugin, OWN, type OwnFigure } from '../support/measured-plugin.ts';
import { plugins as standard } from '../support/plugins.ts';
import { cahootsWith } from '../support/program.ts';
import { edited, SMALL } from '../support/small-scenario.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const plugins = [...standard, measuredPlugin];
const write = temporaryFiles();
const folder = mkdtempSync(join(tmpdir(), 'cahoots-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: string[]): string => join(folder, ...names);

const file = write(
  'measured.yaml',
  `${edited(SMALL, ['secfc\n  clusters: 2\n  privacy: 2', 'measured\n  clusters: 2\n  start: random'])}
compare: [lloyd]
sweep: { protocol: [measured, lloyd], clients: [4, 5, 6], seeds: 2 }
`,
);
const trace = at('run', 'run.trace');
const cahoots = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await cahootsWith(plugins, ...args);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
/** What a command writes into a file. */
const written = async (path: string, ...args: readonly string[]): Promise<string> => {
  await cahoots(...args, path);
  return readFileSync(path, 'utf8');
};

beforeAll(async () => {
  const here = ['--threads', '0', '--out'];
  await cahoots('run', file, '--out', at('run'));
  await cahoots('compare', file, '--seeds', '2', ...here, at('compare'));
  await cahoots('sweep', file, ...here, at('sweep'));
  await cahoots('swarm', file, '--runs', '2', ...here, at('swarm'));
}, 60_000);

type View<T> = Readonly<Record<string, () => Promise<T>>>;

/** A figure by its title, and what it is by itself, on one line. */
const LISTS: View<string> = {
  'the text of run': () => cahoots('run', file),
  'the text of report': () => cahoots('report', trace),
  'the text of compare': () => cahoots('compare', file, '--threads', '0'),
  'the page of a run': async () => htmlText(await written(at('run.html'), 'report', trace, '--html')),
  'the page of two runs': async () =>
    htmlText(await written(at('two.html'), 'report', trace, trace, '--html')),
  'the page of a comparison': async () =>
    htmlText(await written(at('compare.html'), 'report', at('compare'), '--html')),
  'the page of a sweep': async () =>
    htmlText(await written(at('sweep.html'), 'report', at('sweep'), '--html')),
  'the page of a swarm': async () =>
    htmlText(await written(at('swarm.html'), 'report', at('swarm'), '--html')),
};

describe.each(Object.keys(LISTS))('%s', (view) => {
  let lines: readonly string[];
  beforeAll(async () => {
    lines = (await LISTS[view]()).split('\n');
  });
  test.each(OWN)('has the figure $described.title', ({ described: { title }, text }) => {
    expect(lines.some((line) => line.includes(title) && line.includes(text))).toBe(true);
  });
});

/** A figure by its title with the unit, and its number in that. */
const TABLES: View<string> = {
  'a sweep': () => cahoots('sweep', file, '--threads', '0'),
  'the table of a sweep': () => cahoots('table', at('sweep')),
  'the table of a comparison': () => cahoots('table', at('compare')),
  'a table in Markdown': () => cahoots('table', at('sweep'), '--format', 'markdown'),
  'a table in LaTeX': async () =>
    (await cahoots('table', at('sweep'), '--format', 'latex')).replaceAll(String.raw`\%`, '%'),
};

describe.each(Object.keys(TABLES))('%s', (view) => {
  let words: readonly string[];
  beforeAll(async () => {
    words = (await TABLES[view]()).split(/[\s|$]+/);
  });
  // A title may be wrapped.
  test.each(OWN)('has the figure $described.title', ({ described: { title }, text, cell = text, unit }) => {
    const head = unit === undefined ? title : `${title} (${unit})`;
    expect(words).toEqual(expect.arrayContaining([...head.split(' '), ...cell.split(' ')]));
  });
});

const NUMBERS = OWN.filter(({ value }) => typeof value === 'number');

/** Pictures of numbers by their titles, with which way is better. */
const PICTURES: View<string> = {
  'the picture of a comparison': () => picture(at('compare.svg'), 'compare', 'compare'),
  'the picture of a sweep': () => picture(at('sweep.svg'), 'sweep', 'sweep'),
  'the picture of a swarm': () => picture(at('swarm.svg'), 'swarm', 'compare'),
};

function picture(path: string, study: string, kind: string): Promise<string> {
  return written(path, 'plot', at(study), '--kind', kind, '--out');
}

describe.each(Object.keys(PICTURES))('%s', (view) => {
  let svg: string;
  beforeAll(async () => {
    svg = await PICTURES[view]();
  });
  test.each(NUMBERS)('has the figure $described.title', ({ described: { title, better } }) => {
    const way = { up: ' (more is better)', down: ' (less is better)', none: '' }[better ?? 'none'];
    expect(svg).toContain(`>${title}${way}<`);
  });
});

test.each(NUMBERS)('--best ranks by $described.title, named by it', async ({ described, cell, unit }) => {
  for (const name of [described.name, described.title]) {
    const ranking = await cahoots('table', at('sweep'), '--where', 'protocol = measured', '--best', name);
    const order = described.better === 'up' ? 'largest first' : 'smallest first';
    expect(ranking).toContain(order);
    expect(ranking).toContain(`${described.title}${unit === undefined ? '' : ` (${unit})`}`);
    expect(ranking).toMatch(new RegExp(`^measured .*\\s${cell}\\s+best$`, 'm'));
  }
});

test.each(NUMBERS)(
  '--y draws $described.title, named by it',
  async ({ described: { name, title }, text }) => {
    for (const y of [name, title]) {
      const svg = await written(at('y.svg'), 'plot', at('compare'), '--y', y, '--kind', 'compare', '--out');
      expect(svg).toContain(`>${title}`);
      expect(svg).toContain(`>${text}<`);
    }
  },
);

test('what is in words can be neither ranked nor drawn, and is named', async () => {
  const ranked = await cahootsWith(plugins, 'table', at('sweep'), '--best', 'verdict');
  expect(ranked.stderr).toBe(
    '--best: expected a figure of which some run has a number, got verdict, which is "seven of nine"\n',
  );
  const drawn = await cahootsWith(plugins, 'plot', at('sweep'), '--y', 'verdict', '--out', at('no.svg'));
  expect(drawn.stderr).toMatch(/^--y: expected a column of numbers .*, got ownVerdict\n$/);
});

interface Tables {
  readonly runs: readonly Row[];
  readonly figures: readonly Row[];
}

async function tablesIn(study: string, runs: string, figures: string): Promise<Tables> {
  return { runs: await readRows(at(study, runs)), figures: await readRows(at(study, figures)) };
}

async function exported(what: string, format: string): Promise<Tables> {
  const name = `${what.replaceAll(/\W/g, '-')}-${format}`;
  await cahoots('export', at(what), '--to', format, '--out', at(name));
  return tablesIn(name, `runs.${format}`, `figures.${format}`);
}

async function json(...args: readonly string[]): Promise<Tables> {
  const { run, figures } = JSON.parse(await cahoots(...args)) as { run: Row; figures: Row[] };
  return { runs: [run], figures };
}

/** Rows with a column for every figure, and the table that says what they mean. */
const ROWS: View<Tables> = {
  'the JSON of run': () => json('run', file, '--json'),
  'the JSON of report': () => json('report', trace, '--json'),
  'a comparison as CSV': () => tablesIn('compare', 'runs.csv', 'figures.csv'),
  'a sweep as JSON lines': () => tablesIn('sweep', 'rows.jsonl', 'figures.jsonl'),
  'a swarm as JSON lines': () => tablesIn('swarm', 'runs.jsonl', 'figures.jsonl'),
  'a pack': async () => {
    await cahoots('pack', trace, '--out', at('run.zip'));
    const inside = unzipSync(readFileSync(at('run.zip')))['results/report.json'];
    const { run, figures } = JSON.parse(Buffer.from(inside).toString()) as { run: Row; figures: Row[] };
    return { runs: [run], figures };
  },
  ...Object.fromEntries(
    ['run/run.trace', 'compare', 'sweep', 'swarm'].flatMap((what) =>
      ['csv', 'jsonl', 'parquet'].map((to) => [`an export of ${what} as ${to}`, () => exported(what, to)]),
    ),
  ),
};

test.each(Object.keys(ROWS))('%s has the values of all, and what they mean', async (view) => {
  const { runs, figures } = await ROWS[view]();
  const measured = runs.filter(({ protocol }) => protocol === 'measured');
  expect(measured.length).toBeGreaterThan(0);
  for (const row of measured) for (const { described, value } of OWN) expect(row[described.name]).toBe(value);
  const own = figures.filter(({ protocol }) => protocol === 'measured');
  expect(own.toSorted(byName)).toEqual(OWN.map(figureRow).toSorted(byName));
});

function figureRow({ described: { name, summary, rank = 'main', range, ...rest } }: OwnFigure): Row {
  const bounds = rangeOf({ unit: rest.unit, range });
  return { figure: name, protocol: 'measured', meaning: summary, rank, ...bounds, ...rest };
}

function byName(a: Row, b: Row): number {
  return String(a['figure']).localeCompare(String(b['figure']));
}

test('rows on standard output have the values of all', async () => {
  const csv = await cahoots('compare', file, '--threads', '0', '--csv');
  const [compared] = await readRows(write('compared.csv', csv));
  const lines = await cahoots('sweep', file, '--threads', '0', '--json');
  const [swept] = await readRows(write('swept.jsonl', lines));
  for (const { described: one, value } of OWN) {
    expect(compared[one.name]).toBe(value);
    expect(swept[one.name]).toBe(value);
  }
});

test('a comparison as JSON, and its table of figures, have the mean of each, or its words', async () => {
  const { columns } = JSON.parse(await cahoots('compare', file, '--threads', '0', '--json')) as {
    columns: { figures: { name: string; spread?: { mean: number }; words?: string[] }[] }[];
  };
  const rows = await readRows(at('compare', 'comparison.csv'));
  for (const { described: one, value } of OWN) {
    const inJson = columns[0].figures.find(({ name }) => name === one.name);
    expect(inJson?.spread?.mean ?? inJson?.words?.join()).toBe(value);
    const inCsv = rows.find(({ title, figure }) => title === 'measured' && figure === one.name);
    expect(inCsv?.['mean'] ?? inCsv?.['words']).toBe(value);
  }
});

test('a protocol that does not measure a figure has a dash, not a failure', async () => {
  const table = await cahoots('table', at('sweep'), '--rows', 'protocol', '--value', 'ownRoundness');
  expect(table).toMatch(/^lloyd +–$/m);
  const svg = await written(at('one.svg'), 'plot', at('compare'), '--y', 'ownRoundness', '--out');
  expect(svg).not.toContain('0 of 2 runs');
});

describe('rows beside which something else is stored', () => {
  /** The comparison, with its table of figures changed; absent: without it. */
  const copy = (name: string, change?: (text: string) => string): string => {
    mkdirSync(at(name));
    copyFileSync(at('compare', 'runs.csv'), at(name, 'runs.csv'));
    if (change !== undefined)
      writeFileSync(at(name, 'figures.csv'), change(readFileSync(at('compare', 'figures.csv'), 'utf8')));
    return at(name);
  };
  const asNs = (text: string): string =>
    edited(text, ['ownBorder,points near a border,share', 'ownBorder,points near a border,ns']);

  test('of two versions, in which a figure means different things, are not put together', async () => {
    const both = [at('compare'), copy('two', asNs)];
    for (const args of [
      ['plot', ...both, '--out', at('two.svg')],
      ['report', ...both, '--html', at('no.html')],
    ])
      expect(await cahootsWith(plugins, ...args)).toEqual({
        code: 2,
        stdout: '',
        stderr: `${both.join(' and ')}: expected one meaning of the figure ownBorder, got two: unit share (of measured) and ns (of measured); rename one of them\n`,
      });
  });

  test('that no version wrote is named with its file', async () => {
    const wrong = copy('wrong', (text) => asNs(text).replace(',ns', ',seconds'));
    expect((await cahootsWith(plugins, 'table', wrong)).stderr).toBe(
      `${join(wrong, 'figures.csv')}: unit of ownBorder: expected one of number, share, ratio, bytes, operations, ns, got seconds\n`,
    );
  });

  test('as in earlier versions, which stored nothing, are read as far as they can be', async () => {
    const old = copy('old');
    const asked = ['table', old, '--value', 'ownBorder'];
    const without = await cahootsWith(standard, ...asked);
    expect(without.stdout).toMatch(/^measured +0\.375$/m);
    expect(without.stderr).toBe(
      'no table of figures is beside these rows, and no plugin has measured: its own figures are plain numbers, shown if they are asked for by their columns\n',
    );
    const drawn = await cahootsWith(standard, 'plot', old, '--y', 'ownBorder', '--out', at('old.svg'));
    expect(drawn.stderr).toBe(without.stderr);
    const known = await cahootsWith(plugins, ...asked);
    expect(known).toMatchObject({ code: 0, stderr: '' });
    expect(known.stdout).toMatch(/^title +points near a border \(%\)\nmeasured +37\.5$/m);
  });
});

test('a comparison that was interrupted is read as far as it came', async () => {
  const stop = new AbortController();
  const out = at('interrupted');
  const done = compareScenarios([file], {
    plugins,
    seeds: 3,
    threads: 0,
    signal: stop.signal,
    onDone: (count) => count === 4 && stop.abort(),
    journal: join(out, 'runs.jsonl'),
  });
  await expect(done).rejects.toThrow('aborted');
  expect(readdirSync(out).toSorted()).toEqual(['figures.csv', 'runs.jsonl']);
  // What is written beside the rows is enough: the plugin is not there any more.
  const read = (...args: readonly string[]): Promise<string> =>
    cahootsWith(standard, ...args).then(({ stdout }) => stdout);
  expect(await read('table', out, '--value', 'ownLife')).toMatch(/^measured +2\.5$/m);
  expect(await read('table', out, '--best', 'shelf life')).toMatch(/^measured .*\s2\.5\s+best$/m);
  await read('report', out, '--html', at('interrupted.html'));
  expect(htmlText(readFileSync(at('interrupted.html'), 'utf8'))).toMatch(/shelf life 2\.500 s/);
});

/** A line for each item and each row of a table, without tags. */
function htmlText(html: string): string {
  return html
    .replaceAll(/<\/(?:div|tr)>/g, '\n')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[^\S\n]+/g, ' ');
}
