/** The formats of tables. */

import { csvOf, jsonLinesOf, type Row } from '../../run/tidy/rows.ts';

export const FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

/** A table in this file format. */
export async function tableAs(rows: readonly Row[], format: Format): Promise<string | Uint8Array> {
  if (format === 'csv') return csvOf(rows);
  if (format === 'jsonl') return jsonLinesOf(rows);
  const { parquetOf } = await import('./parquet.ts');
  return parquetOf(rows);
}
