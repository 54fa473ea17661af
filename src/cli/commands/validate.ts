/** `cahoots validate`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  runs: integer('N', 'how often it is run for real (default: 3)', { least: 1, most: 99 }),
  tolerance: integer('PERCENT', 'by how much the time to the result may be off (default: 10)', {
    most: 1000,
  }),
  roundTolerance: integer('PERCENT', 'by how much each round may be off (default: 25)', { most: 1000 }),
  secure: toggle('with certificates and encryption, which no simulated network has'),
  counted: toggle('no calibration: computations take what the devices of the scenario would, as written'),
  places: text(
    'FILE',
    'where parties are, such as namespaces with a network between them: YAML with `host` and `inside` for each',
  ),
  json: JSON_FLAG,
};

export type ValidateFlags = typeof FLAGS;

export const VALIDATE = command({
  name: 'validate',
  group: 'runs',
  summary: 'compare what a scenario predicts with what it takes over real sockets',
  details:
    'Tasks are measured on this machine first, unless the scenario has a device profile; then the scenario is simulated, and run for real, where parties that share this machine take no less than their devices. Its network must describe the one that is there. The exit code is 1 where something is off by more than its tolerance.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    [
      'validate scenarios/swarm/secfc.yaml --counted --set devices.clients=5Kop/s',
      'SecFC on slow devices, whose computations are what takes time',
    ],
  ],
});
