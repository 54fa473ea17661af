/**
 * Sums of clusters, kept next to their matrix: the next ones follow from the rows that have moved since. They
 * are integers, so they always equal the sums of all rows.
 */

import type { ResidueMatrix } from './residues.ts';
import type { ScratchMemory } from './scratch-memory.ts';

/**
 * The sums of the rows of each cluster, unreduced; a row whose label is not below `clusters` belongs to none.
 */
export type AddUp = (
  rows: Uint32Array,
  columns: number,
  labels: Uint16Array,
  clusters: number,
) => BigUint64Array;

/**
 * Subtracts rows whose labels changed from sums, and adds them to others; all arguments but the counts are
 * addresses.
 */
export interface RowMover {
  moveRows(
    rows: number,
    count: number,
    columns: number,
    before: number,
    after: number,
    clusters: number,
    sums: number,
  ): void;
}

/** If a larger fraction of the rows moved, summing all of them is faster. */
const MOST_MOVED = 1 / 4;
/** Labels copied at a time. */
const TILE = 2 ** 14;
/** Before the labels and sums of a plane: the number of clusters they are for, 0 if there are none yet. */
const HEAD_BYTES = 16;

/** @param planes of the only matrix in this memory, whose contents must not change any more */
export function rememberedTotals(
  addUp: AddUp,
  wasm: RowMover,
  place: ScratchMemory,
  planes: ResidueMatrix['planes'],
): AddUp {
  return (rows, columns, labels, clusters) => {
    const plane = planes.findIndex(({ byteOffset }) => byteOffset === rows.byteOffset);
    const isWhole = rows.length === planes[plane]?.length && rows.length === labels.length * columns;
    if (!isWhole || rows.length === 0 || clusters === 0) return addUp(rows, columns, labels, clusters);
    const labelBytes = Math.ceil(labels.length / 8) * 16;
    const kept = HEAD_BYTES + labelBytes + Math.ceil((clusters * columns) / 2) * 16;
    const at = place.keep(planes.length * kept) + plane * kept;
    const [beforeAt, totalsAt] = [at + HEAD_BYTES, at + HEAD_BYTES + labelBytes];
    const head = new Uint32Array(place.buffer, at, 1);
    const before = new Uint16Array(place.buffer, beforeAt, labels.length);
    const totals = new BigUint64Array(place.buffer, totalsAt, clusters * columns);
    if (head[0] !== clusters || moved(before, labels) > MOST_MOVED * labels.length) {
      totals.set(addUp(rows, columns, labels, clusters));
      before.set(labels);
      head[0] = clusters;
      return totals;
    }
    place.with([TILE / 2], (tileAt) => {
      for (let start = 0; start < labels.length; start += TILE) {
        const tile = labels.subarray(start, start + TILE);
        new Uint16Array(place.buffer, tileAt, tile.length).set(tile);
        const rowsAt = rows.byteOffset + start * columns * Uint32Array.BYTES_PER_ELEMENT;
        wasm.moveRows(rowsAt, tile.length, columns, beforeAt + 2 * start, tileAt, clusters, totalsAt);
      }
    });
    return totals;
  };
}

function moved(before: Uint16Array, after: Uint16Array): number {
  let count = 0;
  for (let i = 0; i < after.length; i++) if (before[i] !== after[i]) count++;
  return count;
}
