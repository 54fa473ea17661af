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
    ignore: z.array(z.string()).optional().meta({ description: 'columns to leave out' }),
    categories: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'columns of words: each becomes one coordinate for every word in it, 1 in rows that have the word and 0 elsewhere',
        example: ['sex'],
      }),
    delimiter: z
      .enum([',', ';', '\t', '|'])
      .optional()
      .meta({ description: 'the separator of cells; absent: the one most frequent in the header' }),
    decimal: z.enum(['.', ',']).optional().meta({
      description: 'the decimal mark; absent: the one in the file, if cells are not separated by commas',
    }),
    missing: z.enum(['refuse', 'skip']).default('refuse').meta({
      description:
        'what to do with rows in which a cell is empty or ?, or has NA, NaN, null or the like in place of a number',
    }),
  },
  load: ({ file, ...options }, { path }) => readCsv(path(file), options),
  opens: { endings: ['.csv'], settings: (file) => ({ file, missing: 'skip' as const }) },
});
