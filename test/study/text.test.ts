import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Compared, compared, COST, QUALITY, type Spread } from '../../src/study/comparison.ts';
import { comparisonCsv, comparisonText } from '../../src/study/text.ts';
import { summaries, summary } from './runs.ts';

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
const findings = { iterations: 4, converged: true };

describe('the table', () => {
  test('has a column for each thing that is compared, in their order, and a row for each figure that any has', () => {
    const text = comparisonText([compared('secfc', [summary()]), compared('kfed clusters=2', [summary()])]);
    expect(text.split('\n')[0].trim()).toBe('secfc  kfed clusters=2');
    expect(Object.keys(rowsOf(text))).toEqual([
      'finished',
      'accuracy',
      'loss',
      'iterations',
      'rounds',
      'messages',
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
    const text = comparisonText([compared('secfc', [summary(), summary()])]);
    expect(rowsOf(text)).toEqual({
      finished: ['2 of 2'],
      accuracy: ['90.00 %'],
      loss: ['12.5'],
      iterations: ['4'],
      rounds: ['5'],
      messages: ['100'],
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
      summary({ toServer: 1000, resultNs: 1e9, findings: { ...findings, accuracy: 0.5, loss: 1 } }),
      summary({ toServer: 3000, resultNs: 2e9, findings: { ...findings, accuracy: 1, loss: 4 } }),
    ];
    expect(rowsOf(comparisonText([compared('secfc', runs)]))).toMatchObject({
      accuracy: ['75.00 % ± 35.40 %'],
      loss: ['2.5 ± 2.12'],
      'to server': ['2.00 kB ± 1.41 kB'],
      'time to the result': ['1.500 s ± 707.0 ms'],
    });
  });

  test('says how many finished, and how many of these equal Lloyd', () => {
    const equal = (equalsLloyd: boolean) => summary({ findings: { ...findings, equalsLloyd } });
    const failed = summary({ findings: { iterations: 0, converged: false, aborted: 'too few answers' } });
    const text = comparisonText([
      compared('secfc', [equal(true), equal(false), failed]),
      compared('kfed', [summary(), summary(), summary()]),
    ]);
    expect(rowsOf(text)).toMatchObject({
      finished: ['2 of 3', '3 of 3'],
      'equal Lloyd': ['1 of 2'],
    });
    expect(rowsOf(comparisonText([compared('kfed', [summary()])]))).not.toHaveProperty('equal Lloyd');
  });

  test('leaves a cell empty that one has and another has not', () => {
    const failed = compared('failed', [summary({ ending: 'stalled' })]);
    const text = comparisonText([failed, compared('fine', [summary()])]);
    const [head, ...lines] = text.trimEnd().split('\n');
    const [edge, end] = [head.indexOf('failed') + 'failed'.length, head.indexOf('fine') + 'fine'.length];
    for (const line of lines.slice(1)) {
      expect(line.slice(head.indexOf('failed'), edge).trim()).toBe('');
      expect(line.length).toBe(end);
    }
    expect(comparisonText([failed])).toMatch(/^ +failed\nfinished +0 of 1\n$/);
  });

  test('has every row flush right below its head, no space at the end of a line, and a newline at the end', () => {
    fc.assert(
      fc.property(fc.array(fc.array(summaries, { minLength: 1 }), { minLength: 1, maxLength: 4 }), (all) => {
        const text = comparisonText(all.map((runs, i) => compared(`protocol-${i}`, runs)));
        expect(text).toMatch(/[^\n]\n$/);
        const lines = text.slice(0, -1).split('\n');
        expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
        const width = Math.max(...lines.map(({ length }) => length));
        expect(lines[0]).toHaveLength(width);
        expect(lines[1]).toHaveLength(width);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the CSV', () => {
  type Line = Readonly<Record<'title' | 'figure' | keyof Spread, string>>;
  const linesOf = (csv: string): Line[] => parse(csv, { columns: true });
  type Cell = readonly [title: string, figure: string, spread: unknown];
  /** What a reader of the CSV finds. */
  const read = (csv: string): Cell[] =>
    linesOf(csv).map(({ title, figure, ...numbers }) => [
      title,
      figure,
      Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
    ]);
  const written = (columns: readonly Compared[]): Cell[] =>
    columns.flatMap(({ title, figures }) => figures.map(({ name, spread }): Cell => [title, name, spread]));

  test('has a header, and a line for each thing and figure, with plain numbers', () => {
    const csv = comparisonCsv([compared('secfc', [summary(), summary({ toServer: 1500 })])]);
    const lines = csv.split('\n');
    expect(lines[0]).toBe('title,figure,runs,mean,deviation,minimum,maximum');
    expect(lines).toContain('secfc,messages,2,100,0,100,100');
    expect(lines).toContain(`secfc,toServer,2,1250,${Math.sqrt(125_000)},1000,1500`);
    // What links carried and what the quality is of nobody asked for here.
    expect(lines).toHaveLength(1 + QUALITY.length - 3 + COST.length - 2 + 1);
  });

  test('has only its header where nothing finished', () => {
    expect(comparisonCsv([compared('x', [summary({ ending: 'limit' })])])).toBe(
      'title,figure,runs,mean,deviation,minimum,maximum\n',
    );
  });

  test.each([
    ['kfed clusters=2', 'kfed clusters=2'],
    ['kfed start={"file":"a.csv"}', '"kfed start={""file"":""a.csv""}"'],
    ['a, b: secfc', '"a, b: secfc"'],
    ['two\nlines', '"two\nlines"'],
  ])('quotes a title where it must: %j', (title, quoted) => {
    const csv = comparisonCsv([compared(title, [summary()])]);
    expect(csv).toContain(`\n${quoted},accuracy,1,0.9,0,0.9,0.9\n`);
  });

  // RFC 4180, section 2: many readers take a bare one for the end of the line.
  test('quotes a title with a carriage return', () => {
    expect(comparisonCsv([compared('two\rlines', [summary()])])).toContain('\n"two\rlines",accuracy,');
  });

  test('gives back every title and number as it was', () => {
    const title = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom('"', ',', '\n', ' ', ';', 'a') }),
      )
      .filter((text) => !text.includes('\r'));
    const column = fc.tuple(title, fc.array(summaries, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(column, { maxLength: 3 }), (all) => {
        const columns = all.map(([name, runs]) => compared(name, runs));
        const csv = comparisonCsv(columns);
        expect(csv.endsWith('\n')).toBe(true);
        expect(read(csv)).toEqual(written(columns));
      }),
    );
  });
});
