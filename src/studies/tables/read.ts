/** Reads tables back from files of any of the formats, and from the journals of studies. */

import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CahootsError } from '../../core/base/errors.ts';
import { readBytes, wrongFile } from '../../run/data/file.ts';
import { lineBytesOf, linesOf } from './line-file.ts';
import { type Cell, type Row, tidy } from '../../run/tidy/rows.ts';

/**
 * @param columns the required ones, which is faster than all; a file may give more
 * @throws CahootsError if it is not such a file
 */
export async function readRows(file: string, columns?: readonly string[]): Promise<Row[]> {
  const ending = extname(file).toLowerCase();
  if (ending === '.jsonl') return columns === undefined ? jsonRows(file) : partsOfRows(file, columns);
  const bytes = readBytes(file, 'a table');
  if (ending === '.csv') return csvRows(file, bytes);
  if (ending === '.parquet') return parquetRows(file, bytes, columns);
  throw wrongFile(file, 'expected a file named .csv, .jsonl or .parquet, got another');
}

function csvRows(file: string, bytes: Uint8Array): Row[] {
  try {
    const rows = parse(Buffer.from(bytes), { columns: true, skip_empty_lines: true }) as Record<
      string,
      string
    >[];
    return rows.map((row) =>
      tidy(Object.fromEntries(Object.entries(row).map(([column, text]) => [column, cellOf(text)]))),
    );
  } catch (error) {
    throw wrongFile(file, `expected CSV, got an error: ${(error as Error).message}`);
  }
}

/** The value that was written as this text: numbers and booleans are written in one way only, and infinite ones as words. */
function cellOf(text: string): Cell {
  if (text === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

/** A line is a row, or an entry of a journal that holds a row. */
function jsonRows(file: string): Row[] {
  const rows: Row[] = [];
  let wrong = 0;
  let number = 0;
  for (const line of linesOf(file)) {
    number++;
    // The last line of a journal may be truncated.
    if (wrong > 0) throw noRow(file, wrong);
    if (line === '') continue;
    const value = valueOf(line) as { readonly output?: unknown } | undefined;
    const row = value !== undefined && 'output' in value ? value.output : value;
    if (isRow(row)) rows.push(row);
    else if (value === undefined) wrong = number;
    else throw noRow(file, number);
  }
  return rows;
}

function noRow(file: string, line: number): CahootsError {
  return new CahootsError('bad-input', 'expected a row, got something else', { file, line });
}

/**
 * A row is flat, so a quoted key followed by a colon occurs nowhere else: within a string its quotes would be
 * escaped. Everything in between is neither decoded nor parsed, which saves most of the time.
 */
function partsOfRows(file: string, columns: readonly string[]): Row[] {
  const keys = columns.map((column) => ({ column, key: Buffer.from(`${JSON.stringify(column)}:`), near: 0 }));
  const rows: Row[] = [];
  let number = 0;
  for (const line of lineBytesOf(file)) {
    number++;
    if (line.length === 0) continue;
    if (line[0] !== OPEN || line[line.length - 1] !== CLOSE) throw noRow(file, number);
    const row: Record<string, Cell> = {};
    for (const wanted of keys) {
      const { column, key, near } = wanted;
      // In most lines it is at about the same position as in the previous one.
      let at = line.indexOf(key, near);
      if (at === -1 && near > 0) at = line.indexOf(key);
      if (at === -1) continue;
      wanted.near = Math.max(0, at - NEAR);
      const cell = cellAt(line, at + key.length);
      if (cell !== undefined) row[column] = cell;
    }
    rows.push(row);
  }
  return rows;
}

const NEAR = 100;
const [OPEN, CLOSE, COMMA, QUOTE, BACKSLASH] = Buffer.from('{},"\\');

function cellAt(line: Buffer, at: number): Cell {
  let end = at + 1;
  if (line[at] === QUOTE) {
    while (end < line.length && line[end] !== QUOTE) end += line[end] === BACKSLASH ? 2 : 1;
    end++;
  } else while (end < line.length && line[end] !== COMMA && line[end] !== CLOSE) end++;
  return valueOf(line.toString('utf8', at, end)) as Cell;
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => ['string', 'number', 'boolean'].includes(typeof cell));
}

async function parquetRows(
  file: string,
  bytes: Uint8Array,
  columns: readonly string[] | undefined,
): Promise<Row[]> {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet');
  try {
    const buffer = new Uint8Array(bytes).buffer;
    const known = new Set(parquetMetadata(buffer).schema.map(({ name }) => name));
    const wanted = columns?.filter((column) => known.has(column));
    const rows = await parquetReadObjects({ file: buffer, ...(wanted && { columns: wanted }) });
    return (rows as Record<string, Cell | null>[]).map(present);
  } catch (error) {
    throw wrongFile(file, `expected Parquet, got an error: ${(error as Error).message}`);
  }
}

/** Without null cells. */
function present(cells: Readonly<Record<string, Cell | null>>): Row {
  const row: Record<string, Cell> = {};
  for (const column in cells) {
    const cell = cells[column];
    if (cell !== null && cell !== undefined && !Number.isNaN(cell)) row[column] = cell;
  }
  return row;
}
