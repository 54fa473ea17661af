/** `cahoots real`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  out: text('DIR', 'write the trace, the report, the labels and the centres to this new directory'),
  plain: toggle('no certificates and no encryption: names are believed'),
  paced: toggle('computations take no less time than on the devices of the scenario'),
  restarts: integer('N', 'how often a process that dies is started again (default: 1)', { most: 60 }),
  split: text('DIR', 'run nothing: write what each party is given to this new directory'),
  party: text('NAME', 'run this party alone; FILE is what --split wrote for it'),
  peers: text('FILE', 'with --party: YAML with the address of every party, such as `server: 10.0.0.1:7000`'),
  records: text('DIR', 'with --party: where its journal and its record lie, from which it also starts again'),
  collect: text('DIR', 'run nothing: what came of parties that ran alone, from the records of all'),
  json: JSON_FLAG,
};

export type RealFlags = typeof FLAGS;

export const REAL = command({
  name: 'real',
  group: 'runs',
  summary: 'run a scenario over real sockets, each party in a process of its own',
  details:
    'On this machine, or with --split, --party and --collect on one for each party. The network of the scenario is not ' +
    'simulated: links are what they are. Secrets come from the operating system. A process that dies starts again from what it kept.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['real scenarios/swarm/mufc.yaml', 'MUFC with its secure aggregation over TLS'],
    ['real scenarios/swarm/mufc.yaml --split parties', 'what each party is given, with its certificate'],
    [
      'real parties/client-3/inputs --party client-3 --peers parties/peers.yaml --records records',
      'one party, on a machine of its own',
    ],
    ['real scenarios/swarm/mufc.yaml --collect records', 'what came of it'],
  ],
});
