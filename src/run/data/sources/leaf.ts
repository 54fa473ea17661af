/** Points from LEAF's JSON, whose users are clients. */

import { z } from 'zod';
import { readLeaf } from '../leaf.ts';
import { source } from '../source.ts';

export const leaf = source({
  name: 'leaf',
  settings: {
    file: z.string().meta({ description: 'relative to the scenario', example: 'shakespeare.json' }),
  },
  load: ({ file }, { path }) => readLeaf(path(file)),
  opens: { endings: ['.json'], settings: (file) => ({ file }) },
});
