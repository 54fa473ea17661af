/** An executor does jobs: in this thread, in a pool of threads, or by workers at a broker. */

import { type Answer, answer, type JobRequest } from './job.ts';

export interface JobExecutor {
  /** How many jobs it takes at a time; it is given the next when one is answered. */
  readonly room: number;
  /** Resolves with the answer; rejects if the job threw or killed its worker. */
  readonly start: (request: JobRequest) => Promise<Answer>;
  /** Abandons jobs in progress. Nothing is lost if every job was answered before. */
  readonly close: () => Promise<void>;
}

/** One job after the other, in this thread. */
export const thisThread: JobExecutor = { room: 1, start: answer, close: () => Promise.resolve() };

/** A job that kills every worker. */
export class PoisonJob extends Error {
  override readonly name = 'PoisonJob';

  /** @param deaths how many workers died of it */
  constructor(deaths: number) {
    super(`this run kills its worker: ${deaths} died, the last of them while doing nothing else`);
  }
}
