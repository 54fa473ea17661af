/**
 * The cells of a CSV file (RFC 4180, with any line ends, a byte order mark and spaces around cells allowed)
 * and the lines they are on. csv-parse reads them block by block, since the cells of a long table would not
 * fit into memory. Lines are counted here, and only when an error needs one, because csv-parse's own count is
 * off after a quoted CRLF and takes as long as the reading.
 */

import { CsvError, parse } from '#csv-parse';
import { platform } from '#platform';
import { textOf, utf8 } from '../../core/base/bytes.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { requireText } from './file.ts';
import { ROW_NAMES } from './column-role.ts';
import { quote } from './quote.ts';
import type { Table, TableRow } from './table.ts';

/** One record of the file. */
export interface CsvRow extends TableRow {
  readonly cells: readonly string[];
  /** The 1-based line on which one of the cells begins. */
  readonly line: (cell: number) => number;
}

/** A header of distinct, non-empty names, and rows with one cell for each of them. */
export class CsvTable implements Table {
  readonly header: readonly string[];
  /** The separator between cells. */
  readonly delimiter: string;
  readonly #bytes: Uint8Array;
  readonly #file: string;

  /**
   * @param delimiter detected in the header if not given
   * @throws `bad-input` with file and line if there is no such header, or this is not CSV
   */
  constructor(bytes: Uint8Array, file: string, delimiter?: string) {
    requireText(bytes, file);
    this.#bytes = bytes;
    this.#file = file;
    this.delimiter = delimiter ?? delimiterOf(bytes);
    const { value: first } = this.#records({ to: 1 }).next();
    this.header = withFirstName(first?.cells ?? []);
    if (first === undefined) throw this.error('expected a header row, got an empty file');
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

  /**
   * The rows below the header. A blank line is not a row, except in a table of one column, where it is an
   * empty cell. Throws `bad-input` at a row with more or fewer cells than the header, and if this is not CSV.
   */
  *rows(): Generator<CsvRow> {
    const columns = this.header.length;
    const records = this.#records();
    records.next();
    for (const row of records) {
      const { cells } = row;
      if (columns > 1 && cells.length === 1 && cells[0] === '') continue;
      if (cells.length !== columns) {
        throw this.error(`expected ${columns} cells per row as in the header, got ${cells.length}`, { row });
      }
      yield row;
    }
  }

  /** An error at a cell of a row or of the header; `path` if it contradicts a setting in the scenario. */
  error(message: string, at: { row?: CsvRow; cell?: number; path?: string } = {}): CahootsError {
    const cell = at.cell ?? 0;
    const line = at.row?.line(cell) ?? this.#line(0, [], this.header.slice(0, cell));
    const path = at.path === undefined ? {} : { path: at.path };
    return new CahootsError('bad-input', message, { file: this.#file, line, ...path });
  }

  /** All records, the header first; of each block only the first `to`. */
  *#records(limit: { to?: number } = {}): Generator<CsvRow> {
    for (const { start, end } of blocks(this.#bytes)) {
      const records = this.#parse(start, end, limit);
      for (const [index, cells] of records.entries()) {
        yield { cells, line: (cell) => this.#line(start, records.slice(0, index), cells.slice(0, cell)) };
      }
    }
  }

  #parse(start: number, end: number, limit: { to?: number }): string[][] {
    const block = platform.bytes.asBinary(this.#bytes.subarray(start, end));
    // With tabs as delimiters, a tab is not a space around a cell.
    const trim = this.delimiter !== '\t';
    const options = { ...OPTIONS, trim, delimiter: this.delimiter, bom: start === 0, ...limit };
    try {
      const records = parse(block, options);
      return trim ? records : records.map((cells) => cells.map((cell) => cell.trim()));
    } catch (error) {
      if (!(error instanceof CsvError) || !(error.code in QUOTING_MISTAKES)) throw error;
      // Parses up to the bad record again, to find the line on which it begins.
      const index = Number(error['records']);
      const before = index === 0 ? [] : parse(block, { ...options, to: index });
      const line = this.#line(start, before, []);
      throw new CahootsError('bad-input', QUOTING_MISTAKES[error.code], { file: this.#file, line });
    }
  }

  /**
   * The line after some records of a block and some cells: every record ends a line, and cells may contain
   * more line ends.
   */
  #line(start: number, before: readonly (readonly string[])[], cells: readonly string[]): number {
    const inside = utf8([...before.flat(), ...cells].join(' '));
    return 1 + lineEnds(this.#bytes.subarray(0, start)) + before.length + lineEnds(inside);
  }
}

/** R and pandas leave the column of their row names without a name. */
function withFirstName(header: readonly string[]): readonly string[] {
  const [first, ...rest] = header;
  return first === '' && rest.length > 0 && !rest.includes('') ? [ROW_NAMES, ...rest] : header;
}

const OPTIONS = { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };

const TEXT_AFTER_QUOTE =
  'expected a delimiter or a line end after a closing quote, got more text in this row';
/** By csv-parse's code; any other code would be a mistake of ours. */
const QUOTING_MISTAKES: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'expected quotes around a whole cell, got one inside a cell of this row',
  CSV_INVALID_CLOSING_QUOTE: TEXT_AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: TEXT_AFTER_QUOTE,
  CSV_QUOTE_NOT_CLOSED: 'expected a closing quote for this row, got the end of the file',
};

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * The delimiter that is most frequent in the first line outside quotes; of equally frequent ones the first,
 * and a comma if there is none.
 */
function delimiterOf(bytes: Uint8Array): string {
  const counts = DELIMITERS.map(() => 0);
  const codes = DELIMITERS.map((mark) => mark.charCodeAt(0));
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    if (quoted) continue;
    // Blank lines before the header are ignored.
    if (endsLine(bytes, at) && textOf(bytes.subarray(0, at)).trim() !== '') break;
    const mark = codes.indexOf(bytes[at]);
    if (mark >= 0) counts[mark]++;
  }
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

const BLOCK_BYTES = 2 ** 20;
const [QUOTE, LF, CR] = utf8('"\n\r');

/** Whether a line ends with this byte: CR LF is one line end. */
function endsLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF);
}

function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (endsLine(bytes, at)) count++;
  return count;
}

/**
 * Blocks that end where a record does: at a line end with an even number of quotes before it. In a file in
 * which that is not the end of a record, some earlier quote is misplaced, and the block that contains it is
 * rejected.
 */
function* blocks(bytes: Uint8Array): Generator<{ start: number; end: number }> {
  let start = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    if (!quoted && at - start >= BLOCK_BYTES && endsLine(bytes, at)) {
      yield { start, end: at + 1 };
      start = at + 1;
    }
  }
  if (start < bytes.length) yield { start, end: bytes.length };
}
