/** The user's own table: what `cahoots init --csv` says of it, and the scenario that it suggests. */

import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { memoryFiles } from '../../../src/core/platform/browser.ts';
import { CsvTable } from '../../../src/run/data/csv-table.ts';
import { scenarioOfCsv } from '../../../src/run/scenario/of-csv.ts';
import type { TableInput, TableRead } from '../shapes.ts';
import { FOLDER } from './files.ts';
import { plugins } from './run.ts';

/** @throws CahootsError for a table that cannot be read or clustered */
export function table({ name, bytes, label, client }: TableInput): TableRead {
  const file = `${FOLDER}/${name}`;
  memoryFiles.set(file, bytes);
  const scenario = name
    .toLowerCase()
    .replace(/\.csv$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-$/g, '');
  const { text, notes } = scenarioOfCsv(file, scenario || 'own-data', { label, client }, plugins);
  const columns = new CsvTable(bytes, file).header;
  return { text, notes, columns, digest: bytesToHex(sha256(bytes)) };
}
