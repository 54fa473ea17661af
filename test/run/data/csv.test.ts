import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, type CsvOptions } from '../../../src/run/data/csv.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
const read = (text: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  readCsv(write('data.csv', text), { missing: 'refuse', ...options });

describe('what is read', () => {
  test('every column is a coordinate unless something else is said', () => {
    const data = read('x,y,z\n1,2,3\n4,5,6\n');
    expect(data.points).toEqual({ rows: 2, columns: 3, values: Float64Array.of(1, 2, 3, 4, 5, 6) });
    expect(Object.keys(data)).toEqual(['points', 'columns', 'skipped', 'missing']);
    expect([data.columns, data.missing]).toEqual([['x', 'y', 'z'], []]);
    expectSound(data);
  });

  test('labels and clients are numbered in order of first appearance, from any column', () => {
    const data = read('kind,x,who\nb,1,Zoe\na,2,7\nb,3,Zoe\n', { label: 'kind', client: 'who' });
    expect(data.points.values).toEqual(Float64Array.of(1, 2, 3));
    expect([data.truth, data.classes]).toEqual([Uint32Array.of(0, 1, 0), ['b', 'a']]);
    expect([data.owners, data.ownerNames]).toEqual([Uint32Array.of(0, 1, 0), ['Zoe', '7']]);
  });

  test('ignored columns may hold anything', () => {
    const data = read('id,x,note\nabc,1,\ndef,2,?\n', { ignore: ['id', 'note'] });
    expect(data.points.values).toEqual(Float64Array.of(1, 2));
  });

  test.each([
    ['windows line ends', 'x,y\r\n1,2\r\n3,4\r\n'],
    ['old mac line ends', 'x,y\r1,2\r3,4'],
    ['mixed line ends', 'x,y\r\n1,2\n3,4\r'],
    ['no line end after the last row', 'x,y\n1,2\n3,4'],
    ['blank lines', 'x,y\n\n1,2\n\n\n3,4\n\n'],
    ['a byte order mark', '\uFEFFx,y\n1,2\n3,4\n'],
    ['a byte order mark before quotes', '\uFEFF"x",y\n1,2\n3,4\n'],
    ['quoted cells', '"x","y"\n"1","2"\n"3",4\n'],
    ['spaces around cells', ' x , y\n 1 ,\t2\n 3, "4" \n'],
  ])('%s are accepted', (_, text) => {
    const { points } = read(text, { ignore: [] });
    expect(points).toEqual({ rows: 2, columns: 2, values: Float64Array.of(1, 2, 3, 4) });
    expect(read(text, { label: 'x' }).points.columns).toBe(1);
  });

  test.each([
    '1',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e3',
    '1E-3',
    '-0.25e+2',
    '007',
    '1e-999',
    '4.9406564584124654e-324',
  ])('the number %s is read as JavaScript reads it', (text) =>
    expect(read(`x\n${text}\n`).points.values).toEqual(Float64Array.of(Number(text))),
  );

  test('quotes, commas and line ends inside a quoted label belong to the label', () => {
    const data = read('x,kind\n1,"a, ""b""\r\nc"\n', { label: 'kind' });
    expect(data.classes).toEqual(['a, "b"\r\nc']);
  });

  test('names that count the columns are a header', () => {
    expect(read('0,1\n5,6\n').points.values).toEqual(Float64Array.of(5, 6));
  });

  test('any matrix comes back from a file of its numbers', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const matrix = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(finite, { minLength: columns, maxLength: columns }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(matrix, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, end, quoted) => {
        const header = rows[0].map((_, i) => `c${i}`);
        const text = [header, ...rows].map((cells) =>
          // String(-0) is '0'.
          cells
            .map((cell) => (Object.is(cell, -0) ? '-0' : String(cell)))
            .map((cell) => (quoted ? `"${cell}"` : cell)),
        );
        const { points } = read(text.map((cells) => cells.join(',') + end).join(''));
        expect(points).toEqual({
          rows: rows.length,
          columns: header.length,
          values: Float64Array.from(rows.flat()),
        });
      }),
      { numRuns: thoroughly(60, 200) },
    );
  });

  test('any label comes back, quoted, and the lines after it keep their numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (labels) => {
        const names = labels.map((label) => `<${label}`);
        const rows = names.map((name, i) => `${i},"${name.replaceAll('"', '""')}"\r\n`).join('');
        expect(new Set(read(`x,kind\r\n${rows}`, { label: 'kind' }).classes)).toEqual(new Set(names));
        const error = refusal(() => read(`x,kind\r\n${rows}oops,a\r\n`, { label: 'kind' }));
        expect(error.place.line).toBe(`x,kind\r\n${rows}`.split(/\r\n|\n|\r/).length);
      }),
    );
  });
});

