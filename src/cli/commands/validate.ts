/** `cahoots validate`, as it is called. */

import { command } from '../command.ts';
import { integer, percent, text, toggle } from '../flag.ts';
import { JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  runs: integer('N', 'number of real runs (default: 3)', { least: 1, most: 99 }),
  tolerance: percent('largest error of the time to the result (default: 10)', 1000),
  roundTolerance: percent('largest error of each round (default: 25)', 1000),
  secure: toggle('use certificates and encryption, which simulated networks do not model'),
  counted: toggle("do not calibrate: computations take as long as the scenario's devices say"),
  unpaced: toggle(
    'parties compute as fast as they can, and not at the pace of devices that are not this machine',
  ),
  places: text(
    'FILE',
    'where the parties run, such as network namespaces: YAML with `host` and `inside` for each',
  ),
  json: JSON_FLAG,
};

export type ValidateFlags = typeof FLAGS;

export const VALIDATE = command({
  name: 'validate',
  group: 'runs',
  summary: 'compare a simulation with real runs over sockets',
  details:
    'Tasks are measured on this machine first, unless the scenario has a device profile; then the scenario is simulated and run for real, and three things are compared: how long computations take, the time of the network, and the whole. Parties whose devices are not this machine are slowed down to their speed. Its network must describe the real one. Exit code 1 if an error exceeds its tolerance.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    [
      'validate scenarios/swarm/secfc.yaml --counted --set devices.clients=5Kop/s',
      'SecFC on slow devices, where computation takes most of the time',
    ],
  ],
});
