/** Games for all kinds of coalitions of a scenario, whose independent trials can be played anywhere. */

import { protocolNamed } from '../../run/plugin/registry.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Coalition } from '../games/coalition.ts';
import { requestsFor, type Origin, playTrials, type TrialsOptions } from '../games/trial-job.ts';
import { membersOf, type Plan } from './certificate.ts';
import { describe } from './coalitions.ts';
import { deciding, distinguishing, type Game } from './game.ts';
import { gameTrial } from './game-job.ts';

/** A game, and the kind of coalition that played it. */
export type GameRow = Game & { readonly coalition: string };

export interface GamesOptions extends TrialsOptions {
  /** Per game, with as many controls. */
  readonly runs: number;
  readonly origin: Origin;
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
  { runs, origin, ...options }: GamesOptions,
): Promise<GameRow[]> {
  const protocol = protocolNamed(options, scenario.protocol);
  const members = membersOf(scenario, plans);
  const kinds = plans
    .map(({ coalitions, attacks }, i) => ({
      coalition: describe(coalitions),
      playing: firstOf(members[i]),
      attacks: deciding(attacks),
    }))
    .filter(({ attacks }) => attacks.length > 0);
  const requests = kinds.flatMap(({ playing, attacks }) => {
    const names = attacks.map(({ name }) => name);
    return requestsFor(
      scenario,
      origin,
      { coalitions: playing, attacks: names, runs },
      { from: 0, to: runs },
    );
  });
  const told = await playTrials(gameTrial, scenario, requests, options);
  return kinds.flatMap(({ coalition, playing, attacks }, i) => {
    const game = distinguishing(scenario, protocol, playing, attacks, runs);
    return game.conclude(told.slice(i * runs, (i + 1) * runs)).map((row) => ({ coalition, ...row }));
  });
}

function firstOf(coalitions: Iterable<Coalition>): Coalition[] {
  const first: Coalition[] = [];
  for (const members of coalitions) if (first.push(members) === PLAYING) break;
  return first;
}
