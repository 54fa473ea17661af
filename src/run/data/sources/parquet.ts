/** Points from Parquet. */

import { parquetTable } from '#columnar';
import { source } from '../source.ts';
import { pointsOfFiles } from '../table-files.ts';
import { tableSettings } from '../table-settings.ts';

const ENDINGS = ['.parquet'];

export const parquet = source({
  name: 'parquet',
  settings: tableSettings,
  load: (settings, context) => pointsOfFiles(settings, context, ENDINGS, parquetTable),
  opens: { endings: ENDINGS, settings: (file) => ({ file, missing: 'skip' as const }) },
});
