/** `cahoots worker`: executes runs for anybody who requests them at a NATS server. */

import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { CahootsError } from '../core/base/errors.ts';
import { duration } from '../core/base/units.ts';
import { version } from '../core/base/package.ts';
import { temporaryFolder } from '../real/temporary-folder.ts';
import { work } from '../studies/executor/nats/worker.ts';
import type { Action } from './command.ts';
import type { WorkerFlags } from './commands/worker.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';

const LIMIT_NS = 3600e9;

export const workerCommand: Action<WorkerFlags> = {
  async run({ files: [address], values, plugins }) {
    const { threads = availableParallelism(), cache } = values;
    if (threads === 0)
      throw new CahootsError('bad-input', 'expected at least 1, got 0', { path: '--threads' });
    const { limit, idle } = values;
    const limitNs = limit === undefined ? LIMIT_NS : timeOf('--limit', limit);
    const idleMs = idle === undefined ? undefined : timeOf('--idle', idle) / 1e6;
    const folder = cache ?? temporaryFolder('worker');
    return interruptible(async (signal) => {
      try {
        await work(address, {
          plugins,
          threads,
          key: values.key,
          signal,
          cache: folder,
          limitMs: limitNs / 1e6,
          idleMs,
          versions: `cahoots ${version()}, Node.js ${process.versions.node}`,
          onNews: (line) => void process.stderr.write(`${line}\n`),
        });
        return EXIT.done;
      } finally {
        if (cache === undefined) rmSync(folder, { recursive: true, force: true });
      }
    });
  },
};

/** Longer than any timer of Node.js. */
const TOO_LONG_NS = 2 ** 31 * 1e6;

function timeOf(path: string, text: string): number {
  const { success, data, error } = duration().safeParse(text);
  if (success && data > 0 && data < TOO_LONG_NS) return data;
  const expected = success ? 'expected a time above 0 and below 596h' : error.issues[0].message;
  throw new CahootsError('bad-input', `${expected}, got ${text}`, { path });
}