describe('tables as programs write them', () => {
  const four = { rows: 2, columns: 2, values: Float64Array.of(1.5, 2, -3, 0.04) };

  test.each([
    ['semicolons and decimal commas', 'x;y\n1,5;2\n-3;4e-2\n'],
    ['semicolons and decimal points', 'x;y\n1.5;2\n-3;0.04\n'],
    ['tabs', 'x\ty\n1.5\t2\n-3\t.04\n'],
    ['tabs and decimal commas', 'x\ty\n1,5\t2\n-3\t0,04\n'],
    ['bars', 'x|y\n1.5|2\n-3|0.04\n'],
    [
      'quoted decimal commas between commas, where that is said',
      'x,y\n"1,5",2\n-3,"0,04"\n',
      { decimal: ',' } as const,
    ],
    ['semicolons in a name', '"a;b;c",y\n1.5,2\n-3,0.04\n'],
    [
      'more commas than semicolons in the header',
      '"a,b,c,d";y\n1.5;2\n-3;0.04\n',
      { delimiter: ';' } as const,
    ],
  ])('%s', (_, text, options: Partial<CsvOptions> = {}) => {
    expect(read(text, options).points).toEqual(four);
  });

  test('an empty cell between tabs is missing, and spaces around cells are no part of them', () => {
    const data = read('x\ty\tz\n1\t\t3\n 4 \t5\t 6\n', { missing: 'skip' });
    expect([data.points.values, data.skipped]).toEqual([Float64Array.of(4, 5, 6), 1]);
  });

  test('any delimiter gives back the points of a comma', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => !Object.is(x, -0));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number, number), { minLength: 1 }),
        fc.constantFrom(';', '\t', '|'),
        fc.boolean(),
        (rows, delimiter, commas) => {
          const cell = (x: number): string => (commas ? String(x).replace('.', ',') : String(x));
          const text = [['x', 'y', 'z'], ...rows.map((row) => row.map(cell))].map((cells) =>
            cells.join(delimiter),
          );
          expect(read(text.join('\n')).points.values).toEqual(Float64Array.from(rows.flat()));
        },
      ),
    );
  });
});

describe('columns of words', () => {
  const text = 'kind,x,sex\nb,1,f\na,2,m\nb,3,f\na,4,x\n';

  test('become a coordinate for every word, in order of first appearance', () => {
    const data = read(text, { label: 'kind', categories: ['sex'] });
    expect(data.columns).toEqual(['x', 'sex=f', 'sex=m', 'sex=x']);
    expect(data.points).toEqual({
      rows: 4,
      columns: 4,
      values: Float64Array.of(1, 1, 0, 0, 2, 0, 1, 0, 3, 1, 0, 0, 4, 0, 0, 1),
    });
    expectSound(data);
  });

  test('may be all there are, and numbers are words too', () => {
    const { columns, points } = read('a,b\n1,u\n2,u\n', { categories: ['a', 'b'] });
    expect([columns, points.values]).toEqual([['a=1', 'a=2', 'b=u'], Float64Array.of(1, 0, 1, 0, 1, 1)]);
  });

  test('cannot be the label too', () => {
    const error = refusal(() => read(text, { label: 'sex', categories: ['sex'] }));
    expect(error.message).toContain('expected one of the columns "kind", "x", got "sex"');
    expect(error.place.path).toBe('data.categories');
  });
});

