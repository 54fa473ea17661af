/** Columns of bytes by direction, the same in all tables of a page. */

import { directionsIn } from '../../run/report/directions.ts';
import { bytes } from '../../run/report/format.ts';
import type { Bytes } from '../../run/report/report.ts';
import type { Column } from './html.ts';

/** One for each direction that these rows have. */
export function directionColumns(rows: readonly Bytes[]): readonly Column<Bytes>[] {
  return directionsIn(rows).map(({ key, title }) => ({
    title,
    text: (row) => bytes(row[key]),
    value: (row) => row[key],
  }));
}
