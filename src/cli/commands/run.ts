/** `cahoots run`, as it is called. */

import { PAYLOAD_DIGESTS } from '../../core/engine/messages/payload-digest.ts';
import { PRESETS_ARE, presetLines } from '../../run/scenario/presets.ts';
import { command } from '../command.ts';
import { oneOf, text, toggle } from '../flag.ts';
import { FAIR_START, FASTER, JSON_FLAG, SEED, SET, THREADS, WATCH, WHAT_IF } from '../shared-flags.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const FLAGS = {
  seed: SEED,
  threads: THREADS,
  set: SET,
  fairStart: FAIR_START,
  out: text('DIR', 'write the trace, the report, the labels and the centres to this new directory'),
  digest: oneOf(
    'KIND',
    'how the trace digests payloads: crc32 guards against accidents, sha256 is evidence',
    PAYLOAD_DIGESTS,
  ),
  certificate: toggle('also attack the run, and print what was found'),
  check: toggle('run it twice and compare the two runs entry by entry'),
  watch: WATCH,
  guard: toggle('check the invariants at every event, and stop at the first one that is broken'),
  faster: FASTER,
  whatIf: WHAT_IF,
  estimate: toggle(
    'print what the run would take on this machine, without its faults: processor time, memory, bytes; and do not run it',
  ),
  json: JSON_FLAG,
  log: oneOf('LEVEL', 'log events to stderr, as JSON lines', LOG_LEVELS),
};

export type RunFlags = typeof FLAGS;

export const RUN = command({
  name: 'run',
  group: 'runs',
  summary: 'run a scenario and report its result and its cost',
  details: [
    'Exit codes: 0 success, 1 a property was violated or the protocol failed, 2 bad input, 3 a limit of the scenario was reached.',
    `A network has what network.preset supplies (${PRESETS_ARE}, sources in docs/network.md), unless the scenario says otherwise:`,
    presetLines(),
  ].join('\n\n'),
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['run scenarios/quickstart.yaml', 'SecFC with ten clients'],
    ['run scenarios/quickstart.yaml --what-if network.bandwidth=x2', 'with faster links too'],
    ['run scenarios/lloyd.yaml --set clients=1000 --estimate', 'what that would take here'],
    ['run scenarios/quickstart.yaml --seed 7 --set protocol.privacy=3', 'another seed, another setting'],
  ],
});
