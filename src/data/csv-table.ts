/**
 * The cells of a CSV file (RFC 4180, with any line ends, a byte order mark and spaces around cells allowed)
 * and the lines on which they stand. csv-parse reads the cells, and none are kept: a long table would not fit.
 * Lines are counted here, and only when an error needs one, because its own count is off after a quoted CRLF
 * and takes as long as the reading.
 */

import { CsvError, type Options, parse } from 'csv-parse/sync';
import { CahootsError } from '../errors.ts';
import { requireText } from './file.ts';
import { quote } from './quote.ts';

/** Cells of one record of the file. */
export interface CsvRow {
  /** Among all records: 0 is the header. */
  readonly index: number;
  readonly cells: readonly string[];
}

/** A header of distinct, non-empty names, and rows with one cell for each of them. */
export class CsvTable {
  readonly header: readonly string[];
  readonly #bytes: Buffer;
  readonly #file: string;

  /** @throws `bad-input` with file and line where there is no such header, or no CSV in it */
  constructor(bytes: Buffer, file: string) {
    requireText(bytes, file);
    this.#bytes = bytes;
    this.#file = file;
    let header: readonly string[] = [];
    this.#read(({ cells }) => (header = cells), { to: 1 });
    this.header = header;
    // A blank line is a header too, of one empty name.
    if (header.length === 0) throw this.error('expected a header row, got an empty file');
    const seen = new Set<string>();
    header.forEach((name, cell) => {
      if (name === '') {
        throw this.error(`expected a name in the header for column ${cell + 1}, got none`, { cell });
      }
      if (seen.has(name)) {
        throw this.error(`expected distinct column names, got ${quote(name)} twice`, { cell });
      }
      seen.add(name);
    });
  }

  /**
   * Visits the rows below the header. A blank line is no row, except in a table of one column, where it is an
   * empty cell. Throws `bad-input` at a row with more or fewer cells than the header, and where it is no CSV.
   */
  forEachRow(visit: (row: CsvRow) => void): void {
    const columns = this.header.length;
    this.#read((row) => {
      const { index, cells } = row;
      if (index === 0 || (columns > 1 && cells.length === 1 && cells[0] === '')) return;
      if (cells.length !== columns) {
        throw this.error(`expected ${columns} cells per row as in the header, got ${cells.length}`, { row });
      }
      visit(row);
    });
  }

  /** A mistake at a cell of a row, or of the header; `path` where the scenario is what disagrees with it. */
  error(message: string, at: { row?: CsvRow; cell?: number; path?: string } = {}): CahootsError {
    const { index, cells } = at.row ?? { index: 0, cells: this.header };
    const line = this.#lineOf(index) + lineEnds(cells.slice(0, at.cell ?? 0));
    const path = at.path === undefined ? {} : { path: at.path };
    return new CahootsError('bad-input', message, { file: this.#file, line, ...path });
  }

  /** The 1-based line on which a record begins: every record ends a line, and quoted cells hold further line ends. */
  #lineOf(index: number): number {
    let line = 1;
    if (index > 0) this.#read(({ cells }) => (line += 1 + lineEnds(cells)), { to: index });
    return line;
  }

  /** Visits records from the header on, up to record number `to`, counted from 1. */
  #read(visit: (row: CsvRow) => void, limit: { to?: number } = {}): void {
    let index = 0;
    const visitNext = (cells: readonly string[]): void => visit({ index: index++, cells });
    try {
      parse(this.#bytes, { ...OPTIONS, ...limit, on_record: visitNext as NonNullable<Options['on_record']> });
    } catch (error) {
      if (!(error instanceof CsvError) || !(error.code in QUOTING_MISTAKES)) throw error;
      const place = { file: this.#file, line: this.#lineOf(index) };
      throw new CahootsError('bad-input', QUOTING_MISTAKES[error.code], place);
    }
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

function lineEnds(cells: readonly string[]): number {
  return cells.reduce((count, text) => count + (text.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}
