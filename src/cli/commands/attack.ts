/** `cahoots attack`, as it is called. */

import { command } from '../command.ts';
import { integer, text, texts, toggle } from '../flag.ts';
import { DATA, JSON_FLAG, ON, SET } from '../shared-flags.ts';

const FLAGS = {
  members: text('NAMES', 'the parties that collude, by name, with commas between'),
  any: integer('N', 'every coalition of N clients', { most: 2 ** 31 }),
  draws: integer('N', 'with --any: so many of them, drawn at random', { most: 2 ** 31 }),
  upTo: integer('N', 'every coalition of at most N clients', { most: 2 ** 31 }),
  withServer: toggle('with --any or --up-to: the server colludes too'),
  attack: texts('NAME', 'only this attack'),
  repeats: integer('N', 'further runs on the same data, for what only repetition shows', { most: 64 }),
  games: integer('RUNS', 'games of telling two inputs apart, so many runs for each', { most: 1_000_000 }),
  data: DATA,
  threads: integer(
    'N',
    'worker threads: they compute (default: none) and play games (default: one for each core); no result depends on it',
    { most: 256 },
  ),
  on: ON,
  set: SET,
  json: JSON_FLAG,
};

export type AttackFlags = typeof FLAGS;

export const ATTACK = command({
  name: 'attack',
  group: 'privacy',
  summary: 'compute what coalitions could learn in a run',
  details: 'FILE is a scenario, or a trace that was made earlier. Exit code 1 where a claim does not hold.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['attack scenarios/quickstart.yaml --any 4', 'every coalition of four clients'],
    ['attack scenarios/quickstart.yaml --games 200', 'can they tell one input from another?'],
  ],
});
