/**
 * Holds what a source yields to what a {@link DataSet} promises: a user's own may yield anything, and points
 * that are no numbers would be lost on the way, or counted as zeros.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { DataSet } from './data-set.ts';

type Unchecked = { readonly [K in keyof DataSet]?: unknown };

/**
 * Refuses what a source returned if it is no data set, for example because points are not finite or some lack an owner.
 * @throws CahootsError that names the source
 */
export function checkDataSet(source: string, found: unknown): asserts found is DataSet {
  const refuse = (expected: string, got: unknown): never => {
    throw new CahootsError('bad-input', `expected ${expected} from source ${source}, got ${String(got)}`, {
      path: 'data',
    });
  };
  const { points, truth, classes, owners, skipped } = (found ?? {}) as Unchecked;
  const { rows, columns, values } = (points ?? {}) as Readonly<Record<string, unknown>>;
  if (!isCount(rows, 1) || !isCount(columns, 1) || !(values instanceof Float64Array))
    return refuse('points as a matrix with rows, columns and values', 'something else');
  if (values.length !== rows * columns) refuse(`${rows} x ${columns} values`, values.length);
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) refuse('finite numbers', `${values[at]} at row ${Math.floor(at / columns)} (from 0)`);
  if (!isCount(skipped, 0)) refuse('how many rows were skipped', skipped);
  for (const [what, each] of [['truth', truth] as const, ['owners', owners] as const]) {
    if (each === undefined) continue;
    if (!(each instanceof Uint32Array) || each.length !== rows)
      refuse(`${what} as a Uint32Array of ${rows} numbers`, 'something else');
  }
  if ((truth === undefined) !== (classes === undefined)) refuse('truth and classes', 'one without the other');
  if (!(truth instanceof Uint32Array)) return;
  const names = Array.isArray(classes) ? classes.length : 0;
  const beyond = truth.find((one) => one >= names);
  if (beyond !== undefined) refuse(`a truth below the number of classes, ${names}`, beyond);
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