describe('missing values', () => {
  test.each(['NA', 'na', 'N/A', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'None'])(
    'are also what programs write for them: %s',
    (word) => {
      const data = read(`x,kind\n1,${word}\n${word},b\n3,b\n`, { missing: 'skip', label: 'kind' });
      expect([data.points.values, data.classes, data.missing]).toEqual([
        Float64Array.of(1, 3),
        [word, 'b'],
        [{ column: 'x', rows: 1 }],
      ]);
      expect(refusal(() => read(`x\n${word}\n`)).message).toContain(
        `expected a value in column "x", got "${word}"`,
      );
    },
  );

  const text = 'x,kind,y\n1,a,2\n?,b,3\n4,,5\n6,c,\n7,a,8\n';

  test('rows with one are left out and counted on request, and name no class', () => {
    const data = read(text, { missing: 'skip', label: 'kind' });
    expect(data.points.values).toEqual(Float64Array.of(1, 2, 7, 8));
    expect([data.skipped, data.classes]).toEqual([3, ['a']]);
    expect(data.sourceRows).toEqual(Uint32Array.of(0, 4));
    expect(data.missing).toEqual([
      { column: 'x', rows: 1 },
      { column: 'kind', rows: 1 },
      { column: 'y', rows: 1 },
    ]);
    expectSound(data);
  });

  test('which rows are left is counted without the header, blank lines and line ends in cells', () => {
    const { sourceRows } = read('x,note\n\n1,"a\nb"\n?,c\n\n3,d\n', { missing: 'skip', ignore: ['note'] });
    expect(sourceRows).toEqual(Uint32Array.of(0, 2));
  });

  test('otherwise the first one is refused', () => {
    expect(refusal(() => read(text, { label: 'kind' })).message).toMatch(
      /data\.csv:3: expected a value in column "x", got "\?"$/,
    );
  });

  test('an empty label or client is one too', () => {
    expect(refusal(() => read('x,kind\n1,\n', { label: 'kind' })).message).toContain(
      'column "kind", got an empty cell',
    );
    expect(refusal(() => read('x,who\n1,?\n', { client: 'who' })).message).toContain('column "who", got "?"');
  });

  test('in a table of one column a blank line is one', () => {
    expect(refusal(() => read('x\n1\n\n2\n')).place.line).toBe(3);
    const { skipped, sourceRows } = read('x\n1\n\n2\n', { missing: 'skip' });
    expect([skipped, sourceRows]).toEqual([1, Uint32Array.of(0, 2)]);
  });
});

