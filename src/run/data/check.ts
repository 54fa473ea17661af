/**
 * Holds what a source yields to what a {@link DataSet} promises: a user's own may yield anything, and points
 * that are no numbers would be lost on the way, or counted as zeros.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { DataSet } from './data-set.ts';

type Refuse = (expected: string, got: unknown) => never;
type Unchecked = { readonly [K in keyof DataSet]?: unknown };

/**
 * Refuses what a source returned if it is no data set, for example because points are not finite or some lack an owner.
 * @throws CahootsError that names the source
 */
export function checkDataSet(source: string, found: unknown): asserts found is DataSet {
  const refuse: Refuse = (expected, got) => {
    throw new CahootsError('bad-input', `expected ${expected} from source ${source}, got ${String(got)}`, {
      path: 'data',
    });
  };
  const { points, truth, classes, owners, skipped, sourceRows } = (found ?? {}) as Unchecked;
  const { rows, columns, values } = (points ?? {}) as Readonly<Record<string, unknown>>;
  if (!isCount(rows, 1) || !isCount(columns, 1) || !(values instanceof Float64Array))
    return refuse('points as a matrix with rows, columns and values', 'something else');
  if (values.length !== rows * columns) refuse(`${rows} x ${columns} values`, values.length);
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) refuse('finite numbers', `${values[at]} at row ${Math.floor(at / columns)} (from 0)`);
  if (!isCount(skipped, 0)) refuse('how many rows were skipped', skipped);
  for (const [what, each] of Object.entries({ truth, owners, sourceRows })) {
    if (each === undefined) continue;
    if (!(each instanceof Uint32Array) || each.length !== rows)
      refuse(`${what} as a Uint32Array of ${rows} numbers`, 'something else');
  }
  checkSourceRows(skipped, sourceRows, refuse);
  if ((truth === undefined) !== (classes === undefined)) refuse('truth and classes', 'one without the other');
  if (!(truth instanceof Uint32Array)) return;
  const names = Array.isArray(classes) ? classes.length : 0;
  const beyond = truth.find((one) => one >= names);
  if (beyond !== undefined) refuse(`a truth below the number of classes, ${names}`, beyond);
}

function checkSourceRows(skipped: unknown, sourceRows: unknown, refuse: Refuse): void {
  // Rows that were left out would shift the labels of all that follow.
  if (skipped !== 0 && sourceRows === undefined) refuse('sourceRows where rows were skipped', 'none');
  if (!(sourceRows instanceof Uint32Array)) return;
  const after = sourceRows.findIndex((row, i) => i > 0 && row <= sourceRows[i - 1]);
  if (after >= 0) refuse('ascending sourceRows', `${sourceRows[after]} after ${sourceRows[after - 1]}`);
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
