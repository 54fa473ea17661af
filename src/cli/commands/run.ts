/** `cahoots run`, as it is called. */

import { PAYLOAD_DIGESTS } from '../../engine/sim/payload-digest.ts';
import { command } from '../command.ts';
import { oneOf, text, toggle } from '../flag.ts';
import { JSON_FLAG, SEED, SET, THREADS, WATCH } from '../shared-flags.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const FLAGS = {
  seed: SEED,
  threads: THREADS,
  set: SET,
  out: text('DIR', 'write the trace, the report, the labels and the centres to this new directory'),
  digest: oneOf(
    'KIND',
    'how the trace keeps payloads: crc32 against accidents, sha256 as evidence',
    PAYLOAD_DIGESTS,
  ),
  certificate: toggle('attack the run too, and print what was found'),
  check: toggle('run it a second time, and compare the two entry by entry'),
  watch: WATCH,
  guard: toggle('watch what must hold at every moment, and end the run at the first event that breaks it'),
  json: JSON_FLAG,
  log: oneOf('LEVEL', 'log what happens to stderr, as JSON lines', LOG_LEVELS),
};

export type RunFlags = typeof FLAGS;

export const RUN = command({
  name: 'run',
  group: 'runs',
  summary: 'run a scenario, and report what it cost and what came out',
  details:
    'The exit code says what came of it: 0 done, 1 a property was violated, 2 bad input, 3 out of time or bounds.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['run scenarios/quickstart.yaml', 'SecFC with ten clients'],
    ['run scenarios/quickstart.yaml --seed 7 --set protocol.privacy=3', 'another seed, another setting'],
  ],
});
