/** `cahoots attack`, as it is called. */

import { command } from '../command.ts';
import { integer, text, texts, toggle } from '../flag.ts';
import { DATA, JSON_FLAG, KEY, ON, SET } from '../shared-flags.ts';

const FLAGS = {
  members: text('NAMES', 'the names of the parties that collude, separated by commas'),
  any: integer('N', 'every coalition of N clients', { most: 2 ** 31 }),
  draws: integer('N', 'with --any: only this many of them, drawn at random', { most: 2 ** 31 }),
  upTo: integer('N', 'every coalition of at most N clients', { most: 2 ** 31 }),
  withServer: toggle('with --any or --up-to: the server colludes too'),
  attack: texts('NAME', 'only this attack'),
  repeats: integer('N', 'further runs on the same data, for tests that need repetition', { most: 64 }),
  thorough: toggle(
    'compare real with simulated runs for all coalitions of a claim, not only the first 8, and also while parties outside them fail',
  ),
  games: integer('RUNS', 'play games of telling two inputs apart, with this many runs for each', {
    most: 1_000_000,
  }),
  data: DATA,
  threads: integer(
    'N',
    'worker threads that compute (default: none) and play games (default: one per core); this changes no result',
    { most: 256 },
  ),
  on: ON,
  key: KEY,
  set: SET,
  json: JSON_FLAG,
};

export type AttackFlags = typeof FLAGS;

export const ATTACK = command({
  name: 'attack',
  group: 'privacy',
  summary: 'compute what coalitions could learn in a run',
  details: 'FILE is a scenario or a trace. Exit code 1 if a claim does not hold.',
  takes: ['FILE'],
  readsTraces: true,
  flags: FLAGS,
  examples: [
    ['attack scenarios/quickstart.yaml --any 4', 'every coalition of four clients'],
    ['attack scenarios/quickstart.yaml --games 200', 'can they tell one input from another?'],
  ],
});
