/**
 * Points from tables in Apache Arrow's IPC format: a file (Feather, version 2) or a stream. Format:
 * https://arrow.apache.org/docs/format/Columnar.html
 */

import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette';
import { decompress as unzstd } from 'fzstd';
import { decompress as unlz4 } from 'lz4js';
import { plainValue, readForeign, refuseTooMany } from './foreign-table.ts';
import { recordTable, type RowRecord } from './record-table.ts';
import type { ReadableTable } from './table.ts';

const decodesOnly = (): never => {
  throw new Error('nothing is compressed here');
};
// Copied, so that arrays of long numbers may begin where they are.
setCompressionCodec(CompressionType.ZSTD, { decode: (bytes) => unzstd(bytes).slice(), encode: decodesOnly });
setCompressionCodec(CompressionType.LZ4_FRAME, { decode: (bytes) => unlz4(bytes), encode: decodesOnly });

/** The table in these bytes. Throws `bad-input` for others, for dictionaries that it lacks, and for values that are no cells. */
export function arrowTable(bytes: Uint8Array, file: string): ReadableTable {
  const records = readForeign('an Arrow file or stream', file, () => {
    const table = tableFromIPC(bytes, { useDate: true, useBigInt: true });
    refuseTooMany(table.numRows, table.numCols, bytes.length, file);
    const names = table.schema.fields.map(({ name }) => String(name));
    const columns = names.map((_, i) => table.getChildAt(i).toArray() as ArrayLike<unknown>);
    return Array.from({ length: table.numRows }, (_row, row): RowRecord => ({
      entries: names.map((name, i) => [name, plainValue(columns[i][row])]),
    }));
  });
  return recordTable(file, records);
}
