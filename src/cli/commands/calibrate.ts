/** `cahoots calibrate`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  out: text('FILE', 'write the profile to this new file, and not to stdout'),
};

export type CalibrateFlags = typeof FLAGS;

export const CALIBRATE = command({
  name: 'calibrate',
  group: 'runs',
  summary: "measure a scenario's tasks and messages on this machine, as a device profile",
  details:
    'Every shape of a task is measured in a thread of its own, cold and warm, with its way there and back. A scenario takes the profile under devices: { profile: laptop.yaml }. Leave the machine to it: what else runs is measured too.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['calibrate scenarios/quickstart.yaml --out laptop.yaml', 'what its clients take on this laptop'],
  ],
});
