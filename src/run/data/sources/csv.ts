/** Points from a table with a header. */

import { z } from 'zod';
import { csvTable } from '../csv.ts';
import { THOUSANDS } from '../decimal.ts';
import { source } from '../source.ts';
import { pointsOfFiles } from '../table-files.ts';
import { tableSettings } from '../table-settings.ts';

const ENDINGS = ['.csv'];

export const csv = source({
  name: 'csv',
  settings: {
    ...tableSettings,
    delimiter: z
      .enum([',', ';', '\t', '|'])
      .optional()
      .meta({ description: 'the separator of cells; absent: the one most frequent in the header' }),
    decimal: z.enum(['.', ',']).optional().meta({
      description: 'the decimal mark; absent: the one in the file, if cells are not separated by commas',
    }),
    thousands: z.enum(THOUSANDS).optional().meta({
      description: 'what stands between thousands, as in 98,363; absent: nothing does',
    }),
  },
  load: (settings, context) =>
    pointsOfFiles(settings, context, ENDINGS, (bytes, file) => csvTable(bytes, file, settings)),
  opens: { endings: ENDINGS, settings: (file) => ({ file, missing: 'skip' as const }) },
});
