/** Points from a table with a header. */

import { z } from 'zod';
import { readCsv } from '../csv.ts';
import { source } from '../source.ts';

export const csv = source({
  name: 'csv',
  settings: {
    file: z.string().meta({ description: 'relative to the scenario' }),
    label: z.string().optional().meta({ description: 'the column with the true class' }),
    client: z.string().optional().meta({ description: 'the column that says who holds the point' }),
    ignore: z.array(z.string()).optional().meta({ description: 'columns that are left out' }),
    missing: z
      .enum(['refuse', 'skip'])
      .default('refuse')
      .meta({ description: 'what to do with incomplete rows' }),
  },
  load: ({ file, ...options }, { path }) => readCsv(path(file), options),
  opens: { endings: ['.csv'], settings: (file) => ({ file, missing: 'skip' as const }) },
});
