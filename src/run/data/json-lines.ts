/** Points from JSON lines: on every line a mapping from the names of columns to values. */

import { CahootsError } from '../../core/base/errors.ts';
import type { DataSet } from './data-set.ts';
import { wrongFile } from './file.ts';
import { MOST_JSON_BYTES, parseJson } from './json.ts';
import { quote } from './quote.ts';
import type { Cell, ReadableTable, Table, TableRow } from './table.ts';
import { pointsOfTable, type TableOptions } from './table-points.ts';
import { cellsOf, type NamedCell, typedNumber } from './typed-cell.ts';

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
  return { file, table: new JsonLines(bytes, file), numberIn: typedNumber };
}

interface Line extends TableRow {
  readonly line: number;
}

class JsonLines implements Table {
  readonly header: readonly string[];
  readonly #file: string;
  readonly #lines: readonly Line[];

  constructor(bytes: Uint8Array, file: string) {
    if (bytes.length > MOST_JSON_BYTES)
      throw wrongFile(file, `expected at most ${MOST_JSON_BYTES} bytes of JSON, got ${bytes.length}`);
    this.#file = file;
    const columns = new Map<string, number>();
    this.#lines = [...linesIn(bytes)].map(({ content, line }) => {
      const cells: Cell[] = [];
      for (const [name, cell] of this.#cells(parseJson(content, file, line), line)) {
        const column = columns.get(name) ?? columns.size;
        columns.set(name, column);
        cells[column] = cell;
      }
      return { cells, line };
    });
    this.header = [...columns.keys()];
    if (this.#lines.length === 0) throw wrongFile(file, 'expected a line with a mapping, got an empty file');
  }

  rows(): Iterable<Line> {
    return this.#lines;
  }

  error(message: string, { row, path }: { row?: TableRow; path?: string } = {}): CahootsError {
    const line = (row as Line | undefined)?.line ?? this.#lines[0].line;
    return new CahootsError('bad-input', message, {
      file: this.#file,
      line,
      ...(path !== undefined && { path }),
    });
  }

  #cells(value: unknown, line: number): readonly NamedCell[] {
    const refuse = (message: string): CahootsError =>
      new CahootsError('bad-input', message, { file: this.#file, line });
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw refuse('expected a mapping from columns to values, got something else');
    return Object.entries(value).flatMap(([name, held]) => {
      if (name === '') throw refuse('expected a name for each column, got an empty one');
      return cellsOf(name, held, (at) =>
        refuse(`expected a number, text, true, false, null or a list of such in ${quote(at)}, got a mapping`),
      );
    });
  }
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
