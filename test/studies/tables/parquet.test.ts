import * as fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { parquetOf } from '../../../src/studies/tables/parquet.ts';
import { columnsOf, jsonLinesOf, type Row } from '../../../src/run/tidy/rows.ts';

async function read(rows: readonly Row[]): Promise<Record<string, unknown>[]> {
  const bytes = parquetOf(rows);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return await parquetReadObjects({ file });
}

describe('Parquet', () => {
  const cell = fc.record(
    {
      loss: fc.double({ noNaN: true, noDefaultInfinity: true }),
      converged: fc.boolean(),
      'protocol.name, "k"': fc.string({ unit: 'grapheme' }),
      count: fc.maxSafeInteger(),
    },
    { requiredKeys: [] },
  );

  test('gives back every cell of any rows, and null where a row has none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 40 }), async (rows) => {
        const columns = columnsOf(rows);
        fc.pre(columns.length > 0);
        const found = await read(rows);
        expect(found).toEqual(
          rows.map((row) => Object.fromEntries(columns.map((name) => [name, (row as Row)[name] ?? null]))),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('has texts where a column has several kinds of cells, and null for a number that is none', async () => {
    const rows = [{ a: 1, b: Number.NaN }, { a: 'x', b: 2 }, { a: true }];
    expect(await read(rows)).toEqual([
      { a: '1', b: null },
      { a: 'x', b: 2 },
      { a: 'true', b: null },
    ]);
  });

  test('is at most a quarter of JSON lines, for rows as runs have them', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      run: `${i}`.padStart(64, 'f'),
      protocol: ['secfc', 'mufc', 'lloyd'][i % 3],
      seed: i,
      'protocol.privacy': i % 8,
      'network.preset': 'wan',
      code: 'c'.repeat(64),
      scenario: JSON.stringify({ clients: 10, protocol: { privacy: i % 8 } }),
      loss: Math.sqrt(i) * 1.234567,
      bytes: i * 1000,
      resultNs: i * 123_456_789,
    }));
    expect(parquetOf(rows).byteLength).toBeLessThan(jsonLinesOf(rows).length / 4);
  });
});
