/** Tables again from files of any of the formats, and from the journals of studies. */

import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CahootsError } from '../base/errors.ts';
import { readBytes, wrongFile } from '../data/file.ts';
import { type Cell, type Row, tidy } from './rows.ts';

/** @throws CahootsError where it is no such file */
export async function readRows(file: string): Promise<Row[]> {
  const bytes = readBytes(file, 'a table');
  const ending = extname(file).toLowerCase();
  if (ending === '.csv') return csvRows(file, bytes);
  if (ending === '.jsonl') return jsonRows(file, bytes);
  if (ending === '.parquet') return parquetRows(file, bytes);
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
function jsonRows(file: string, bytes: Uint8Array): Row[] {
  const lines = Buffer.from(bytes).toString().split('\n');
  return lines.flatMap((line, at) => {
    if (line === '') return [];
    const value = valueOf(line) as { readonly output?: unknown } | undefined;
    const row = value !== undefined && 'output' in value ? value.output : value;
    if (isRow(row)) return [row];
    // The last line of a journal may be cut off.
    if (value === undefined && at === lines.length - 1) return [];
    throw new CahootsError('bad-input', 'expected a row, got something else', { file, line: at + 1 });
  });
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

async function parquetRows(file: string, bytes: Uint8Array): Promise<Row[]> {
  const { parquetReadObjects } = await import('hyparquet');
  try {
    const buffer = Uint8Array.from(bytes).buffer;
    const rows = (await parquetReadObjects({ file: buffer })) as Record<string, Cell | null>[];
    return rows.map((row) =>
      tidy(Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell ?? undefined]))),
    );
  } catch (error) {
    throw wrongFile(file, `expected Parquet, got a mistake: ${(error as Error).message}`);
  }
}
