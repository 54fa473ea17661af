/** `cahoots trust`, as it is called. */

import { CONDITIONS } from '../../lab/trust/conditions.ts';
import { command } from '../command.ts';
import { integer, oneOf, text, toggle } from '../flag.ts';
import { JSON_FLAG, KEY, ON, RUN_THREADS, SET } from '../shared-flags.ts';

const FLAGS = {
  others: oneOf('HOW', `only where all others are so: ${CONDITIONS.join(', ')}`, CONDITIONS),
  repeats: integer('N', 'pairs of real and simulated runs of each coalition (default: 16)', { most: 64 }),
  out: text('DIR', 'keep every run here, and resume a table that was interrupted'),
  html: text('FILE', 'write the table as a page'),
  markdown: toggle('print Markdown, with what computes each cell again'),
  threads: RUN_THREADS,
  on: ON,
  key: KEY,
  set: SET,
  json: JSON_FLAG,
};

export type TrustFlags = typeof FLAGS;

export const TRUST = command({
  name: 'trust',
  group: 'privacy',
  summary: 'what is left of privacy and accuracy if parties look, deviate, or fail',
  details:
    'FILE is a scenario, small enough to be run some hundred times. Exit code 1 if a claim does not hold in some cell.',
  takes: ['FILE...'],
  flags: FLAGS,
  examples: [['trust scenarios/kfed.yaml --out trust', 'the table of one protocol']],
});
