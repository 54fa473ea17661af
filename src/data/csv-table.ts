/**
 * The cells of a CSV file (RFC 4180, with any line ends, a byte order mark and spaces around cells allowed)
 * and the lines on which they stand. csv-parse reads the cells; lines are counted here, and only when an
 * error needs one, because its own count is off after a quoted CRLF and takes as long as the reading.
 */

import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { CahootsError } from '../errors.ts';
import { readBytes, wrongFile } from './file.ts';
import { quote } from './quote.ts';

/** Cells of one record of the file. */
export interface CsvRow {
  /** Among all records: 0 is the header. */
  readonly index: number;
  readonly cells: readonly string[];
}

/** A header of distinct, non-empty names, and rows with one cell for each of them. */
export class CsvTable {
  readonly #file: string;
  /** Blank lines included: the cells of all records before it say on which line a record stands. */
  readonly #records: readonly (readonly string[])[];

  /** Reads the file. Throws `bad-input` with file and line where it has no such header or is no CSV. */
  constructor(file: string) {
    this.#file = file;
    this.#records = parseRecords(file);
    if (this.#records.length === 0) throw this.error('expected a header row, got an empty file');
    const seen = new Set<string>();
    this.header.forEach((name, cell) => {
      if (name === '') {
        throw this.error(`expected a name in the header for column ${cell + 1}, got none`, { cell });
      }
      if (seen.has(name)) {
        throw this.error(`expected distinct column names, got ${quote(name)} twice`, { cell });
      }
      seen.add(name);
    });
  }

  get header(): readonly string[] {
    return this.#records[0];
  }

  /**
   * The rows below the header. A blank line is no row, except in a table of one column, where it is an empty
   * cell. Throws `bad-input` at a row with more or fewer cells than the header.
   */
  *rows(): Generator<CsvRow> {
    const columns = this.header.length;
    for (let index = 1; index < this.#records.length; index++) {
      const cells = this.#records[index];
      if (columns > 1 && cells.length === 1 && cells[0] === '') continue;
      const row = { index, cells };
      if (cells.length !== columns) {
        throw this.error(`expected ${columns} cells per row as in the header, got ${cells.length}`, { row });
      }
      yield row;
    }
  }

  /** A mistake at a cell of a row, or of the header; `path` where the scenario is what disagrees with it. */
  error(message: string, at: { row?: CsvRow; cell?: number; path?: string } = {}): CahootsError {
    const line = lineOf(this.#records, at.row?.index ?? 0, at.cell ?? 0);
    const path = at.path === undefined ? {} : { path: at.path };
    return new CahootsError('bad-input', message, { file: this.#file, line, ...path });
  }
}

const OPTIONS = { bom: true, trim: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };

const TEXT_AFTER_QUOTE = 'expected a comma or a line end after a closing quote, got more text in this row';
/** By csv-parse's code; any other code would be a mistake of ours. */
const QUOTING_MISTAKES: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'expected quotes around a whole cell, got one inside a cell of this row',
  CSV_INVALID_CLOSING_QUOTE: TEXT_AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: TEXT_AFTER_QUOTE,
  CSV_QUOTE_NOT_CLOSED: 'expected a closing quote for this row, got the end of the file',
};

function parseRecords(file: string): string[][] {
  const bytes = readBytes(file);
  if (!isUtf8(bytes)) throw wrongFile(file, 'expected UTF-8 text, got other bytes');
  try {
    return parse(bytes, OPTIONS);
  } catch (error) {
    if (!(error instanceof CsvError) || !(error.code in QUOTING_MISTAKES)) throw error;
    // Reads up to the bad record again, to learn on which line it begins.
    const index = Number(error['records']);
    const before = index === 0 ? [] : parse(bytes, { ...OPTIONS, to: index });
    throw new CahootsError('bad-input', QUOTING_MISTAKES[error.code], {
      file,
      line: lineOf(before, index, 0),
    });
  }
}

/** The 1-based line on which a cell begins: every record ends a line, and quoted cells may hold further line ends. */
function lineOf(records: readonly (readonly string[])[], index: number, cell: number): number {
  const before = [...records.slice(0, index).flat(), ...(records[index] ?? []).slice(0, cell)];
  return before.reduce((line, text) => line + (text.match(/\r\n|\n|\r/g)?.length ?? 0), 1 + index);
}
