/** Points from JSON lines: on every line a mapping from the names of columns to values. */

import { CahootsError } from '../../core/base/errors.ts';
import type { DataSet } from './data-set.ts';
import { wrongFile } from './file.ts';
import { MOST_JSON_BYTES, parseJson } from './json.ts';
import { recordTable, type RowRecord } from './record-table.ts';
import type { ReadableTable } from './table.ts';
import { pointsOfTable, type TableOptions } from './table-points.ts';

/**
 * The points of the mappings in these bytes; `file` is its name in errors. Throws `bad-input` with file and line for
 * anything else, and as other tables do.
 */
export function parseJsonLines(bytes: Uint8Array, file: string, options: TableOptions): DataSet {
  return pointsOfTable(jsonLinesTable(bytes, file), options);
}

/**
 * The table in these bytes: it has all columns that any line has, in order of first appearance. A list becomes a
 * column for each of its elements.
 */
export function jsonLinesTable(bytes: Uint8Array, file: string): ReadableTable {
  if (bytes.length > MOST_JSON_BYTES)
    throw wrongFile(file, `expected at most ${MOST_JSON_BYTES} bytes of JSON, got ${bytes.length}`);
  return recordTable(file, recordsIn(bytes, file));
}

function* recordsIn(bytes: Uint8Array, file: string): Generator<RowRecord> {
  let isEmpty = true;
  for (const { content, line } of linesIn(bytes)) {
    isEmpty = false;
    const value = parseJson(content, file, line);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new CahootsError('bad-input', 'expected a mapping from columns to values, got something else', {
        file,
        line,
      });
    yield { line, entries: Object.entries(value) };
  }
  if (isEmpty) throw wrongFile(file, 'expected a line with a mapping, got an empty file');
}

const LF = 0x0a;

/** The lines that are not blank, with their numbers from 1. */
function* linesIn(bytes: Uint8Array): Generator<{ content: Uint8Array; line: number }> {
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(LF, start);
    const end = found === -1 ? bytes.length : found;
    const content = bytes.subarray(start, end);
    if (!isBlank(content)) yield { content, line };
    start = end + 1;
  }
}

function isBlank(content: Uint8Array): boolean {
  return content.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
