/** Small runs of FedDP-KMeans. */

import type { Agreed } from '../../actors/feddp/agreed.ts';
import type { NoisyOutcome } from '../../actors/blocks/noise/spent.ts';
import { feddp } from '../../bin/standard.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Scenario } from '../../src/run/scenario/load.ts';
import { type Played, play, scenarioFiles, type Setting } from './scenarios.ts';

const PLACES = [
  [0, 0, 4],
  [4, 0, 0],
  [0, 5, 0],
] as const;

/** Points around three places, as many for each client. */
export function shardsOf(clients: number, each: number, seed = 1): number[][][] {
  const stream = new Random(seed).stream('points');
  return Array.from({ length: clients }, () =>
    Array.from({ length: each }, (_, i) => PLACES[i % PLACES.length].map((x) => x + stream.uniform() - 0.5)),
  );
}

/** Points of the server's own: those places, and some more. */
export const SERVER_POINTS = [...PLACES.map((place) => [...place]), [1, 1, 1], [3, 1, 0], [0, 0, 5]];

/** Budgets so large that noise shows little, on a grid fine enough for them. */
const LOOSE = { outer: 4, weights: 4, sums: 4, counts: 4, roundSums: 4, roundCounts: 4 };

export function feddpScenarios(): (clients: number, settings?: object, rest?: Partial<Setting>) => Scenario {
  const load = scenarioFiles();
  return (clients, settings = {}, rest = {}) =>
    load({
      shards: shardsOf(clients, 12),
      protocol: {
        name: 'feddp',
        clusters: 3,
        clip: 6,
        bits: 12,
        minimumWeight: 2,
        timeout: '10s',
        budget: LOOSE,
        server: { points: SERVER_POINTS },
        ...settings,
      },
      ...rest,
    });
}

export interface PlayedFeddp extends Played {
  readonly agreed: Agreed;
  readonly clustered: NoisyOutcome | undefined;
  /** A figure by its name. */
  figure(name: string): number | string | undefined;
}

export async function playFeddp(
  scenario: Scenario,
  options: Parameters<typeof play>[1] = {},
): Promise<PlayedFeddp> {
  const played = await play(scenario, options);
  const { outcome, findings } = played;
  return {
    ...played,
    agreed: feddp.agree(scenario.parameters as never, scenario.population) as Agreed,
    clustered: outcome?.kind === 'clustered' ? (outcome as NoisyOutcome) : undefined,
    figure: (name) => findings.figures?.find((figure) => figure.name === name)?.value,
  };
}
