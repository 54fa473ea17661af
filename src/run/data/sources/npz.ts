/** Points from NumPy's files of several arrays. */

import { z } from 'zod';
import { readNpz } from '../npz.ts';
import { source } from '../source.ts';

export const npz = source({
  name: 'npz',
  settings: {
    file: z.string().meta({ description: 'relative to the scenario', example: 'digits.npz' }),
    points: z.string().optional().meta({
      description: 'the array of m x d numbers; absent: the only one of two axes',
      example: 'X',
    }),
    labels: z.string().optional().meta({ description: 'the array of m true classes', example: 'y' }),
    clients: z.string().optional().meta({ description: 'the array of m owners', example: 'hospital' }),
  },
  load: ({ file, ...arrays }, { path }) => readNpz(path(file), arrays),
  opens: { endings: ['.npz'], settings: (file) => ({ file }) },
});
