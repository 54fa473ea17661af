/** `cahoots worker`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { KEY, RUN_THREADS } from '../shared-flags.ts';

const FLAGS = {
  threads: RUN_THREADS,
  key: KEY,
  limit: text('TIME', 'the longest a run may take before its thread is killed (default: 1h)'),
  idle: text('TIME', 'end after so long without a run (default: never)'),
  cache: text('DIR', 'where data files are cached (default: a folder that is removed when the worker ends)'),
};

export type WorkerFlags = typeof FLAGS;

export const WORKER = command({
  name: 'worker',
  group: 'runs',
  summary: 'do runs for others at a NATS server, until Ctrl-C',
  details:
    'ADDRESS is like nats://user:password@host:4222?ca=FILE&cert=FILE&key=FILE, or with creds=FILE; tls:// requires encryption. The server needs JetStream. A worker accepts only runs of the same code: Cahoots, plugins, and the major version of Node.js.',
  takes: ['ADDRESS'],
  flags: FLAGS,
  examples: [
    ['worker nats://127.0.0.1:4222 --threads 2', 'two runs at a time, for whoever asks for them'],
    ['worker nats://127.0.0.1:4222 --idle 5min', 'in a job of a cluster, which ends with the study'],
  ],
});
