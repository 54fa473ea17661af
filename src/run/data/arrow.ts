/**
 * Points from tables in Apache Arrow's IPC format: a file (Feather, version 2) or a stream. Format:
 * https://arrow.apache.org/docs/format/Columnar.html
 */

import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette';
import { decompress as unzstd } from 'fzstd';
import { decompress } from 'lz4js';
import { checkArrowLayout } from './arrow-layout.ts';
import { mostRows, plainValue, readForeign, refuseTooMany } from './foreign-table.ts';
import { recordTable, type RowRecord } from './record-table.ts';
import type { ReadableTable } from './table.ts';

const decodesOnly = (): never => {
  throw new Error('nothing is compressed here');
};

/** For the library, which is loaded only where a table is read. */
function setCodecs(): void {
  // Copied, so that arrays of long numbers may begin where they are.
  setCompressionCodec(CompressionType.ZSTD, {
    decode: (bytes) => unzstd(bytes).slice(),
    encode: decodesOnly,
  });
  setCompressionCodec(CompressionType.LZ4_FRAME, { decode: unlz4, encode: decodesOnly });
}

/** The table in these bytes. Throws `bad-input` for others, for dictionaries that it lacks, and for values that are no cells. */
export function arrowTable(bytes: Uint8Array, file: string): ReadableTable {
  const records = readForeign('an Arrow file or stream', file, () => {
    // Copied, so that numbers are where their size divides the offset.
    const own = bytes.slice();
    checkArrowLayout(own, mostRows(own.length));
    setCodecs();
    const table = tableFromIPC(own, { useDate: true, useBigInt: true });
    if (table.numCols === 0) throw new Error('it has no columns');
    refuseTooMany(table.numRows, table.numCols, bytes.length, file);
    const names = table.schema.fields.map(({ name }) => String(name));
    const columns = names.map((_, i) => table.getChildAt(i).toArray() as ArrayLike<unknown>);
    return Array.from({ length: table.numRows }, (_row, row): RowRecord => ({
      entries: names.map((name, i) => [name, plainValue(columns[i][row])]),
    }));
  });
  return recordTable(file, records);
}

/** The content of a frame (LZ4 Frame Format 1.6). The library would read what is outside of it as zeros, for as long as lengths say. */
function unlz4(frame: Uint8Array): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = view.getUint8(4);
  const [hasChecksums, hasSize] = [(flags & 0x10) !== 0, (flags & 0x08) !== 0];
  let at = hasSize ? 15 : 7;
  for (let block = view.getUint32(at, true); block !== 0; block = view.getUint32(at, true))
    at += 4 + (block & 0x7fff_ffff) + (hasChecksums ? 4 : 0);
  return decompress(frame);
}
