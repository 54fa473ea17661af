/** The figures of a run from its findings: how good its clustering is, and what its protocol measures. */

import { defined } from '../../core/base/defined.ts';
import type { Findings } from '../execute/findings.ts';

export type FigureCells = Readonly<Record<string, number | string | boolean>>;

/** The values of figures by name, without those of the run's cost. */
export function figureCells(findings: Findings): FigureCells {
  const { iterations, converged, equalsLloyd, accuracy, loss, quality, skippedRows, figures = [] } = findings;
  const own = figures.map(({ name, value }) => [name, value] as const);
  return defined({
    iterations,
    converged,
    equalsLloyd,
    accuracy,
    loss,
    ...quality,
    skippedRows,
    emptyClusters: quality && quality.clusters - quality.occupiedClusters,
    ...Object.fromEntries(own),
  }) as FigureCells;
}
