import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { baselineOf } from '../../../src/run/tidy/baseline.ts';
import { rankingGrid } from '../../../src/cli/ranking-text.ts';
import { rank } from '../../../src/run/tidy/best.ts';
import { pivot } from '../../../src/run/tidy/pivot.ts';
import { everyRun, figuresOf, rangeOf } from '../../../src/run/figures/table.ts';
import { gridOf } from '../../../src/run/tidy/pivot-grid.ts';
import { latexTable, markdownTable, pivotRows, plainTable } from '../../../src/run/tidy/pivot-text.ts';
import { rounded, scaleOf } from '../../../src/run/tidy/quantity.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import { conditionsOf, meets } from '../../../src/run/tidy/where.ts';

const run = (protocol: string, privacy: number | undefined, seed: number, resultNs?: number): Row => ({
  protocol,
  ...(privacy !== undefined && { 'protocol.privacy': privacy }),
  seed,
  clustered: resultNs !== undefined,
  endNs: 1e9,
  ...(resultNs !== undefined && { resultNs }),
});
const ROWS = [
  run('secfc', 10, 1, 4e6),
  run('secfc', 10, 2, 6e6),
  run('secfc', 2, 1, 3e6),
  run('secfc', 2, 2),
  run('lloyd', undefined, 1, 1e6),
  run('lloyd', undefined, 2, 2e6),
];
const figures = everyRun;
const BY = { rows: ['protocol.privacy'], columns: ['protocol'], values: ['resultNs'], figures };
const TIME = figures.of('resultNs');

describe('a pivot', () => {
  const found = pivot(ROWS, BY);

  test('has a line and a column for each value, numbers in their order, what does not apply first', () => {
    expect(found.side).toEqual([[undefined], [2], [10]]);
    expect(found.top).toEqual([['secfc'], ['lloyd']]);
  });

  test('has means over the runs that came to a result, and says how many did not', () => {
    const [[, [lloyd]], [[two]], [[ten], [none]]] = found.cells;
    expect([lloyd?.spread?.mean, two?.spread?.mean, ten?.spread?.mean, none]).toEqual([
      1.5e6,
      3e6,
      5e6,
      undefined,
    ]);
    expect([two?.standing.runs, two?.spread?.runs]).toEqual([2, 1]);
    expect(pivot(ROWS, { ...BY, values: ['endNs'] }).cells[1][0][0]?.spread?.runs).toBe(1);
    expect(pivot(ROWS, { ...BY, values: ['clustered'] }).cells[1][0][0]?.spread?.mean).toBe(0.5);
  });

  test('holds runs against others pair by pair, whatever these have no setting for', () => {
    const baseline = baselineOf(ROWS, conditionsOf('protocol = lloyd', '--versus'), [
      'protocol',
      'protocol.privacy',
    ]);
    const { cells } = pivot(ROWS, { ...BY, baseline });
    expect(cells[2][0][0]?.difference).toMatchObject({ runs: 2, mean: 3.5e6, larger: 2, smaller: 0 });
    expect(cells[1][0][0]?.difference).toMatchObject({ runs: 1, mean: 2e6 });
    expect(() => baselineOf(ROWS, conditionsOf('protocol = kfed', '--versus'), [])).toThrow(
      'expected runs with protocol = kfed, got none',
    );
    expect(() => baselineOf(ROWS, conditionsOf('protocol = secfc', '--versus'), [])).toThrow(
      /got several: add conditions/,
    );
  });

  test('is written as Markdown, LaTeX and rows', () => {
    const grid = gridOf(found);
    expect(markdownTable(grid).split('\n').slice(0, 7)).toEqual([
      'time to the result (ms), by protocol:',
      '',
      '| protocol.privacy | secfc | lloyd |',
      '| --- | ---: | ---: |',
      '| – |  | 1.5 [0.0, 7.9] |',
      '| 2 | 3 (1 of 2) |  |',
      '| 10 | 5 [0, 18] |  |',
    ]);
    expect(latexTable(grid)).toContain(String.raw`10 & $5\; [0, 18]$ &  \\`);
    expect(latexTable(grid)).toMatch(/\\toprule\n[^]*\\midrule\n[^]*\\bottomrule\n\\end\{tabular\}\n$/);
    expect(pivotRows(found)).toHaveLength(3);
    expect(pivotRows(found)[1]).toMatchObject({
      'protocol.privacy': 2,
      protocol: 'secfc',
      runs: 2,
      results: 1,
      mean: 3e6,
    });
  });
});

