/** `cahoots merge`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { JSON_FLAG } from '../shared-flags.ts';

const FLAGS = { out: text('DIR', 'where to write the merged sweep (required)'), json: JSON_FLAG };

export type MergeFlags = typeof FLAGS;

export const MERGE = command({
  name: 'merge',
  group: 'runs',
  summary: 'put the parts of a sweep together',
  details:
    'The result is byte for byte what a sweep in one piece would have written. Missing and repeated parts are named.',
  takes: ['DIR...'],
  flags: FLAGS,
  examples: [['merge parts/* --out grid', 'merge all parts of a sweep']],
});
