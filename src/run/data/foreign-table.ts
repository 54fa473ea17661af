/** What tables have in common that are read by libraries of others: their errors, sizes and types of values. */

import { CahootsError } from '../../core/base/errors.ts';
import { wrongFile } from './file.ts';
import { MOST_VALUES } from './points.ts';

/**
 * What a library reads.
 * @param what it should be, in words
 * @throws CahootsError `bad-input` whatever the library throws
 */
export function readForeign<T>(what: string, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CahootsError) throw error;
    const why = error instanceof Error ? `: ${error.message.split('\n')[0]}` : '';
    throw wrongFile(file, `expected ${what}, got one that cannot be read${why}`);
  }
}

/** The most rows that a file of this many bytes can be meant to have: if there are more, hardly a column tells them apart. */
export function mostRows(bytes: number): number {
  return 2 ** 16 + 64 * bytes;
}

/** Throws `bad-input` for a table of more rows than a file of this size can be meant to have, or of more cells than points may have coordinates. */
export function refuseTooMany(rows: number, columns: number, bytes: number, file: string): void {
  const most = mostRows(bytes);
  if (!(rows <= most)) throw wrongFile(file, `expected at most ${most} rows in ${bytes} bytes, got ${rows}`);
  if (!(rows * columns <= MOST_VALUES))
    throw wrongFile(file, `expected at most ${MOST_VALUES} cells, got ${rows * columns}`);
}

/** A value as cells of tables have it: a date is text, as it is no coordinate. */
export function plainValue(value: unknown): unknown {
  // oxlint-disable-next-line no-restricted-globals -- no clock is read
  if (!(value instanceof Date)) return value;
  return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
}
