import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../../src/run/figures/table.ts';
import type { RunRow } from '../../../src/run/tidy/run-row.ts';
import { csvOf } from '../../../src/run/tidy/rows.ts';
import { type Compared, compared } from '../../../src/studies/batch/comparison.ts';
import { comparisonRows, comparisonText } from '../../../src/studies/batch/text.ts';
import { row, rows } from '../../support/study-runs.ts';

const FIGURES = figuresOf([]);
/** One column alone. */
const alone = (title: string, runs: readonly RunRow[]): Compared => compared([{ title, runs }], FIGURES)[0];

/** The table as rows of cells, which stand at least two spaces apart, by the title of the row. */
function rowsOf(text: string): Readonly<Record<string, readonly string[]>> {
  const [, ...lines] = text.trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [title, ...cells] = line.split(/\s{2,}/);
      return [title, cells];
    }),
  );
}

describe('the table', () => {
  test('has a column for each thing that is compared, in their order, and a row for each figure that any has', () => {
    const text = comparisonText([alone('secfc', [row()]), alone('kfed clusters=2', [row()])]);
    expect(text.split('\n')[0].trim()).toBe('secfc  kfed clusters=2');
    expect(Object.keys(rowsOf(text))).toEqual([
      'finished',
      'accuracy',
      'loss',
      'iterations',
      'rounds',
      'messages',
      'bytes',
      'to server',
      'from server',
      'between clients',
      'operations of clients',
      'operations of server',
      'time to the result',
      'until all know it',
      'measured',
    ]);
  });

  test('has the value itself where runs agree, in units', () => {
    const text = comparisonText([alone('secfc', [row(), row()])]);
    expect(rowsOf(text)).toEqual({
      finished: ['2 of 2'],
      accuracy: ['90.00 %'],
      loss: ['12.5'],
      iterations: ['4'],
      rounds: ['5'],
      messages: ['100'],
      bytes: ['6.00 kB'],
      'to server': ['1.00 kB'],
      'from server': ['2.00 kB'],
      'between clients': ['3.00 kB'],
      'operations of clients': ['1.00 M'],
      'operations of server': ['2.00 M'],
      'time to the result': ['3.000 s'],
      'until all know it': ['3.500 s'],
      measured: ['4.0 ms'],
    });
  });

  test('has mean and sample deviation where runs differ', () => {
    const runs = [
      row({ toServer: 1000, resultNs: 1e9, accuracy: 0.5, loss: 1 }),
      row({ toServer: 3000, resultNs: 2e9, accuracy: 1, loss: 4 }),
    ];
    expect(rowsOf(comparisonText([alone('secfc', runs)]))).toMatchObject({
      accuracy: ['75.00 % ± 35.40 %'],
      loss: ['2.5 ± 2.1'],
      'to server': ['2.00 kB ± 1.41 kB'],
      'time to the result': ['1.500 s ± 707.0 ms'],
    });
  });

  test('says how small a deviation is that would round to nothing', () => {
    const runs = [row({ resultNs: 3.1e5, accuracy: 0.9 }), row({ resultNs: 3.2e5, accuracy: 0.90002 })];
    expect(rowsOf(comparisonText([alone('lloyd', runs)]))).toMatchObject({
      accuracy: ['90.00 % ± 0.0014 %'],
      'time to the result': ['0.3 ms ± 7.1 µs'],
    });
  });

  test('has nothing that looks the better because points are missing, and marks what costs less for it', () => {
    const whole = row({ loss: 100, lossOfAll: 100, lossPerPoint: 1, adjustedRand: 0.5, missingPoints: 0 });
    const partial = row({
      loss: 70,
      lossOfAll: 110,
      lossPerPoint: 0.9,
      adjustedRand: 0.9,
      missingPoints: 22,
    });
    const text = comparisonText([alone('whole', [whole]), alone('partial', [partial])]);
    const found = rowsOf(text);
    expect(found).toMatchObject({
      'points missing': ['0', '22'],
      'loss over all points': ['100', '110'],
      'to server': ['1.00 kB', '1.00 kB *'],
    });
    for (const title of ['loss', 'loss per point', 'adjusted Rand index'])
      expect(found).not.toHaveProperty(title);
    expect(text).toContain('\n* of the participants only');
    expect(comparisonText([alone('whole', [whole])])).not.toContain('*');
  });

  test('says how many finished, and how many of these equal Lloyd', () => {
    const equal = (equalsLloyd: boolean) => row({ equalsLloyd });
    const failed = row({ clustered: false, aborted: 'too few answers' });
    const text = comparisonText([
      alone('secfc', [equal(true), equal(false), failed]),
      alone('kfed', [row(), row(), row()]),
    ]);
    expect(rowsOf(text)).toMatchObject({
      finished: ['2 of 3', '3 of 3'],
      'equal Lloyd': ['1 of 2'],
    });
    expect(rowsOf(comparisonText([alone('kfed', [row()])]))).not.toHaveProperty('equal Lloyd');
  });

  test('says how many of the finished runs have a figure, unless all do', () => {
    const failed = row({ clustered: false, aborted: 'too few answers', accuracy: 1 });
    const { accuracy: _, ...without } = row();
    const inWords = { ...row(), accuracy: 'none' } as unknown as RunRow;
    const text = comparisonText([
      alone('secfc', [row({ accuracy: 0.8 }), without, failed]),
      alone('words', [inWords, without, inWords]),
      alone('all', [row(), row()]),
    ]);
    expect(rowsOf(text)['accuracy']).toEqual(['80.00 % (1 of 2)', 'none (2 of 3)', '90.00 %']);
    expect(text).toContain(
      'mean ± standard deviation of the runs that finished; (n of m): only n of these have the figure\n',
    );
    expect(comparisonText([alone('all', [row(), failed])])).not.toContain('(n of m)');
  });

  test('says of how many runs there is a result where none has one', () => {
    const failed = alone('failed', [row({ clustered: false, ending: 'stalled' })]);
    const text = comparisonText([failed, alone('fine', [row()])]);
    const [head, ...lines] = text.trimEnd().split('\n');
    const [edge, end] = [head.indexOf('failed') + 'failed'.length, head.indexOf('fine') + 'fine'.length];
    for (const line of lines.slice(1)) {
      expect(line.slice(head.indexOf('failed'), edge).trim()).toBe('0 of 1');
      expect(line.length).toBe(end);
    }
    expect(comparisonText([failed])).toMatch(/^ +failed\nfinished +0 of 1\n$/);
  });

  test('has every row flush right below its head, no space at the end of a line, and a newline at the end', () => {
    fc.assert(
      fc.property(fc.array(fc.array(rows, { minLength: 1 }), { minLength: 1, maxLength: 4 }), (all) => {
        const text = comparisonText(all.map((runs, i) => ({ ...alone(`protocol-${i}`, runs), notes: [] })));
        expect(text).toMatch(/[^\n]\n$/);
        // A table that is too wide is several, one below the other.
        const tables = text
          .slice(0, -1)
          .split('\n\n')
          .map((part) => part.split('\n'));
        const lines = tables.flat();
        expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
        const differ = text.includes(' ± ');
        expect(lines.at(-1)?.startsWith('mean ± standard deviation')).toBe(differ);
        if (differ) tables.at(-1)?.pop();
        for (const one of tables) {
          const width = Math.max(...one.map(({ length }) => length));
          expect(one[0]).toHaveLength(width);
          expect(one[1]).toHaveLength(width);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the rows', () => {
  const written = (columns: readonly Compared[]) => comparisonRows(columns);

  test('are one for each thing and figure, with plain numbers and the interval of the mean', () => {
    const csv = csvOf(written([alone('secfc', [row(), row({ toServer: 1500 })])]));
    const lines = csv.split('\n');
    expect(lines[0]).toBe('title,figure,runs,mean,deviation,median,minimum,maximum,low,high');
    expect(lines).toContain('secfc,messages,2,100,0,100,100,100,100,100');
    expect(lines.find((line) => line.startsWith('secfc,toServer'))).toMatch(
      new RegExp(`^secfc,toServer,2,1250,${Math.sqrt(125_000)},1250,1000,1500,0,\\d`),
    );
    // No interval goes below what bytes can be.
    const shown = [...FIGURES].filter(
      ({ name, rank }) => typeof row()[name] === 'number' && rank !== 'hidden',
    );
    expect(lines.slice(1, -1).map((line) => line.split(',')[1])).toEqual(shown.map(({ name }) => name));
  });

  test('keep any title, whatever is in it', () => {
    const titles = ['a, b', 'say "k"', 'two\nlines', 'plain'];
    const csv = csvOf(written(titles.map((title) => alone(title, [row()]))));
    const read: { title: string }[] = parse(csv, { columns: true });
    expect([...new Set(read.map(({ title }) => title))]).toEqual(titles);
  });

  test('have how a column differs from the first on the same seeds', () => {
    const columns = compared(
      [
        { title: 'a', runs: [row({ seed: 1, loss: 10 }), row({ seed: 2, loss: 20 })] },
        { title: 'b', runs: [row({ seed: 1, loss: 11 }), row({ seed: 2, loss: 23 })] },
      ],
      FIGURES,
    );
    const [one, other] = written(columns).filter(({ figure }) => figure === 'loss');
    expect(one).not.toHaveProperty('difference');
    expect(other).toMatchObject({ difference: 2, larger: 2, smaller: 0 });
  });
});