test('one seed under several settings is no repetition: such a mean has no interval, and that is said', () => {
  const rows = [1, 2].flatMap((seed) => [
    run('secfc', 2, seed, seed * 1e6),
    run('secfc', 3, seed, seed * 1e6),
  ]);
  const [apart, together] = [['protocol', 'protocol.privacy'], ['protocol']].map((side) =>
    gridOf(pivot(rows, { rows: side, columns: [], values: ['resultNs'], figures })),
  );
  expect(apart.lines[0][1][0].ends).toBeDefined();
  expect(apart.notes[0]).not.toContain('not told apart');
  expect(together.lines[0][1][0]).toEqual({ mean: '1.5' });
  expect(together.notes[0]).toContain('whose settings are not told apart here');
});

test('the best setting is one whose every run came to a result and meets the conditions', () => {
  const ranking = rank(ROWS, ['protocol', 'protocol.privacy'], TIME, []);
  expect(ranking).toMatchObject({ settings: 3, refused: 1 });
  expect(ranking.ranked.map(({ setting }) => setting)).toEqual([
    ['lloyd', undefined],
    ['secfc', 10],
  ]);
  expect(ranking.ranked[1].difference).toMatchObject({ mean: 3.5e6 });
  const slow = rank(ROWS, ['protocol', 'protocol.privacy'], TIME, conditionsOf('resultNs > 3e6', '--where'));
  expect(slow.ranked.map(({ setting }) => setting)).toEqual([['secfc', 10]]);
});

test('a setting of which a run violated something is marked, and not ranked', () => {
  const rows = ROWS.map((row, at) => (at === 4 ? { ...row, violated: 'bytes: too many' } : row));
  const ranking = rank(rows, ['protocol', 'protocol.privacy'], TIME, []);
  expect(ranking).toMatchObject({ settings: 3, refused: 2 });
  expect(ranking.ranked.map(({ setting }) => setting)).toEqual([['secfc', 10]]);
  const grid = gridOf(pivot(rows, { ...BY, rows: ['protocol'], columns: [] }));
  expect(plainTable(grid)).toMatch(/^lloyd .*\(1 violated\)$/m);
  expect(grid.notes[0]).toContain('; "n violated": of n runs, something did not hold that must');
});

test('intervals of the best are cut at what the figure can be, and those that are not shown are counted', () => {
  const figure = figures.of('accuracy');
  const rows = [1, 2, 3, 4, 5, 6, 7].flatMap((clients) =>
    [1, 0.4 + clients / 100, 1].map((accuracy, seed) => ({ clients, seed, clustered: true, accuracy })),
  );
  const ranking = rank(rows, ['clients'], figure, []);
  expect(ranking.ranked[0].spread.interval).toMatchObject({ high: 1, cut: true });
  const text = plainTable(rankingGrid(ranking, ['clients'], figure, []));
  expect(text).toMatch(/, or its ends, if it is cut at a bound of the figure$/m);
  expect(text).toMatch(/^7 +3 +82 \[\d+, 100\] +best$/m);
  expect(text).toMatch(/^and 1 more$/m);
});

