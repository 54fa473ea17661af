/**
 * Iteration by iteration: the quality of the clustering so far, computed afterwards from the labels that each
 * iteration started from.
 */

import { accuracy } from '../../core/math/cluster/accuracy.ts';
import { inertia } from '../../core/math/cluster/inertia.ts';
import { defined } from '../../core/base/defined.ts';
import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { Clustered } from '../../core/protocol/outcome.ts';
import type { Row } from '../../run/tidy/rows.ts';
import type { Scenario } from '../../run/scenario/load.ts';

/**
 * @param rows the row of the data that each label belongs to
 * @returns undefined if the protocol's server learns no labels
 */
export function iterationRows(
  { data, parameters }: Scenario,
  { history }: Clustered,
  rows: Uint32Array,
): Row[] | undefined {
  if (history === undefined || history.length === 0) return undefined;
  return history.map((own, iteration) => {
    const labels = spread(own, rows, data.points.rows);
    const before = history[iteration - 1];
    return defined({
      iteration,
      loss: inertia(data.points, labels, parameters.clusters),
      accuracy: data.truth && accuracy(labels, data.truth),
      moved: before && own.reduce((count, label, i) => count + (label === before[i] ? 0 : 1), 0),
    });
  });
}

function spread(labels: Labels, rows: Uint32Array, count: number): Labels {
  const byRow = new Uint16Array(count).fill(NO_CLUSTER);
  rows.forEach((row, i) => (byRow[row] = labels[i]));
  return byRow;
}
