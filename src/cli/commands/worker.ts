/** `cahoots worker`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { RUN_THREADS } from '../shared-flags.ts';

const FLAGS = {
  threads: RUN_THREADS,
  limit: text('TIME', 'a run may take so long, then its thread is ended (default: 1h)'),
  cache: text('DIR', 'where data files of runs are kept (default: a folder that goes with the worker)'),
};

export type WorkerFlags = typeof FLAGS;

export const WORKER = command({
  name: 'worker',
  group: 'runs',
  summary: 'do runs for others, at a NATS server, until Ctrl-C',
  details:
    'ADDRESS is such as nats://user:password@host:4222?ca=FILE&cert=FILE&key=FILE, or has creds=FILE; tls:// insists on encryption. The server needs JetStream. Only orders of the same code are taken: Cahoots, plugins, and the major version of Node.js.',
  takes: ['ADDRESS'],
  flags: FLAGS,
  examples: [['worker nats://127.0.0.1:4222 --threads 2', 'two runs at a time, for whoever asks there']],
});
