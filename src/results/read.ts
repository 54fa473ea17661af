/** Tables again from files of any of the formats, and from the journals of studies. */

import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CahootsError } from '../base/errors.ts';
import { readBytes, wrongFile } from '../data/file.ts';
import { linesOf } from './line-file.ts';
import { type Cell, type Row, tidy } from './rows.ts';

/**
 * @param columns those that are needed, which is quicker than all; a file may give more
 * @throws CahootsError where it is no such file
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
    throw wrongFile(file, `expected CSV, got a mistake: ${(error as Error).message}`);
  }
}

/** What a text was before it was written: a number and a truth value are written in one way only. */
function cellOf(text: string): Cell {
  if (text === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  return String(Number(text)) === text ? Number(text) : text;
}

/** A line is a row, or one of a journal that holds a row. */
function jsonRows(file: string): Row[] {
  const rows: Row[] = [];
  let wrong = 0;
  let number = 0;
  for (const line of linesOf(file)) {
    number++;
    // The last line of a journal may be cut off.
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
 * A row is flat, so a key in quotes with a colon behind it stands nowhere else: inside a text its quotes have backslashes before
 * them. What is between is not parsed, which saves most of the time.
 */
function partsOfRows(file: string, columns: readonly string[]): Row[] {
  const keys = columns.map((column) => [column, `${JSON.stringify(column)}:`] as const);
  const rows: Row[] = [];
  let number = 0;
  for (const line of linesOf(file)) {
    number++;
    if (line === '') continue;
    if (!line.startsWith('{') || !line.endsWith('}')) throw noRow(file, number);
    const row: Record<string, Cell> = {};
    for (const [column, key] of keys) {
      const at = line.indexOf(key);
      const cell = at === -1 ? undefined : cellAt(line, at + key.length);
      if (cell !== undefined) row[column] = cell;
    }
    rows.push(row);
  }
  return rows;
}

const END = /[,}]/g;
/** A text in quotes, with what is escaped in it. */
const TEXT = /"(?:[^"\\]|\\.)*"/y;

function cellAt(line: string, at: number): Cell {
  if (line[at] === '"') {
    TEXT.lastIndex = at;
    return valueOf(TEXT.exec(line)?.[0] ?? '') as Cell;
  }
  END.lastIndex = at;
  return valueOf(line.slice(at, END.exec(line)?.index)) as Cell;
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
    const buffer = Uint8Array.from(bytes).buffer;
    const known = new Set(parquetMetadata(buffer).schema.map(({ name }) => name));
    const wanted = columns?.filter((column) => known.has(column));
    const rows = (await parquetReadObjects({ file: buffer, ...(wanted && { columns: wanted }) })) as Record<
      string,
      Cell | null
    >[];
    return rows.map((row) =>
      tidy(Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell ?? undefined]))),
    );
  } catch (error) {
    throw wrongFile(file, `expected Parquet, got a mistake: ${(error as Error).message}`);
  }
}
