/** Games for all kinds of coalitions of a scenario, whose independent rounds can be played anywhere. */

import { sha256 } from '../../run/tidy/fingerprint.ts';
import type { Plugged } from '../../run/plugin/registry.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { runBatch, type BatchOptions } from '../../studies/batch/batch.ts';
import type { Files } from '../../studies/executor/job.ts';
import { membersOf, type Plan } from './certificate.ts';
import { type Coalition, describe } from './coalitions.ts';
import { deciding, type Game, gamesOf } from './game.ts';
import { gameRound, type RoundRequest } from './game-job.ts';

/** A game, and the kind of coalition that played it. */
export type GameRow = Game & { readonly coalition: string };

export interface GamesOptions extends BatchOptions, Plugged {
  /** Per game, with as many controls. */
  readonly runs: number;
  /** Where the scenario comes from; see {@link RoundRequest}. */
  readonly origin: Pick<RoundRequest, 'file' | 'folder' | 'foreign'>;
  /** SHA-256 of the files that the scenario names, by their paths, to be sent to rounds elsewhere. */
  readonly files: Files;
}

/** How many coalitions of each kind play, in turns. */
const PLAYING = 10;

/**
 * In the order of the plans.
 * @throws the signal's reason if it is aborted
 */
export async function playGames(
  scenario: Scenario,
  plans: readonly Plan[],
  { runs, origin, files, ...options }: GamesOptions,
): Promise<GameRow[]> {
  const members = membersOf(scenario, plans);
  const kinds = plans
    .map(({ coalitions, attacks }, i) => ({
      coalitions,
      attacks: deciding(attacks),
      playing: firstOf(members[i]),
    }))
    .filter(({ attacks }) => attacks.length > 0);
  const requests = kinds.flatMap(({ attacks, playing }) =>
    Array.from({ length: runs }, (_, round): RoundRequest => ({
      ...origin,
      source: scenario.source,
      members: playing[round % playing.length],
      attacks: attacks.map(({ name }) => name),
      round,
    })),
  );
  const found = await runBatch(gameRound, requests, {
    ...options,
    keys: requests.map((request) => sha256(JSON.stringify([request, files]))),
    files: () => files,
    varies: () => scenario.durations === 'measured',
  });
  return kinds.flatMap(({ attacks, coalitions }, i) => {
    const games = gamesOf(attacks, found.slice(i * runs, (i + 1) * runs));
    return games.map((game) => ({ coalition: describe(coalitions), ...game }));
  });
}

function firstOf(coalitions: Iterable<Coalition>): Coalition[] {
  const first: Coalition[] = [];
  for (const members of coalitions) if (first.push(members) === PLAYING) break;
  return first;
}
