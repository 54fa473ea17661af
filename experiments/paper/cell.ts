/** One run of a cell of a table, as a job: scored against both readings of the ground truth. */

import { accuracy } from '../../src/core/math/cluster/accuracy.ts';
import { assignToCentres } from '../../src/core/math/cluster/centres.ts';
import { CahootsError } from '../../src/core/base/errors.ts';
import { readNpy } from '../../src/run/data/npy.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { defineJob, type Surroundings } from '../../src/studies/executor/job.ts';
import type { RunRequest } from '../../src/studies/batch/run-job.ts';
import { figuresOfRun, type RunFigures } from '../../src/run/tidy/run-row.ts';

export interface CellRequest extends RunRequest {
  /** 0: the scenario's own protocol; otherwise an index, from 1, into its `compare` list. */
  readonly variant: number;
  /** Which centres define the nearest: those that the mixture was drawn from, those in a file of k x d, or none. */
  readonly centres: 'drawn' | 'none' | { readonly file: string };
}

export interface CellRun extends RunFigures {
  /** Accuracy if the true cluster of a point is that of the nearest centre (SecFC, section 5.1). */
  readonly nearestCentreAccuracy?: number;
}

export const cellRun = defineJob(
  import.meta.url,
  'paper-cell',
  async (request: CellRequest, surroundings): Promise<CellRun> => {
    const { file, seed, variant, set } = request;
    const scenario = loadScenario(file, { ...surroundings, seed, variant, set });
    const result = await run(scenario, { plugins: surroundings.plugins });
    const nearest = nearestCentres(request, scenario, surroundings);
    return {
      ...figuresOfRun(result),
      ...(nearest && result.labels && { nearestCentreAccuracy: accuracy(result.labels, nearest) }),
    };
  },
);

function nearestCentres(
  { file, centres, set, ...options }: CellRequest,
  { data }: Scenario,
  surroundings: Surroundings,
): ArrayLike<number> | undefined {
  if (centres === 'none') return undefined;
  if (centres === 'drawn') {
    const truth = [...set, 'data.truth=nearest-centre'];
    return loadScenario(file, { ...surroundings, set: truth, ...options }).data.truth;
  }
  const { shape, values } = readNpy(surroundings.locate(centres.file));
  const { columns } = data.points;
  if (shape.length !== 2 || shape[1] !== columns) {
    const message = `expected centres of shape (k, ${columns}), got (${shape.join(', ')})`;
    throw new CahootsError('bad-input', message, { file: centres.file });
  }
  return assignToCentres(data.points, { rows: shape[0], columns, values });
}
