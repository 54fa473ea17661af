/** Points from NumPy's array files. */

import { z } from 'zod';
import { readNpyDataSet } from '../npy.ts';
import { source } from '../source.ts';

export const npy = source({
  name: 'npy',
  settings: {
    points: z.string().meta({ description: 'file of m x d numbers, relative to the scenario' }),
    labels: z.string().optional().meta({ description: 'file of m true classes', example: 'labels.npy' }),
    clients: z.string().optional().meta({ description: 'file of m owners' }),
  },
  load: ({ points, labels, clients }, { path }) =>
    readNpyDataSet({
      points: path(points),
      labels: labels === undefined ? undefined : path(labels),
      clients: clients === undefined ? undefined : path(clients),
    }),
  opens: { endings: ['.npy'], settings: (points) => ({ points }) },
});
