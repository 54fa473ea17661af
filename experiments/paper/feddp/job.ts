/** Private runs for the tables, as jobs: cost per point for the resulting centres, beside the optimum. */

import { epsilonAgreed } from '../../../actors/blocks/noise/spent.ts';
import type { Agreed } from '../../../actors/feddp/agreed.ts';
import type { Elbow, FeddpOutcome } from '../../../actors/feddp/elbow.ts';
import { feddp } from '../../../bin/standard.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { defineJob, type Surroundings } from '../../../src/studies/executor/job.ts';
import { optimalCost, type OwnPoints, ownPoints } from './own-points.ts';

/** Epsilon of each of FedDP's releases, in proportion. */
export type Shares = Readonly<Record<string, number>>;

export interface PrivateRequest {
  readonly file: string;
  readonly seed: number;
  readonly variant: number;
  readonly set: readonly string[];
  /** Total epsilon of all releases; absent: as in the settings. */
  readonly epsilon?: number;
  /** Absent: the protocol's budget is a single epsilon, or as in the settings. */
  readonly shares?: Shares;
  /** Absent: the scenario's own. */
  readonly server?: OwnPoints;
}

export interface PrivateRun {
  /** Cost per point for the resulting centres; absent if there are none. */
  readonly cost?: number;
  /** Cost per point for the centres that Lloyd finds from the true clusters, if these are known. */
  readonly optimal?: number;
  readonly epsilon?: number;
  /** Present if FedDP was asked for it. */
  readonly elbow?: Elbow;
}

export const privateRun = defineJob(
  import.meta.url,
  'paper-private',
  async (request: PrivateRequest, surroundings): Promise<PrivateRun> => {
    const { plugins } = surroundings;
    const scenario = scenarioOf(request, surroundings);
    const { findings, outcome } = await run(scenario, { plugins });
    const figure = (name: string): number | undefined => {
      const value = findings.figures?.find((one) => one.name === name)?.value;
      return typeof value === 'number' ? value : undefined;
    };
    const cost = figure('lossAtCentres');
    const epsilon = figure('epsilon');
    const optimal = inCommon(request, scenario).optimal;
    const elbow = (outcome as FeddpOutcome | undefined)?.elbow;
    return {
      ...(optimal !== undefined && { optimal }),
      ...(cost !== undefined && { cost: cost / scenario.data.points.rows }),
      ...(epsilon !== undefined && { epsilon }),
      ...(elbow !== undefined && { elbow }),
    };
  },
);

/** The scenario with its budget, and the server's points in it. */
function scenarioOf(request: PrivateRequest, surroundings: Surroundings): Scenario {
  const { file, seed, set, epsilon, shares, server } = request;
  const bare = loadScenario(file, {
    ...surroundings,
    seed,
    set: shares === undefined && epsilon !== undefined ? [...set, whole(epsilon)] : set,
  });
  const points = server && { server: { points: inCommon(request, bare).own, seed: 0 } };
  const { population } = bare;
  const parameters = { ...bare.parameters, ...points };
  if (shares === undefined || epsilon === undefined) return { ...bare, parameters };
  const at = (factor: number) => ({
    ...parameters,
    budget: { ...budgetOf(bare), ...scaled(shares, factor) },
  });
  const total = (factor: number): number =>
    epsilonAgreed(feddp.agree(at(factor) as never, population) as Agreed);
  return { ...bare, parameters: at(factorFor(total, epsilon)) };
}

const whole = (epsilon: number): string => `protocol.budget.epsilon=${epsilon}`;

const budgetOf = ({ parameters }: Scenario): object =>
  (parameters as { readonly budget?: object }).budget ?? {};

function scaled(shares: Shares, factor: number): Shares {
  return Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, share * factor]));
}

/** The factor by which all epsilons must be multiplied to reach a total. */
function factorFor(total: (factor: number) => number, epsilon: number): number {
  let [low, high] = [0, 1];
  while (total(high) < epsilon) [low, high] = [high, 2 * high];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (total(middle) < epsilon) low = middle;
    else high = middle;
  }
  return low;
}

interface Common {
  readonly own: number[][];
  readonly optimal: number | undefined;
}

/** For the data of the previous job, as jobs come data set by data set. */
let last: { readonly key: string; readonly common: Common } | undefined;

function inCommon({ file, seed, set, server }: PrivateRequest, { data, parameters }: Scenario): Common {
  const ofData = set.filter((setting) => setting.startsWith('data'));
  const { clusters } = parameters;
  const key = JSON.stringify([file, seed, ofData, server, clusters]);
  if (last?.key === key) return last.common;
  const own = server === undefined ? [] : ownPoints(data, seed, server);
  last = { key, common: { own, optimal: optimalCost(data, clusters) } };
  return last.common;
}
