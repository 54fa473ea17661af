/** `cahoots audit`, as it is called. */

import { command } from '../command.ts';
import { integer, share, texts } from '../flag.ts';
import { JSON_FLAG, RUN_THREADS, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  audit: texts('NAME', 'only this audit'),
  runs: integer('N', 'number of runs, instead of what the audit asks for, or of as many games as it takes', {
    least: 1,
    most: 1_000_000,
  }),
  canaries: integer('N', 'number of canaries per run, instead of what the audit asks for', {
    least: 1,
    most: 100_000,
  }),
  minutes: integer('N', 'time for games, until half of the noise would be refuted (default: 10)', {
    least: 1,
    most: 10_000,
  }),
  confidence: share('P', 'confidence that no true claim is refuted (default: 0.95)', 0.5),
  seed: SEED,
  threads: RUN_THREADS,
  set: SET,
  json: JSON_FLAG,
};

export type AuditFlags = typeof FLAGS;

export const AUDIT = command({
  name: 'audit',
  group: 'privacy',
  summary: "test a protocol's promises empirically, over many runs",
  details:
    'FILE is a scenario; its protocol brings the audits: lower bounds on epsilon, distributions after unlearning, certificates of deletion. Exit code 1 if a claim is refuted.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    [
      'audit examples/noisy-sum/scenario.yaml --plugin examples/noisy-sum/plugin.ts',
      'how much a noisy sum reveals about a point',
    ],
  ],
});
