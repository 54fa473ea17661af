/** Decides whether an answer of a worker counts. */

import type { Answer, JobRequest } from '../job.ts';
import type { PortableAnswer } from './portable.ts';

export interface Confirmation {
  /**
   * The answer that counts, which may be another one than the worker's.
   * @throws Error what the job threw, or that it kills its workers; CahootsError (`not-reproducible`) if it gives different results
   */
  readonly confirm: (request: JobRequest, answer: PortableAnswer, sender: string) => Promise<Answer>;
  /** What has been done, for people. */
  readonly summary: string;
  readonly close: () => Promise<void>;
}
