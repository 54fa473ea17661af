/** `cahoots calibrate`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';
import { JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  parties: toggle(
    'then play it once for real on this machine, with a process for each party, and add what these use of processors beside tasks (Linux)',
  ),
  out: text('FILE', 'write the profile to this new file instead of stdout'),
  json: JSON_FLAG,
};

export type CalibrateFlags = typeof FLAGS;

export const CALIBRATE = command({
  name: 'calibrate',
  group: 'runs',
  summary: "measure a scenario's tasks and messages on this machine, as a device profile",
  details:
    'Every shape of a task is measured in a thread of its own, cold and warm, including the transfer to it and back. A scenario uses the profile under devices: { profile: laptop.yaml }. Keep the machine idle meanwhile: other work distorts the measurements.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['calibrate scenarios/quickstart.yaml --out laptop.yaml', 'how long its tasks take on this laptop'],
  ],
});
