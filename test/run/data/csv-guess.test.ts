import { describe, expect, test } from 'vitest';
import { guessColumns } from '../../../src/run/data/csv-guess.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const ROWS = 60;

/** The guess at a column of a table that has two more, one of numbers and one of words. */
function guess(name: string, cellOf: (row: number) => string | number, client?: string) {
  const lines = Array.from({ length: ROWS }, (_, i) => `${cellOf(i)},${(i * i) % 7},${'uvw'[i % 3]}`);
  return guessColumns(write('table.csv', `${name},x,region\n${lines.join('\n')}\n`), { client });
}

/** All different, in no order. */
const scattered = (i: number): number => 1000 + ((i * 37) % 61);

describe('a column that tells rows apart is left out', () => {
  test.each([
    ['patient', scattered],
    ['id', scattered],
    ['PatientID', scattered],
    ['patientid', scattered],
    ['Patient-Nr', scattered],
    ['case_key', scattered],
    ['MRN', (i: number) => `00${scattered(i)}A`],
    ['hospital_id', scattered],
    ['USUBJID', (i: number) => i + 1],
    ['index', (i: number) => i],
    ['row_number', (i: number) => i],
    ['Unnamed: 0', (i: number) => i],
    ['height in steps of 1', (i: number) => i],
    ['surname', (i: number) => `of ${scattered(i)}`],
  ])('%s', (name, cellOf) => {
    expect(guess(name, cellOf).ignore).toEqual([{ column: name, why: 'identifies the rows' }]);
  });
});

describe('what only sounds like it is a coordinate', () => {
  test.each([
    ['patient_age', scattered],
    ['covid', scattered],
    ['steroid', scattered],
    ['body mass index', scattered],
    ['platelet number', scattered],
    ['hospital_stay', scattered],
    ['id', (i: number) => scattered(i) + 0.5],
    ['height', (i: number) => 2 * i],
    ['has_key', (i: number) => i % 2],
  ])('%s', (name, cellOf) => {
    expect(guess(name, cellOf)).toEqual({
      categories: ['region'],
      ignore: [],
      doubtful: [],
      forNone: [],
      lacks: false,
    });
  });

  test('if numbers repeat, with a word of doubt', () => {
    const { ignore, doubtful } = guess('visit_id', (i) => scattered(i % 20));
    expect(ignore).toEqual([]);
    expect(doubtful).toEqual([
      {
        column: 'visit_id',
        why: 'is named like an identifier, but repeats: a coordinate unless under data.ignore',
      },
    ]);
  });
});

describe('a column that says who holds a row is the client', () => {
  const few = (i: number): string => 'ABCDE'[i % 5];
  test.each([
    ['hospital', few],
    ['Site', few],
    ['clinic_name', few],
    ['hospitalId', (i: number) => 100 + (i % 5)],
    ['center', (i: number) => 1 + (i % 12)],
  ])('%s', (name, cellOf) => {
    expect(guess(name, cellOf)).toEqual({
      client: name,
      categories: ['region'],
      ignore: [],
      doubtful: [],
      forNone: [],
      lacks: false,
    });
  });

  test.each([
    ['tumour_site', few],
    ['center', (i: number) => 0.5 + (i % 5)],
    ['hospital', (i: number) => `one of ${i % 2}`],
    ['hospital', (i: number) => `one of ${i % 30}`],
  ])('unless it has another name, fractions, too few kinds or too many: %s', (name, cellOf) => {
    expect(guess(name, cellOf)).not.toHaveProperty('client');
  });

  test('unless another one is named, and then a word of doubt remains', () => {
    const { client, categories, doubtful } = guess('hospital', few, 'region');
    expect([client, categories]).toEqual([undefined, ['hospital']]);
    expect(doubtful).toEqual([
      {
        column: 'hospital',
        why: 'is named like a client, but is a coordinate: --client hospital makes clients of it',
      },
    ]);
  });
});

test('one number with marks between its thousands is enough, as it cannot be read without them', () => {
  const income = guess('income', (i) => (i === 7 ? '"1,234"' : 800 + 3 * i));
  expect(income.thousands).toEqual({ column: 'income', mark: ',' });
  expect(guess('income', (i) => 800 + 3 * i).thousands).toBeUndefined();
});

test.each([
  ['nothing', (i: number) => i * i, false],
  ['an empty cell', (i: number) => (i === 7 ? '' : i * i), true],
  ['a word for none', (i: number) => (i % 9 === 7 ? 'NA' : i * i), true],
])('a table lacks %s', (_, cellOf, lacks) => {
  expect(guess('height', cellOf).lacks).toBe(lacks);
});

test('what a column lacks that is left out is not missed', () => {
  const found = guess('notes', (i) => (i === 7 ? '' : `of ${scattered(i)}`));
  expect(found.ignore.map(({ column }) => column)).toEqual(['notes']);
  expect(found.lacks).toBe(false);
});
