/** `cahoots replay`, as it is called. */

import { command } from '../command.ts';
import { integer, text } from '../flag.ts';
import { DATA, JSON_FLAG, THREADS } from '../shared-flags.ts';

const FLAGS = {
  until: text('TIME', 'show what happened up to this virtual time, such as 1.5s'),
  round: integer('N', 'show what happened in this round', { most: 2 ** 32 - 1 }),
  actor: text('NAME', 'show what this actor sent, received and did'),
  without: text('FAULT', 'run it without this fault, and show where the two runs diverge'),
  data: DATA,
  threads: THREADS,
  json: JSON_FLAG,
};

export type ReplayFlags = typeof FLAGS;

export const REPLAY = command({
  name: 'replay',
  group: 'traces',
  summary: 'repeat a run from its trace; show what happened, or leave out a fault',
  details: 'The runs are compared entry by entry, and the first entry that differs is shown (exit code 4).',
  takes: ['TRACE'],
  readsTraces: true,
  flags: FLAGS,
  examples: [['replay out/run.trace --round 2 --actor client-3', 'one party in one round']],
});
