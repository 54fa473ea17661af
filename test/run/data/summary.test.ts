import { expect, test } from 'vitest';
import { parseCsv } from '../../../src/run/data/csv.ts';
import { summarise } from '../../../src/run/data/summary.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';

const TABLE = 'x,kind,y,who\n1,b,-2,p\n?,a,,q\n3,b,4.5,q\n,b,1,p\n5,a,6,p\n';

test('a table is summed up by its names, with what is missing where', () => {
  const options = { label: 'kind', client: 'who', missing: 'skip' } as const;
  expect(summarise(parseCsv(Buffer.from(TABLE), 'data.csv', options))).toEqual({
    points: 3,
    dimension: 2,
    columns: [
      { column: 'x', minimum: 1, maximum: 5 },
      { column: 'y', minimum: -2, maximum: 6 },
    ],
    classes: [
      { name: 'b', points: 2 },
      { name: 'a', points: 1 },
    ],
    clients: [
      { name: 'p', points: 2 },
      { name: 'q', points: 1 },
    ],
    skipped: 2,
    missing: [
      { column: 'x', rows: 2 },
      { column: 'y', rows: 1 },
    ],
  });
});

test('what the data does not name is absent, or goes by its number', () => {
  const points = fromRows([[1], [2], [4]]);
  expect(summarise({ points, skipped: 0 })).toEqual({
    points: 3,
    dimension: 1,
    columns: [{ column: '0', minimum: 1, maximum: 4 }],
    skipped: 0,
    missing: [],
  });
  const { clients } = summarise({ points, owners: Uint32Array.of(7, 40, 7), skipped: 0 });
  expect(clients).toEqual([
    { name: '7', points: 2 },
    { name: '40', points: 1 },
  ]);
});

test('the clients of a scenario are those that its partition makes', () => {
  const data = { points: fromRows([[1], [2], [4]]), owners: Uint32Array.of(7, 40, 7), skipped: 0 };
  const { clients } = summarise(
    data,
    new Map([
      ['client-1', Uint32Array.of(1)],
      ['client-2', Uint32Array.of(0, 2)],
    ]),
  );
  expect(clients).toEqual([
    { name: 'client-1', points: 1 },
    { name: 'client-2', points: 2 },
  ]);
});
