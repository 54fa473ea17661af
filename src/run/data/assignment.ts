/** An assignment of points to clusters from a file: a table `row,cluster`, or the `row,cluster,client` of `cahoots run --out`. */

import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import { CsvTable } from './csv-table.ts';
import { parseDecimal } from './decimal.ts';
import { readBytes, wrongFile } from './file.ts';
import { quote } from './quote.ts';

const COLUMNS = 'row,cluster';
const WITH_CLIENTS = 'row,cluster,client';

/**
 * The cluster of every row of the data, from 0; an empty cell means no cluster. Rows may be in any order.
 * Throws `bad-input` with file and line unless every row of the data occurs once, with one of this many
 * clusters.
 */
export function readAssignment(file: string, points: number, clusters: number): Labels {
  const table = new CsvTable(readBytes(file), file, ',');
  const header = table.header.join();
  // One cell may hold the entire header.
  const columns = header.split(',').length;
  if ((header !== COLUMNS && header !== WITH_CLIENTS) || table.header.length !== columns) {
    throw table.error(`expected the columns ${COLUMNS}, got ${quote(header)}`);
  }
  const labels = new Uint16Array(points);
  const seen = new Uint8Array(points);
  for (const row of table.rows()) {
    const [name, text] = row.cells;
    const at = parseDecimal(name);
    if (at === undefined || !Number.isInteger(at) || at < 0 || at >= points || seen[at] === 1) {
      const expected = `a row of the data from 0 to ${points - 1}, each once`;
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
    throw wrongFile(file, `expected all ${points} rows of the data, got none for row ${missing}`);
  return labels;
}
