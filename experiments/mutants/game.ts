/** What is found in one broken protocol, or a sound one, under one seed, as a job. */

import { CahootsError } from '../../src/core/base/errors.ts';
import { defineJob } from '../../src/studies/executor/job.ts';
import { examine, type Examined } from './examine.ts';
import { mutants } from './mutants.ts';
import { twins, variations } from './variations.ts';

export interface GameRequest {
  readonly name: string;
  readonly seed: number;
}

export interface GameResult extends Examined {
  /** Measured on one thread. */
  readonly seconds: number;
}

export const mutantGame = defineJob(
  import.meta.url,
  'mutant-game',
  async ({ name, seed }: GameRequest): Promise<GameResult> => {
    const mutant = [...mutants, ...twins, ...variations].find((one) => one.name === name);
    if (mutant === undefined) throw new CahootsError('bad-input', `expected a mutant or a twin, got ${name}`);
    const start = performance.now();
    const examined = await examine(mutant, seed);
    return { ...examined, seconds: (performance.now() - start) / 1000 };
  },
);
