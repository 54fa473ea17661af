/** The assignment problem, by the Hungarian method. */

export interface Matching {
  /** For each row the column it is matched with, or -1. */
  readonly columns: Int32Array;
  /** The sum of the matched gains. */
  readonly total: number;
}

/**
 * The one-to-one matching of rows with columns of maximum total gain. A table of r rows and c columns gives
 * min(r, c) pairs. Exact for integers whose sums stay below 2^53.
 */
export function bestMatching(gains: readonly (readonly number[])[]): Matching {
  const rows = gains.length;
  const width = gains[0]?.length ?? 0;
  const columns = new Int32Array(rows).fill(-1);
  // The method needs a column for every row.
  if (rows <= width) columns.set(assign(rows, width, (r, c) => -gains[r][c]));
  else assign(width, rows, (c, r) => -gains[r][c]).forEach((r, c) => (columns[r] = c));
  const total = gains.reduce((sum, row, r) => (columns[r] === -1 ? sum : sum + row[columns[r]]), 0);
  return { columns, total };
}

/**
 * The column of each row in the assignment of least cost: rows are added one by one along the shortest
 * augmenting path in reduced costs (Kuhn 1955, Munkres 1957, in the form of Jonker and Volgenant 1987).
 * O(rows^2 columns).
 */
function assign(rows: number, columns: number, cost: (row: number, column: number) => number): Int32Array {
  /**
   * The potentials of rows and columns; a cost minus both is never negative. The last column stands for the
   * row being added.
   */
  const ofRow = new Float64Array(rows);
  const ofColumn = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1).fill(-1);
  for (let added = 0; added < rows; added++) {
    const least = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(columns).fill(columns);
    const reached = new Uint8Array(columns + 1);
    rowOf[columns] = added;
    let at = columns;
    while (rowOf[at] !== -1) {
      reached[at] = 1;
      const row = rowOf[at];
      let next = -1;
      for (let c = 0; c < columns; c++) {
        if (reached[c] === 1) continue;
        const reduced = cost(row, c) - ofRow[row] - ofColumn[c];
        if (reduced < least[c]) {
          least[c] = reduced;
          before[c] = at;
        }
        if (next === -1 || least[c] < least[next]) next = c;
      }
      const step = least[next];
      for (let c = 0; c <= columns; c++) {
        if (reached[c] === 1) {
          ofRow[rowOf[c]] += step;
          ofColumn[c] -= step;
        } else if (c < columns) least[c] -= step;
      }
      at = next;
    }
    for (; at !== columns; at = before[at]) rowOf[at] = rowOf[before[at]];
  }
  const columnOf = new Int32Array(rows);
  for (let c = 0; c < columns; c++) if (rowOf[c] !== -1) columnOf[rowOf[c]] = c;
  return columnOf;
}