describe('what is refused, and where', () => {
  const cases: [name: string, text: string, line: number, expected: string, options?: Partial<CsvOptions>][] =
    [
      ['an empty file', '', 1, 'expected a header row, got an empty file'],
      ['a file of a byte order mark', '\uFEFF', 1, 'expected a header row, got an empty file'],
      ['a header alone', 'x,y\n', 1, 'expected rows below the header, got none'],
      ['a header and blank lines', 'x,y\n\n\n', 1, 'expected rows below the header, got none'],
      [
        'rows with missing values only',
        'x,y\n?,1\n',
        1,
        'got none without missing values',
        { missing: 'skip' },
      ],
      ['an empty name', 'x,,y\n1,2,3\n', 1, 'expected a name in the header for column 2, got none'],
      [
        'a blank line for a header',
        '\nx,y\n1,2\n',
        1,
        'expected a name in the header for column 1, got none',
      ],
      ['a name twice', 'x,y,x\n1,2,3\n', 1, 'expected distinct column names, got "x" twice'],
      ['a header of numbers', '5.1,3.5\n4.9,3.0\n', 1, 'expected a header row with names, got numbers'],
      [
        'a point for a header, as in a file without one',
        '5.1,3.5,setosa\n6.3,2.5,virginica\n4.9,3.0,setosa\n',
        1,
        'expected a header row with names, got the number "5.1", and "setosa" as in rows below it',
        { categories: ['setosa'] },
      ],
      ['too few cells', 'x,y\n1,2\n3\n', 3, 'expected 2 cells per row as in the header, got 1'],
      ['too many cells', 'x,y\n1,2\n3,4,\n', 3, 'expected 2 cells per row as in the header, got 3'],
      [
        'an integer that no double holds',
        'x\n9007199254740992\n9007199254740993\n',
        3,
        'expected a number that a double holds in column "x", got "9007199254740993"',
      ],
      ['other separators', 'x:y\n1:2\n', 2, 'expected a finite number in column "x:y", got "1:2"'],
      [
        'another separator than the one that is set',
        'x;y\n1;2\n',
        2,
        'expected a finite number in column "x;y", got "1;2"',
        { delimiter: ',' },
      ],
      [
        'two decimal marks in one table',
        'x;y\n1,5;2.5\n',
        2,
        'expected a finite number in column "y", got "2.5"',
      ],
      [
        'marks between thousands',
        'x;y\n1;1.234,5\n',
        2,
        'expected a finite number in column "y", got "1.234,5"',
      ],
      [
        'a point where the decimal mark is set to a comma',
        'x;y\n1;2.5\n',
        2,
        'expected a finite number in column "y", got "2.5"',
        { decimal: ',' },
      ],
      [
        'words among numbers',
        'x,sex\n1,f\n',
        2,
        'got "f"; a column of words goes under data.categories or data.ignore',
      ],
      ['no coordinates', 'a,b\n1,2\n', 1, 'expected a column of numbers', { label: 'a', client: 'b' }],
      [
        'an open quote',
        'x,y\n1,2\n"3,4\n5,6\n',
        3,
        'expected a closing quote for this row, got the end of the file',
      ],
      [
        'a quote inside a cell',
        'x,y\n1,2\n3"4,5\n',
        3,
        'expected quotes around a whole cell, got one inside',
      ],
      ['a quote inside the header', 'x"y,z\n1,2\n', 1, 'expected quotes around a whole cell, got one inside'],
      [
        'text after a quote',
        'x,y\n1,2\n"3"4,5\n',
        3,
        'expected a delimiter or a line end after a closing quote',
      ],
      [
        'text after a quote and a space',
        'x,y\n1,2\n"3" 4,5\n',
        3,
        'expected a delimiter or a line end after a closing',
      ],
      [
        'a million columns',
        `${Array.from({ length: 1e6 }, (_, i) => `c${i}`).join(',')}\n`,
        1,
        'expected at most 500000 columns of numbers, got 1000000',
      ],
      ['a long value, cut', `x\n${'a'.repeat(99)}\n`, 2, `got "${'a'.repeat(39)}…"`],
    ];
  test.each(cases)('%s', (_, text, line, expected, options) => {
    const error = refusal(() => read(text, options));
    expect(error.message).toContain(expected);
    expect(error.message).toMatch(/expected .*, got /);
    expect(error.place.line).toBe(line);
  });

  test.each([
    'abc',
    'Infinity',
    '-Infinity',
    '0x10',
    '0b1',
    '1e999',
    '1,5',
    '1_000',
    '1 2',
    '--1',
    '1e',
    '.',
    '१',
  ])('the cell %s is no number', (text) => {
    const error = refusal(() => read(`x,height\n1,2\n3,"${text}"\n`));
    expect(error.message).toMatch(/data\.csv:3: expected a finite number in column "height", got "/);
  });

  test.each([
    ['label', { label: 'z' }, 'data.label'],
    ['client', { client: 'z' }, 'data.client'],
    ['ignored column', { ignore: ['x', 'z'] }, 'data.ignore'],
    ['label among the ignored columns', { label: 'z', ignore: ['z'] }, 'data.ignore'],
  ])('an unknown %s, with the place in the scenario', (_, options, path) => {
    const error = refusal(() => read('x,y\n1,2\n', options));
    expect(error.message).toContain('expected one of the columns "x", "y", got "z"');
    expect(error.place).toMatchObject({ line: 1, path });
  });

  test('a label that is ignored', () => {
    const error = refusal(() => read('x,y\n1,2\n', { label: 'y', ignore: ['y'] }));
    expect(error.message).toContain('expected one of the columns "x", got "y"');
  });
});
