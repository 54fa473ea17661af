/** Points from tables in Apache Arrow's IPC format, such as Feather. */

import { arrowTable } from '#columnar';
import { source } from '../source.ts';
import { pointsOfFiles } from '../table-files.ts';
import { tableSettings } from '../table-settings.ts';

const ENDINGS = ['.arrow', '.arrows', '.feather'];

export const arrow = source({
  name: 'arrow',
  settings: tableSettings,
  load: (settings, context) => pointsOfFiles(settings, context, ENDINGS, arrowTable),
  opens: { endings: ENDINGS, settings: (file) => ({ file, missing: 'skip' as const }) },
});
