/**
 * Points held out of a run: a reference population from the same distribution as the data, but not part of
 * it.
 */

import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { type Matrix, selectRows } from '../../core/base/matrix.ts';
import type { Random } from '../../core/base/random.ts';
import type { DataSet } from './data-set.ts';
import { numberNames } from './number-names.ts';

/**
 * Sets `count` points aside, drawn from the stream `hold-out`; the others keep their order.
 * @throws CahootsError with the path `data.holdOut` if no point would be left
 */
export function holdOut(
  data: DataSet,
  count: number,
  random: Random,
): { readonly data: DataSet; readonly heldOut?: Matrix } {
  if (count === 0) return { data };
  const { points, truth, classes, owners, sourceRows, ...rest } = data;
  if (count >= points.rows) {
    throw new CahootsError('bad-input', `expected fewer than the ${points.rows} points, got ${count}`, {
      path: 'data.holdOut',
    });
  }
  const order = random.stream('hold-out').shuffle(Uint32Array.from({ length: points.rows }, (_, i) => i));
  const kept = order.slice(count).toSorted();
  const named = truth && classes && numberNames(Array.from(kept, (i) => classes[truth[i]]));
  return {
    data: defined({
      ...rest,
      points: selectRows(points, kept),
      truth: named?.numbers,
      classes: named?.names,
      owners: owners && kept.map((i) => owners[i]),
      sourceRows: sourceRows === undefined ? kept : kept.map((i) => sourceRows[i]),
    }),
    heldOut: selectRows(points, order.subarray(0, count)),
  };
}
