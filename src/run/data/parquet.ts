/** Points from tables in Apache Parquet's format: https://parquet.apache.org/docs/file-format/ */

import { gunzipSync } from 'fflate';
import { decompress as unzstd } from 'fzstd';
import type { Compressors, RowGroup, SchemaTree } from 'hyparquet';
import { assembleNested } from 'hyparquet/src/assemble.js';
import { parquetHeader, readColumn } from 'hyparquet/src/column.js';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { parquetMetadata, parquetSchema } from 'hyparquet/src/metadata.js';
import { getTreePath } from 'hyparquet/src/schema.js';
import { decompressBlock } from 'lz4js';
import { mostRows, plainValue, readForeign, refuseTooMany } from './foreign-table.ts';
import { recordTable, type RowRecord } from './record-table.ts';
import type { ReadableTable } from './table.ts';

/** Besides Snappy, which is built in. Brotli and LZO are refused. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes) => gunzipSync(bytes),
  ZSTD: (bytes) => unzstd(bytes),
  LZ4_RAW: (bytes, length) => {
    const plain = new Uint8Array(length);
    decompressBlock(bytes, plain, 0, bytes.length, 0);
    return plain;
  },
};

/** The table in these bytes. Throws `bad-input` for others, and for values that are no cells. */
export function parquetTable(bytes: Uint8Array, file: string): ReadableTable {
  const records = readForeign('a Parquet file', file, () => {
    // The library takes bytes from the beginning of their buffer.
    const own = bytes.slice();
    const metadata = parquetMetadata(own, { geoparquet: false });
    const schema = parquetSchema(metadata);
    const groups = metadata.row_groups;
    const rows = groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
    refuseTooMany(rows, schema.children.length, bytes.length, file);
    return groups.flatMap((group) => recordsOf(group, schema, own));
  });
  return recordTable(file, records);
}

function recordsOf(group: RowGroup, schema: SchemaTree, bytes: Uint8Array): RowRecord[] {
  const rows = Number(group.num_rows);
  const columns = schema.children.map(
    (child) => [child.element.name, columnOf(child, group, schema, bytes)] as const,
  );
  const short = columns.find(([, values]) => values.length !== rows);
  if (short !== undefined) throw new Error(`${short[1].length} of ${rows} values of ${short[0]}`);
  return Array.from({ length: rows }, (_row, row): RowRecord => ({
    entries: columns.map(([name, values]) => [name, plainValue(values[row])]),
  }));
}

/** A column of a group of rows; of lists, from the column of their elements. */
function columnOf(
  child: SchemaTree,
  group: RowGroup,
  schema: SchemaTree,
  bytes: Uint8Array,
): ArrayLike<unknown> {
  const parts = new Map<string, unknown[]>();
  for (const { meta_data: meta } of group.columns) {
    if (meta === undefined || meta.path_in_schema[0] !== child.element.name) continue;
    const schemaPath = getTreePath(schema, meta.path_in_schema);
    const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
    const length = Number(meta.total_compressed_size);
    if (!(start >= 0 && length >= 0 && start + length <= bytes.length)) throw new Error('it ends too early');
    const rows = Number(group.num_rows);
    const view = new DataView(bytes.buffer, start, length);
    refuseHugePages(view, mostRows(bytes.length));
    const { data } = readColumn(
      { view, offset: 0 },
      { groupStart: 0, selectStart: 0, selectEnd: rows, groupRows: rows },
      {
        ...meta,
        pathInSchema: meta.path_in_schema,
        element: schemaPath[schemaPath.length - 1].element,
        schemaPath,
        parsers: DEFAULT_PARSERS,
        compressors: COMPRESSORS,
      },
    );
    parts.set(
      meta.path_in_schema.join('.'),
      data.flatMap((page) => Array.from(page as ArrayLike<unknown>)),
    );
  }
  if (child.children.length > 0) assembleNested(parts as never, child, DEFAULT_PARSERS);
  return parts.get(child.element.name) ?? [];
}

/** Whoever writes pages makes them of about a mebibyte. */
const MOST_PAGE_BYTES = 2 ** 28;

/** The library allocates what the headers of pages say. */
function refuseHugePages(view: DataView, mostValues: number): void {
  const reader = { view, offset: 0 };
  while (reader.offset < view.byteLength - 1) {
    const header = parquetHeader(reader);
    const values =
      (header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header)?.num_values ??
      0;
    const { compressed_page_size: packed, uncompressed_page_size: plain } = header;
    if (!(packed >= 0 && plain <= MOST_PAGE_BYTES && values >= 0 && values <= mostValues))
      throw new Error(`a page of ${values} values in ${plain} bytes`);
    reader.offset += packed;
  }
}
