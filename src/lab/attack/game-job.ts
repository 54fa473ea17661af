/** One trial of a game, as a job. */

import { defineJob } from '../../studies/executor/job.ts';
import type { Coalition } from '../games/coalition.ts';
import { playTrial, type TrialRequest } from '../games/trial-job.ts';
import { deciding, distinguishing, type Told } from './game.ts';

/** A game that coalitions of one kind play. */
export interface GameRequest {
  readonly coalitions: readonly Coalition[];
  /** The names of the attacks that decide. */
  readonly attacks: readonly string[];
  readonly runs: number;
}

/** @returns by attack */
export const gameTrial = defineJob(
  import.meta.url,
  'game',
  (request: TrialRequest<GameRequest>, surroundings): Promise<readonly Told[]> =>
    playTrial(request, surroundings, (scenario, protocol, { coalitions, attacks, runs }) => {
      const known = deciding(protocol.privacy?.attacks ?? []);
      const named = attacks.flatMap((name) => known.find((attack) => attack.name === name) ?? []);
      return distinguishing(scenario, protocol, coalitions, named, runs);
    }),
);
