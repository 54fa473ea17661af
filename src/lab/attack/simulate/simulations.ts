/**
 * What the simulators of a protocol's claims show. All tests count together (Holm 1979), and what is suspicious is
 * flagged only if the same test finds it again in fresh runs.
 */

import type { Claim } from '../../../core/protocol/attack.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import type { AnySimulator } from '../../../core/protocol/simulator.ts';
import { Random } from '../../../core/base/random.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import type { Coalition } from '../../games/coalition.ts';
import { LEVEL } from '../detect/detect.ts';
import { coveringCoalitions } from './covering.ts';
import { type Examined, examine, type ExamineOptions } from './examine.ts';
import { suffice } from './flips.ts';
import type { PairTest } from './pair-test.ts';
import { areFound } from './planted.ts';
import { type Provoked, provoked, provokedBriefly } from './provoked.ts';
import { withoutStandIns } from './simulated.ts';

/** What the simulator of one claim shows. */
export interface Simulation {
  /** {@link Claim.says} */
  readonly claim: string;
  readonly coalitions: readonly Examined[];
  /** While parties outside fail: the first coalition, see {@link provokedBriefly}, or all, see {@link provoked}. */
  readonly provoked: readonly Examined[];
  /** How many coalitions stand for all that the claim is about; those compared are the first of them. */
  readonly of: number;
  /** Honest parties for which the simulator has no stand-in: nothing was compared. */
  readonly without: readonly string[];
  /** What distinguishes real views from simulated ones, twice. */
  readonly flagged: readonly (PairTest & Pick<Examined, 'members' | 'says'>)[];
  /** Below this, a p-value is suspicious, however the others are. */
  readonly level: number;
  /** Whether all coalitions were compared, and the verdict is also about others that fail. */
  readonly thorough: boolean;
  /** How many faults the scenario has, under which real and simulated runs were compared. */
  readonly faults: number;
}

/** The most coalitions per claim, unless all are asked for. */
const MOST_COALITIONS = 8;

/** How many more pairs there are then, so that leaks are found among so many more tests. */
const MORE_PAIRS = 10;

/** How many more a coalition gets whose pairs are too few for as many tests as there are. */
const FURTHER_PAIRS = 3;

export interface SimulateOptions extends Omit<ExamineOptions, 'onPair'> {
  /** How many pairs of real and simulated runs per coalition. */
  readonly pairs: number;
  /** Whether all coalitions are compared, and all of them while others fail in every way that is tried. */
  readonly thorough?: boolean | undefined;
  /** How long a run of the scenario takes, in virtual nanoseconds. */
  readonly endNs: number;
  /** Told how many pairs have been run, of how many unless something has to be confirmed. */
  readonly onPair?: ((done: number, of: number) => void) | undefined;
}

/** Whether a claim brings a simulator that can play all honest parties of some of its coalitions. */
export function canBeSimulated({ simulator, ...claim }: Claim, scenario: Scenario): boolean {
  const all = coveringCoalitions(claim, scenario.parties);
  return (
    simulator !== undefined &&
    all.length > 0 &&
    all.every((members) => withoutStandIns(scenario, simulator, members).length === 0)
  );
}

/** Compares real and simulated views for every claim that brings a simulator. */
export async function simulateClaims(
  scenario: Scenario,
  protocol: AnyProtocol,
  claims: readonly Claim[],
  { pairs, thorough = false, endNs, onPair, ...options }: SimulateOptions,
): Promise<Simulation[]> {
  const random = new Random(scenario.seed).scope('simulations');
  const planned = plansFor(scenario, claims, endNs, thorough);
  const different = planned.filter((plan) => samePlan(planned, plan) === plan);
  const examinations = different.reduce((sum, { runs }) => sum + runs.length, 0);
  let pairsRun = 0;
  const least = pairs + (thorough ? MORE_PAIRS : 0);
  const examineOne: ExamineOne = async ({ simulator }, one, of, own = least) => {
    const { members, scenario: under, says } = one;
    const examined = await examine(under, protocol, simulator, members, own, of, {
      ...options,
      onPair: (all) => onPair?.(++pairsRun, Math.max(pairsRun, examinations * all)),
    });
    return { ...examined, ...(says !== undefined && { says }) };
  };
  const found = await examineAll(different, { least, thorough }, random, examineOne);
  const tests = testsIn(found);
  const suspicious = suspiciousOf(tests);
  const simulations = new Map<Plan, Omit<Simulation, 'claim'>>();
  for (const [plan, examined] of found) {
    const flagged: Simulation['flagged'][number][] = [];
    for (const [i, one] of examined.entries()) {
      if (!one.tests.some((test) => suspicious.has(test)) && one.relations.found.length === 0) continue;
      const run = plan.runs[i];
      const again = await examineOne(plan, run, random.scope('again', ...run.at));
      const { members, says } = one;
      flagged.push(
        ...confirmed(one, again, suspicious).map((test) => ({ ...test, members, ...(says && { says }) })),
      );
    }
    simulations.set(plan, {
      coalitions: examined.filter(({ says }) => says === undefined),
      provoked: examined.filter(({ says }) => says !== undefined),
      of: plan.of,
      without: plan.without,
      flagged,
      level: levelAmong(tests.length),
      thorough,
      faults: scenario.faults.length,
    });
  }
  return planned.map((plan) => ({
    claim: plan.claim.says,
    ...(simulations.get(samePlan(planned, plan)) as Omit<Simulation, 'claim'>),
  }));
}

