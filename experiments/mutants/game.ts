/** Whether one broken protocol, or a sound twin, is flagged under one seed, as a job. */

import { CahootsError } from '../../src/core/base/errors.ts';
import { defineJob } from '../../src/studies/executor/job.ts';
import { examine } from './examine.ts';
import { mutants, twins } from './mutants.ts';

export interface GameRequest {
  readonly name: string;
  readonly seed: number;
}

export interface GameResult {
  /** Why it is flagged; absent if it is not. */
  readonly flagged?: string;
  /** Measured on one thread. */
  readonly seconds: number;
}

export const mutantGame = defineJob(
  import.meta.url,
  'mutant-game',
  async ({ name, seed }: GameRequest): Promise<GameResult> => {
    const mutant = [...mutants, ...twins].find((one) => one.name === name);
    if (mutant === undefined) throw new CahootsError('bad-input', `expected a mutant or a twin, got ${name}`);
    const start = performance.now();
    const { flagged } = await examine(mutant, seed);
    return { ...(flagged !== undefined && { flagged }), seconds: (performance.now() - start) / 1000 };
  },
);
