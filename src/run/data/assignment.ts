/** An assignment of points to clusters from a file: a table `rowFrom0,cluster`, or the `labels.csv` of `cahoots run --out`, which says of whom each is. */

import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import { CsvTable } from './csv-table.ts';
import { parseDecimal } from './decimal.ts';
import { readBytes, wrongFile } from './file.ts';
import { quote } from './quote.ts';

const COLUMNS = ['rowFrom0', 'cluster'];
/** What `labels.csv` has besides. */
const OF_CLIENTS = ['client', 'clientName'];

/** The points that are assigned. */
export interface Assigned {
  readonly points: number;
  /** The row of each in the source of the data, ascending; absent: all rows in order. */
  readonly sourceRows?: Uint32Array | undefined;
  readonly clusters: number;
}

/**
 * The cluster of every point, from 0; an empty cell means no cluster. Rows may be in any order.
 * Throws `bad-input` with file and line unless the row of every point in the source occurs once, and no other, with one
 * of this many clusters.
 */
export function readAssignment(file: string, { points, sourceRows, clusters }: Assigned): Labels {
  const table = new CsvTable(readBytes(file), file, ',');
  checkHeader(table);
  const rows = sourceRows ?? Uint32Array.from({ length: points }, (_, i) => i);
  const pointOf = new Map(Array.from(rows, (row, point) => [row, point]));
  const labels = new Uint16Array(points);
  const seen = new Uint8Array(points);
  for (const row of table.rows()) {
    const [name, text] = row.cells;
    const at = pointOf.get(parseDecimal(name) ?? -1);
    if (at === undefined || seen[at] === 1) {
      const expected = `a row of the data from 0 to ${rows.at(-1)}, each once${sourceRows ? ' and none that was left out' : ''}`;
      throw table.error(`expected ${expected}, got ${quote(name)}`, { row, cell: 0 });
    }
    const label = text === '' ? NO_CLUSTER : parseDecimal(text);
    if (
      label === undefined ||
      (text !== '' && !(Number.isInteger(label) && label >= 0 && label < clusters))
    ) {
      const expected = `a cluster from 0 to ${clusters - 1}, or nothing`;
      throw table.error(`expected ${expected}, got ${quote(text)}`, { row, cell: 1 });
    }
    seen[at] = 1;
    labels[at] = label;
  }
  const missing = seen.indexOf(0);
  if (missing >= 0)
    throw wrongFile(file, `expected all ${points} rows of the data, got none for row ${rows[missing]}`);
  return labels;
}

function checkHeader(table: CsvTable): void {
  const { header } = table;
  const known = [...COLUMNS, ...OF_CLIENTS];
  if (header.length >= COLUMNS.length && header.every((name, cell) => name === known[cell])) return;
  throw table.error(`expected the columns ${COLUMNS.join()}, got ${quote(header.join())}`);
}
