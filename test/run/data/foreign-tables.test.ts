/** Tables that libraries of others read: Arrow and Parquet, as pyarrow, our own writer and strangers write them. */

import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { arrowTable } from '../../../src/run/data/arrow.ts';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { parquetTable } from '../../../src/run/data/parquet.ts';
import { pointsOfTable } from '../../../src/run/data/table-points.ts';
import { damaged } from '../../support/damaged-files.ts';
import { PYARROW } from '../../support/pyarrow-files.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';
import { thoroughly } from '../../support/long.ts';

const OPTIONS = { label: 'kind', client: 'who', ignore: ['id', 'when'], missing: 'skip' } as const;
const readerOf = (name: string) => (name.endsWith('.parquet') ? parquetTable : arrowTable);
const read = (name: string, bytes: Uint8Array): DataSet => {
  const table = readerOf(name)(bytes, name);
  return pointsOfTable(table, OPTIONS);
};

describe.each([...PYARROW].filter(([name]) => name !== 'brotli.parquet'))('%s of pyarrow', (name, bytes) => {
  test('has its points, with lists as columns, words, owners and the row that was skipped', () => {
    const data = read(name, bytes);
    expectSound(data);
    expect(data.columns).toEqual(['xy[0]', 'xy[1]', 'z']);
    expect([...data.points.values]).toEqual([1, 2, 5, 3, 4, 6, 6, 7, 8]);
    expect(data.classes).toEqual(['p', 'q']);
    expect([...(data.truth ?? [])]).toEqual([0, 1, 1]);
    expect(data.ownerNames).toEqual(['s', 'r']);
    expect(data.skipped).toBe(1);
    expect([...(data.sourceRows ?? [])]).toEqual([0, 1, 3]);
  });

  test('has dates as text, which are no coordinates', () => {
    const table = readerOf(name)(bytes, name);
    expect(refusal(() => pointsOfTable(table, { ...OPTIONS, ignore: ['id'] })).message).toMatch(
      /expected a finite number .*2020-01-01T00:00:00\.000Z.* \(row 0, counted from 0\)/,
    );
  });

  test('reads the same from the middle of other bytes', () => {
    const around = new Uint8Array(bytes.length + 11);
    around.set(bytes, 5);
    expect(read(name, around.subarray(5, 5 + bytes.length))).toEqual(read(name, bytes));
  });
});

test('what is compressed otherwise is refused in words', () => {
  const bytes = PYARROW.get('brotli.parquet') ?? Buffer.of();
  expect(refusal(() => read('brotli.parquet', bytes)).message).toMatch(
    /^brotli.parquet: expected a Parquet file, .* unsupported compression codec: BROTLI/,
  );
});

test('an integer that no double holds is refused, not rounded', () => {
  const columnData = [{ name: 'x', data: [1n, 2n ** 53n + 1n] }];
  const table = parquetTable(new Uint8Array(parquetWriteBuffer({ columnData })), 'x.parquet');
  expect(refusal(() => pointsOfTable(table, { missing: 'refuse' })).message).toMatch(/9007199254740993/);
});

test.each(['a Parquet', 'an Arrow'])('a file that is not %s file is refused by its name', (what) => {
  const name = what === 'an Arrow' ? 'x.arrow' : 'x.parquet';
  for (const bytes of [Buffer.of(), Buffer.from('PAR1'), Buffer.from('a,b\n1,2\n3,4\n'), Buffer.alloc(300)])
    expect(refusal(() => read(name, bytes)).message).toMatch(new RegExp(`^${name}: .*expected .*, got `));
});

describe.each([...PYARROW.keys()].filter((name) => name !== 'brotli.parquet'))('%s, damaged', (name) => {
  test('is refused with its place, or read into sound points', { timeout: 60_000 }, () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(damaged([PYARROW.get(name) ?? Buffer.of()], ['\xff', '\0'], /[\w.]+/g), (bytes) => {
        try {
          expectSound(read(name, bytes));
          counts.accepted++;
        } catch (error) {
          if (!(error instanceof CahootsError) || error.place.file !== name) throw error;
          counts.refused++;
        }
      }),
      { numRuns: thoroughly(90, 300) },
    );
    expect(counts.accepted).toBeGreaterThan(10);
    expect(counts.refused).toBeGreaterThan(50);
  });
});
