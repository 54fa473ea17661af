/** Where orders are worked on: this thread, a pool of threads, or workers at a broker. */

import { type Answer, answer, type Order } from './job.ts';

export interface Workplace {
  /** Orders that it takes at a time; the next is given when one is answered. */
  readonly room: number;
  /** Resolves with the answer; rejects where the job threw, or ended whoever did it. */
  readonly start: (order: Order) => Promise<Answer>;
  /** What is under way is given up. Called once all that was started is answered, it loses nothing. */
  readonly close: () => Promise<void>;
}

/** One order after the other, in this thread. */
export const thisThread: Workplace = { room: 1, start: answer, close: () => Promise.resolve() };

/** Whoever works on it dies. */
export class Deadly extends Error {
  override readonly name = 'Deadly';

  /** @param deaths of workers that had it */
  constructor(deaths: number) {
    super(`this run kills its worker: ${deaths} did not live to tell, the last of them alone with it`);
  }
}
