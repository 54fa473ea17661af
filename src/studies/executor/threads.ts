/** An executor that is a pool of threads. */

import { moduleOf } from '../../core/base/package.ts';
import { workerThreads } from '../../core/platform/node/threads.ts';
import { Unruly } from '../../core/platform/platform.ts';
import type { Answer } from './job.ts';
import type { JobExecutor } from './job-executor.ts';

/** How many jobs are queued for each thread, besides the one that it works on. */
const AHEAD = 1;

/** An executor with this many threads. */
export function threadsOf(threads: number): JobExecutor {
  const pool = workerThreads(moduleOf('./worker', import.meta.url), threads);
  return {
    room: threads * (1 + AHEAD),
    async start(request) {
      try {
        return (await pool.run(request)) as Answer;
      } catch (error) {
        if (error instanceof Unruly) return { refused: error.message };
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}
