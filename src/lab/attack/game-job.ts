/** One round of a game, as a job. */

import { reloadScenario, type Scenario } from '../../run/scenario/load.ts';
import { blaming } from '../../run/plugin/blame.ts';
import { protocolNamed } from '../../run/plugin/registry.ts';
import { defineJob, type Surroundings } from '../../studies/executor/job.ts';
import type { Coalition } from './coalitions.ts';
import { deciding, playRound, type Told } from './game.ts';

export interface RoundRequest {
  /** {@link Scenario.source}, and the folder that its data files are relative to. */
  readonly source: unknown;
  readonly folder: string;
  /** Its name in errors. */
  readonly file: string;
  /** Whether it comes from a trace, which may be somebody else's. */
  readonly foreign: boolean;
  readonly members: Coalition;
  /** The names of the attacks that decide. */
  readonly attacks: readonly string[];
  readonly round: number;
}

/** @returns by attack */
export const gameRound = defineJob(
  import.meta.url,
  'game',
  async (request: RoundRequest, surroundings): Promise<readonly Told[]> => {
    const { members, attacks, round } = request;
    const { plugins } = surroundings;
    const scenario = scenarioOf(request, surroundings);
    const protocol = protocolNamed({ plugins }, scenario.protocol);
    const known = deciding(protocol.privacy?.attacks ?? []);
    const named = attacks.flatMap((name) => known.find((attack) => attack.name === name) ?? []);
    return blaming({ plugins }, [scenario.protocol], () =>
      playRound(scenario, protocol, { plugins }, members, named, round),
    );
  },
);

/** The scenario of the previous round: all rounds share one, and its data may be large. */
let last: { readonly of: string; readonly scenario: Scenario } | undefined;

function scenarioOf(
  { source, folder, file, foreign }: RoundRequest,
  { plugins, locate }: Surroundings,
): Scenario {
  const of = JSON.stringify([source, folder, foreign]);
  if (last?.of === of) return last.scenario;
  const scenario = reloadScenario(source, file, folder, { plugins, foreign, locate });
  last = { of, scenario };
  return scenario;
}
