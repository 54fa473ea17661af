/** Points from a table with a header. */

import { z } from 'zod';
import { readCsv } from '../csv.ts';
import { source } from '../source.ts';

export const csv = source({
  name: 'csv',
  settings: {
    file: z.string().meta({ description: 'relative to the scenario' }),
    label: z.string().optional().meta({ description: 'the column with the true class' }),
    client: z
      .string()
      .optional()
      .meta({ description: 'the column that says who holds the point', example: 'hospital' }),
    ignore: z.array(z.string()).optional().meta({ description: 'columns that are left out' }),
    categories: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'columns of words: each becomes a coordinate for every word in it, 1 where it stands and 0 elsewhere',
        example: ['sex'],
      }),
    delimiter: z
      .enum([',', ';', '\t', '|'])
      .optional()
      .meta({ description: 'what stands between cells; absent: what the header has most of' }),
    decimal: z.enum(['.', ',']).optional().meta({
      description: 'the decimal mark; absent: the one in the file, where cells are not divided by commas',
    }),
    missing: z.enum(['refuse', 'skip']).default('refuse').meta({
      description:
        'what to do with rows in which a cell is empty or ?, or NA, NaN, null and the like stand for a number',
    }),
  },
  load: ({ file, ...options }, { path }) => readCsv(path(file), options),
  opens: { endings: ['.csv'], settings: (file) => ({ file, missing: 'skip' as const }) },
});