describe('the best is in bold', () => {
  const noise = [0, 2e4, 1e4, 3e4];
  const rows = (times: readonly number[]): Row[] =>
    times.flatMap((ns, privacy) =>
      noise.map((more, i) => run('secfc', privacy, i, ns + more * (privacy + 1))),
    );
  const written = (times: readonly number[]): string[] => {
    const axes = ['protocol.privacy'];
    const grid = rankingGrid(rank(rows(times), axes, TIME, []), axes, TIME, []);
    return [markdownTable(grid), latexTable(grid), plainTable(grid)];
  };

  test('if all others differ from it', () => {
    const [markdown, latex, plain] = written([4e6, 1e6, 9e6]);
    expect(markdown.match(/__[^_]+__/g)).toEqual(['__1.030 ± 0.041__']);
    expect(latex.match(/\\mathbf\{[^}]+\}/g)).toEqual([String.raw`\mathbf{1.030}`]);
    expect(plain).not.toContain('__');
  });

  test('not if one is not told apart from it, or there is no other', () => {
    for (const times of [[1e6, 1e6 + 1e3, 9e6], [1e6]])
      for (const text of written(times)) expect(text).not.toMatch(/__|mathbf/);
  });
});

describe('a condition', () => {
  test.each([
    ['resultNs < 5e6', true],
    ['resultNs >= 4e6', true],
    ['resultNs > 4e6', false],
    ['protocol = secfc', true],
    ['protocol != secfc', false],
    ['protocol = secfc and seed = 2', false],
    ['nothing < 3', false],
    ['nothing != 3', true],
    ['clustered = true', true],
  ])('%s', (text, met) => {
    expect(conditionsOf(text, '--where').every((one) => meets(ROWS[0], one))).toBe(met);
  });

  test.each(['loss', 'loss <', 'loss < little', '< 3'])('%s is none', (text) => {
    expect(() => conditionsOf(text, '--where')).toThrow(/^--where: expected a /);
  });
});

test('values of a table have one unit, and as many digits as their uncertainty leaves them', () => {
  expect(scaleOf('ns', [2e9, 5e6])).toEqual({ unit: 'ms', factor: 1e6 });
  expect(scaleOf('bytes', [0, 2e6, 5e9])).toEqual({ unit: 'MB', factor: 1e6 });
  expect([rounded(1234.5678, 12), rounded(1.23456, 0.0123), rounded(0.123456, undefined)]).toEqual([
    '1235',
    '1.235',
    '0.1235',
  ]);
});

test('what runs have in words stays readable where each has other parties', () => {
  const missing = [1, 2, 3].map((seed) => [1, 4, 7].map((n) => `client-${n * seed}`).join(', '));
  const rows = missing.map((names, seed): Row => ({ protocol: 'lloyd', seed, missing: names }));
  const grid = gridOf(pivot(rows, { rows: ['protocol'], columns: [], values: ['missing'], figures }));
  expect(grid.lines[0][1][0].remark).toBe(
    'client-1, client-2, client-3, client-4, client-7 and 4 more (3 in each run), 3 partial',
  );
});

test('an interval of a share that would go past 100 % stands as its ends', () => {
  const rows = [0.99, 1, 0.7].map((accuracy, seed): Row => ({ protocol: 'lloyd', seed, accuracy }));
  const options = { rows: ['protocol'], columns: [], values: ['accuracy'], figures };
  const grid = gridOf(pivot(rows, options));
  expect(markdownTable(grid)).toContain('| lloyd | 90 [47, 100] |');
  expect(latexTable(grid)).toContain(String.raw`lloyd & $90\; [47, 100]$`);
  expect(grid.notes[0]).toContain("(Student's t), or its ends, if it is cut at a bound of the figure;");
});

test("losses, epsilons and counts of protocols' own have no negative values", () => {
  const own = figuresOf(standard.protocols);
  for (const name of ['lossAtCentres', 'nicv', 'epsilon', 'delta', 'requestsServed', 'separationRatio'])
    expect([name, rangeOf(own.of(name))]).toMatchObject([name, { least: 0 }]);
});