/** Examines one coalition of a plan; `own`: with how many pairs on its own points, if not the least. */
type ExamineOne = (plan: Plan, run: Planned, of: Random, own?: number) => Promise<Examined>;

type Found = Map<Plan, Examined[]>;

/**
 * Examines all coalitions of some plans, those that count in more pairs where the least are too few for the number of tests: from the beginning,
 * as far as that can be told by the number of tests of those before.
 */
async function examineAll(
  plans: readonly Plan[],
  { least, thorough }: { readonly least: number; readonly thorough: boolean },
  random: Random,
  examineOne: ExamineOne,
): Promise<Found> {
  const all = plans.reduce((sum, { runs }) => sum + runs.length, 0);
  const further = least + FURTHER_PAIRS;
  const counts = ({ says }: Pick<Examined, 'says'>): boolean => thorough || says === undefined;
  const found: Found = new Map();
  const few = new Set<Examined>();
  let done = 0;
  for (const plan of plans) {
    const examined: Examined[] = [];
    found.set(plan, examined);
    for (const run of plan.runs) {
      const expected = done === 0 ? 1 : levelAmong((testsIn(found).length / done) * all);
      const isMore = counts(run) && !suffice(least, expected) && suffice(further, expected);
      const one = await examineOne(plan, run, random.scope(...run.at), isMore ? further : least);
      examined.push(one);
      if (counts(run) && !isMore) few.add(one);
      done++;
    }
  }
  const level = levelAmong(testsIn(found).length);
  if (!suffice(further, level)) return found;
  for (const [plan, examined] of found) {
    for (const [i, one] of examined.entries()) {
      const isWeak = one.entries.some(({ planted: leaks }) => leaks !== undefined && !areFound(leaks, level));
      const run = plan.runs[i];
      if (few.has(one) && isWeak) examined[i] = await examineOne(plan, run, random.again(...run.at), further);
    }
  }
  return found;
}

function testsIn(found: Found): PairTest[] {
  return [...found.values()].flatMap((examined) => examined.flatMap((one) => one.tests));
}

/** The level of a test among so many. */
function levelAmong(tests: number): number {
  return LEVEL / Math.max(1, tests);
}

/** What is examined of a claim. */
interface Plan extends Pick<Simulation, 'of' | 'without'> {
  readonly claim: Claim;
  readonly simulator: AnySimulator;
  readonly runs: readonly Planned[];
}

/** A coalition that is examined, under which faults besides the scenario's own, and where its randomness comes from. */
interface Planned {
  readonly members: Coalition;
  readonly scenario: Scenario;
  readonly says?: string;
  readonly at: readonly string[];
}

function plansFor(scenario: Scenario, claims: readonly Claim[], endNs: number, thorough: boolean): Plan[] {
  return claims.flatMap((claim, c) => {
    const { simulator } = claim;
    if (simulator === undefined) return [];
    const all = coveringCoalitions(claim, scenario.parties);
    const without = [...new Set(all.flatMap((members) => withoutStandIns(scenario, simulator, members)))];
    const chosen = without.length > 0 ? [] : all.slice(0, thorough ? all.length : MOST_COALITIONS);
    const failing = (members: Coalition, i: number): Provoked[] => {
      if (thorough) return provoked(scenario, members, endNs);
      return i === 0 ? provokedBriefly(scenario, members, endNs) : [];
    };
    const runs = chosen.flatMap((members, i): Planned[] => [
      { members, scenario, at: [`${c}`, `${i}`] },
      ...failing(members, i).map((fault, p) => ({ members, ...fault, at: [`${c}`, `${i}`, `${p}`] })),
    ]);
    return [{ claim, simulator, runs, of: all.length, without }];
  });
}

/** The first plan that examines the same: claims about the same coalitions with the same simulator. */
function samePlan(planned: readonly Plan[], plan: Plan): Plan {
  const whatOf = ({ runs, of, without }: Plan): string =>
    JSON.stringify([runs.map(({ members }) => members), of, without]);
  const own = whatOf(plan);
  return planned.find((one) => one.simulator === plan.simulator && whatOf(one) === own) ?? plan;
}

/** Those that Holm's procedure rejects. */
function suspiciousOf(tests: readonly PairTest[]): ReadonlySet<PairTest> {
  const sorted = tests.toSorted((a, b) => a.pValue - b.pValue);
  const kept = sorted.findIndex(({ pValue }, i) => pValue > LEVEL / (sorted.length - i));
  return new Set(kept < 0 ? sorted : sorted.slice(0, kept));
}

/** What a second examination finds again. */
function confirmed(first: Examined, again: Examined, suspicious: ReadonlySet<PairTest>): readonly PairTest[] {
  const own = first.tests.filter((test) => suspicious.has(test));
  const repeated = own.filter(({ test, of }) => {
    const same = again.tests.find((other) => other.test === test && other.of === of);
    return same !== undefined && same.pValue <= LEVEL / own.length;
  });
  const relations = again.relations.found.length === 0 ? [] : first.relations.found;
  return [
    ...repeated,
    ...relations.map((relation) => ({ test: 'relations', of: 'all fields', ...relation })),
  ];
}
