/** The settings that all tables have, and the points of those that they name. */

import { z } from 'zod';
import { section } from '../../core/base/section.ts';

export const tableSettings = {
  file: z.string().optional().meta({
    description: 'relative to the scenario; needed unless there are several',
    example: 'patients.csv',
  }),
  files: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .meta({
      description:
        'instead of file: one file for each client, who is called as it is; a folder, a pattern with * in the names of files, or a list',
      example: 'hospitals/*.csv',
    }),
  label: z.string().optional().meta({ description: 'the column with the true class', example: 'species' }),
  client: z
    .string()
    .optional()
    .meta({ description: 'the column that says who holds the point', example: 'hospital' }),
  ignore: z
    .array(z.string())
    .optional()
    .meta({ description: 'columns to leave out', example: ['id'] }),
  categories: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'columns of words: each becomes one coordinate for every word in it, 1 in rows that have the word and 0 elsewhere',
      example: ['sex'],
    }),
  missing: z
    .union([
      z.enum(['refuse', 'skip']),
      section({
        words: z
          .array(z.string().min(1))
          .min(1)
          .meta({ description: 'skip rows for these as well, in any case', example: ['k.A.', '-999'] }),
      }),
    ])
    .default('refuse')
    .meta({
      description:
        'what to do with rows in which a cell is empty or ?, or has NA, NaN, null or the like in place of a number',
    }),
};
