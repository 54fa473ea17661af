/** Figures of FedDP-KMeans, except those about privacy spent. */

import { separationRatio } from '../../src/core/kit/cluster.ts';
import { figure } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import type { FeddpOutcome } from './elbow.ts';

export const elbowFigure = figure<Agreed, FeddpOutcome>({
  name: 'elbow',
  title: 'clusters by the elbow',
  summary: "how many clusters the server's weighted points suggest",
  unit: 'number',
  range: { least: 0 },
  rank: 'detail',
  of: ({ outcome }) => outcome.elbow?.chosen,
});

/** With more numbers the computation takes too long for its use. */
const MOST_NUMBERS = 2 ** 21;

export const separationFigure = figure<Agreed, FeddpOutcome>({
  name: 'separationRatio',
  title: 'separation ratio',
  summary:
    'the smallest distance between two clusters over their spectral spreads (Awasthi and Sheffet 2012), which theorems on projection require to be large, 100 in theirs',
  unit: 'number',
  range: { least: 0 },
  better: 'up',
  rank: 'detail',
  of({ agreed: { clusters }, points, labels }) {
    if (labels === undefined || points.values.length > MOST_NUMBERS) return undefined;
    return separationRatio(points, labels, clusters);
  },
});
