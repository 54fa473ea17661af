/** `cahoots merge`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';

const FLAGS = { out: text('DIR', 'where to write the whole (needed)') };

export type MergeFlags = typeof FLAGS;

export const MERGE = command({
  name: 'merge',
  group: 'runs',
  summary: 'put the parts of a sweep together',
  details:
    'What comes out is what one run of the whole sweep writes, byte for byte. A part that is missing or there twice is named.',
  takes: ['DIR...'],
  flags: FLAGS,
  examples: [['merge parts/* --out grid', 'all parts of a sweep']],
});
