/** Points from JSON lines. */

import { jsonLinesTable } from '../json-lines.ts';
import { source } from '../source.ts';
import { pointsOfFiles } from '../table-files.ts';
import { tableSettings } from '../table-settings.ts';

const ENDINGS = ['.jsonl', '.ndjson'];

export const jsonl = source({
  name: 'jsonl',
  settings: tableSettings,
  load: (settings, context) => pointsOfFiles(settings, context, ENDINGS, jsonLinesTable),
  opens: { endings: ENDINGS, settings: (file) => ({ file, missing: 'skip' as const }) },
});
