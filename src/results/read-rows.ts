/** Rows from files that were written earlier: JSON lines, Parquet, CSV. Only the columns that are asked for are read. */

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { CahootsError } from '../base/errors.ts';
import { readBytes, wrongFile } from '../data/file.ts';
import { linesOf } from './line-file.ts';
import type { Cell, Row } from './rows.ts';

/**
 * @param columns absent: all
 * @throws CahootsError for a file that is no table
 */
export async function readRows(file: string, columns?: readonly string[]): Promise<Row[]> {
  switch (extname(file).toLowerCase()) {
    case '.jsonl':
      readBytesOf(file);
      return columns === undefined ? wholeLines(file) : partsOfLines(file, columns);
    case '.parquet':
      return parquetRows(file, columns);
    case '.csv':
      return csvRows(file);
    default:
      throw wrongFile(
        file,
        'expected a folder of a sweep, or rows as .jsonl, .parquet or .csv, got another file',
      );
  }
}

/** Asked first, for words that a user understands. */
function readBytesOf(file: string): void {
  readBytes(file, 'a file of rows');
}

function wholeLines(file: string): Row[] {
  const rows: Row[] = [];
  for (const line of linesOf(file)) rows.push(rowOf(line, file, rows.length + 1));
  return rows;
}

function rowOf(line: string, file: string, number: number): Row {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row;
  } catch {
    // Said below.
  }
  throw new CahootsError('bad-input', 'expected a row as JSON, got another line', { file, line: number });
}

/**
 * Rows are flat, so a key in quotes with a colon behind it stands nowhere else: inside a text its quotes have backslashes before
 * them. What is between is not parsed, which saves most of the time.
 */
function partsOfLines(file: string, columns: readonly string[]): Row[] {
  const keys = columns.map((column) => [column, `${JSON.stringify(column)}:`] as const);
  const rows: Row[] = [];
  for (const line of linesOf(file)) {
    if (!line.startsWith('{') || !line.endsWith('}')) rowOf('', file, rows.length + 1);
    const row: Record<string, Cell> = {};
    for (const [column, key] of keys) {
      const at = line.indexOf(key);
      if (at !== -1) row[column] = cellAt(line, at + key.length);
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
    return JSON.parse(TEXT.exec(line)?.[0] ?? '""') as string;
  }
  END.lastIndex = at;
  const end = END.exec(line)?.index ?? line.length;
  return (JSON.parse(line.slice(at, end)) as Cell | null) ?? undefined;
}

async function parquetRows(file: string, columns: readonly string[] | undefined): Promise<Row[]> {
  const bytes = readBytes(file, 'a file of rows');
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const known = new Set(parquetMetadata(buffer).schema.map(({ name }) => name));
    const wanted = columns?.filter((column) => known.has(column));
    const read = await parquetReadObjects({ file: buffer, ...(wanted && { columns: wanted }) });
    return read.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null && cell !== undefined)),
    );
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw wrongFile(file, `expected rows as Parquet, got a file that cannot be read: ${said}`);
  }
}

function csvRows(file: string): Row[] {
  readBytesOf(file);
  try {
    const records = parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];
    return records.map((record) =>
      Object.fromEntries(
        Object.entries(record).flatMap(([name, text]) => (text === '' ? [] : [[name, typed(text)]])),
      ),
    );
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw wrongFile(file, `expected rows as CSV, got a file that cannot be read: ${said}`);
  }
}

function typed(text: string): Cell {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
}
