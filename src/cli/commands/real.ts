/** `cahoots real`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  out: text('DIR', 'write the trace, the report, the labels and the centres to this new directory'),
  plain: toggle('use no certificates and no encryption: names are believed'),
  paced: toggle("slow computations down to the speed of the scenario's devices"),
  restarts: integer('N', 'how often to restart a process that dies (default: 1)', { most: 60 }),
  split: text('DIR', 'run nothing: write the inputs of each party to this new directory'),
  party: text('NAME', 'run this party alone; FILE is what --split wrote for it'),
  peers: text('FILE', 'with --party: YAML with the address of every party, such as `server: 10.0.0.1:7000`'),
  records: text('DIR', 'with --party: where to keep its journal and its record, from which it can restart'),
  collect: text('DIR', 'run nothing: combine the records of parties that ran alone, and report the result'),
  json: JSON_FLAG,
};

export type RealFlags = typeof FLAGS;

export const REAL = command({
  name: 'real',
  group: 'runs',
  summary: 'run a scenario over real sockets, one process per party',
  details:
    'All parties run on this machine, or, with --split, --party and --collect, each on its own. The network of the scenario is not ' +
    'simulated. Secrets come from the operating system. A process that dies restarts from what it saved.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['real scenarios/swarm/mufc.yaml', 'MUFC with its secure aggregation over TLS'],
    ['real scenarios/swarm/mufc.yaml --split parties', 'the inputs of each party, with its certificate'],
    [
      'real parties/client-3/inputs --party client-3 --peers parties/peers.yaml --records records',
      'one party, on a machine of its own',
    ],
    ['real scenarios/swarm/mufc.yaml --collect records', 'the result, from the records of all parties'],
  ],
});
