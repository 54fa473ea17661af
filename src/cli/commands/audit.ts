/** `cahoots audit`, as it is called. */

import { command } from '../command.ts';
import { integer, share, texts } from '../flag.ts';
import { JSON_FLAG, SEED, SET, THREADS } from '../shared-flags.ts';

const FLAGS = {
  audit: texts('NAME', 'only this audit'),
  runs: integer('N', 'in place of the number of runs that an audit asks for', { least: 1, most: 1_000_000 }),
  canaries: integer('N', 'in place of the number of canaries in a run', { least: 1, most: 100_000 }),
  confidence: share('P', 'that no claim is refuted that holds (default: 0.95)', 0.5),
  seed: SEED,
  threads: THREADS,
  set: SET,
  json: JSON_FLAG,
};

export type AuditFlags = typeof FLAGS;

export const AUDIT = command({
  name: 'audit',
  group: 'privacy',
  summary: 'test from below, over many runs, what a protocol promises',
  details:
    'Lower bounds on epsilon, distributions of what was unlearnt, certificates of deletion: what the protocol of FILE, a scenario, brings. Exit code 1 where a claim is refuted.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    [
      'audit examples/noisy-sum/scenario.yaml --plugin examples/noisy-sum/plugin.ts',
      'how much a noisy sum tells of a point',
    ],
  ],
});
