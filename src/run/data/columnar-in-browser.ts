/** In a browser, tables in columns are refused: what reads them would be a twentieth of what a page loads before its first run. */

import type { CahootsError } from '../../core/base/errors.ts';
import { wrongFile } from './file.ts';
import type { ReadableTable } from './table.ts';

/**
 * Refuses a table in Arrow's format.
 * @throws CahootsError `bad-input`, always
 */
export function arrowTable(_bytes: Uint8Array, file: string): ReadableTable {
  throw refused('Arrow', file);
}

/**
 * Refuses a table in Parquet's format.
 * @throws CahootsError `bad-input`, always
 */
export function parquetTable(_bytes: Uint8Array, file: string): ReadableTable {
  throw refused('Parquet', file);
}

function refused(format: string, file: string): CahootsError {
  return wrongFile(file, `expected a table as text in a browser, got one in ${format}'s format`);
}
