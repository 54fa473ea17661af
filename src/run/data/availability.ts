/**
 * When clients are available: CSV with the columns `client`, `from` and `until` in seconds, one row per
 * period of availability.
 */

import { CsvTable } from './csv-table.ts';
import { parseDecimal } from './decimal.ts';
import { readBytes, wrongFile } from './file.ts';
import { quote } from './quote.ts';

/** A period of absence, in nanoseconds; without an end, it lasts until the end of the run. */
export interface Absence {
  readonly client: string;
  readonly fromNs: number;
  readonly untilNs?: number;
}

const MOST_BYTES = 2 ** 26;
const COLUMNS = ['client', 'from', 'until'];

/**
 * The absences of the clients in the file; any other client is always available.
 * @throws CahootsError with file and line if rows of a client overlap or are not in order, or if this is not
 *   such a table
 */
export function readAbsences(file: string): Absence[] {
  const bytes = readBytes(file, 'times of availability');
  if (bytes.byteLength > MOST_BYTES)
    throw wrongFile(file, `expected at most ${MOST_BYTES} bytes of times, got ${bytes.byteLength}`);
  const table = new CsvTable(bytes, file);
  if (table.header.join() !== COLUMNS.join())
    throw table.error(`expected the columns ${COLUMNS.join(', ')}, got ${table.header.join(', ')}`);
  const last = new Map<string, number>();
  const absences: Absence[] = [];
  for (const row of table.rows()) {
    const [client, ...texts] = row.cells;
    const [fromNs, untilNs] = texts.map((text, i) => {
      const seconds = parseDecimal(text);
      if (seconds === undefined || seconds < 0 || seconds > 9e6)
        throw table.error(`expected seconds from 0 to 9000000, got ${quote(text)}`, { row, cell: i + 1 });
      return Math.round(seconds * 1e9);
    });
    const sinceNs = last.get(client) ?? 0;
    if (fromNs < sinceNs || untilNs <= fromNs)
      throw table.error(`expected times of ${quote(client)} one after the other, got ${texts.join(' to ')}`, {
        row,
        cell: 1,
      });
    if (fromNs > sinceNs) absences.push({ client, fromNs: sinceNs, untilNs: fromNs });
    last.set(client, untilNs);
  }
  return [...absences, ...[...last].map(([client, fromNs]) => ({ client, fromNs }))];
}
