/** The leak certificate of a run: what each kind of coalition could compute, by all available attacks. */

import { defined } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import type { AnyAttack, Coalitions, Evidence, Privacy, Score, Truth } from '../../core/protocol/attack.ts';
import { everyone, type Parties } from '../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { Random } from '../../core/base/random.ts';
import { agreedOf, type Inputs, inputsOf } from '../../run/execute/cast.ts';
import type { Violation } from '../../run/scenario/expect/expectation.ts';
import {
  type Collusion,
  hasWhatItNeeds,
  type Means,
  meansOf,
  needsText,
} from '../../run/scenario/collusion.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Coalition } from '../games/coalition.ts';
import { coalitionsOf, describe, isSample, largestOf } from './coalitions.ts';
import { type Detected, LEVEL } from './detect/detect.ts';
import type { Power } from './detect/tested.ts';
import { leastDeviation } from '../../core/math/statistics/chi-square.ts';
import { assertScore } from './assert-score.ts';
import { exposureViolations } from './exposed.ts';
import type { Finding } from './finding.ts';
import type { Recorder } from '../games/recorder.ts';
import { type Verdict, verdictsOf } from './verdict.ts';

/** One kind of coalition and what it attempts. */
export interface Plan {
  readonly coalitions: Coalitions;
  readonly adversary?: string;
  readonly attacks: readonly AnyAttack[];
  /** The protocol's other attacks, and why they are not attempted. */
  readonly inapplicable: readonly Untried[];
}

export interface Untried {
  readonly attack: string;
  readonly reason: string;
}

export interface Certificate {
  /** One for each claim of the protocol. */
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  /** Attacks that some kind of coalition did not attempt, and why. */
  readonly untried: readonly (Untried & { readonly coalition: string })[];
  /** The results of repeated runs; absent if there were none. */
  readonly detected?: Detected;
  /** The scenario's expectations of coalitions that were not met. */
  readonly violated: readonly Violation[];
  /** The protocol's own statement. */
  readonly statement: string;
}

/**
 * The attempts to make in a run.
 * @param entries those of the scenario or of the command line; if there are none, the server, a client, both
 *   together, and those that the protocol itself suggests
 */
export function plansOf(scenario: Scenario, protocol: AnyProtocol, entries: readonly Collusion[]): Plan[] {
  const privacy: Privacy = protocol.privacy ?? NO_ATTACKS;
  const agreed = agreedOf(scenario, protocol);
  const known = privacy.attacks.filter(({ concerns }) => concerns?.(agreed) !== false);
  const chosen: readonly Collusion[] =
    entries.length > 0 ? entries : (privacy.coalitions?.(agreed) ?? kinds(scenario.parties));
  return chosen.map((entry) => {
    const means = { ...meansOfEntry(entry, scenario.parties), heldOut: scenario.heldOut !== undefined };
    const reasons = new Map<AnyAttack, string | undefined>(
      known.map((attack) => [attack, reasonAgainst(attack, entry, means, agreed, scenario.parties)]),
    );
    return defined({
      coalitions: entry,
      attacks: known.filter((attack) => reasons.get(attack) === undefined),
      inapplicable: [...reasons].flatMap(([{ name }, reason]) =>
        reason === undefined ? [] : [{ attack: name, reason }],
      ),
      adversary: entry.adversary,
    });
  });
}

/** Why a kind of coalition does not attempt an attack. */
function reasonAgainst(
  attack: AnyAttack,
  { attacks }: Collusion,
  means: Means,
  agreed: unknown,
  { clients }: Parties,
): string | undefined {
  if (means.clients === clients.length) return 'no client is left outside the coalition';
  const reason = attack.inapplicable?.(agreed);
  if (reason !== undefined) return reason;
  if (!hasWhatItNeeds(attack, means)) return needsText(attack.needs);
  return attacks === undefined || attacks.includes(attack.name) ? undefined : 'it was not asked for';
}

/** For a protocol without attacks of its own, only repeated runs tell anything. */
const NO_ATTACKS: Privacy = {
  attacks: [],
  statement: () => 'The protocol has no attacks of its own: only tests that apply to any protocol were made.',
};

/** A client, the party that reports, and both: the most common questions. */
function kinds({ clients: [client], reporter }: Parties): readonly Collusion[] {
  return [{ members: [client] }, { members: [reporter] }, { members: [reporter, client] }];
}

/** What the largest coalition of an entry has: the server or not, and how many clients. */
export function meansOfEntry(entry: Coalitions, parties: Parties): Omit<Means, 'heldOut'> {
  if ('members' in entry) return meansOf(entry.members, parties);
  return { server: entry.server, clients: 'any' in entry ? entry.any : largestOf(entry, parties) };
}

/** The coalitions of each plan, drawn by the scenario's seed: the same whenever they are requested. */
export function membersOf(scenario: Scenario, plans: readonly Plan[]): Generator<Coalition>[] {
  const random = new Random(scenario.seed).scope('collusion');
  return plans.map(({ coalitions }, i) => coalitionsOf(coalitions, scenario.parties, random.stream(`${i}`)));
}

/** Everybody who is in some coalition. */
export function allMembers(scenario: Scenario, plans: readonly Plan[]): Set<string> {
  const everybody = new Set<string>();
  const size = everyone(scenario.parties).length;
  for (const coalitions of membersOf(scenario, plans)) {
    for (const members of coalitions) {
      for (const name of members) everybody.add(name);
      if (everybody.size === size) return everybody;
    }
  }
  return everybody;
}

/**
 * Makes every attempt on the recorded run.
 * @param detected the results of repeated runs, if there were any
 */
export function certify(
  scenario: Scenario,
  protocol: AnyProtocol,
  plans: readonly Plan[],
  recorder: Recorder,
  detected?: Detected,
): Certificate {
  const inputs = inputsOf(scenario, protocol);
  const coalitions = membersOf(scenario, plans);
  const findings = plans.flatMap(({ attacks, coalitions: entry, adversary }, i) => {
    const tallies = attacks.map((attack) => new Tally(attack));
    for (const members of coalitions[i]) {
      const view = recorder.view(members);
      const truth = truthOf(scenario, inputs, members);
      for (const tally of tallies) {
        const score: unknown = tally.attack.score(tally.attack.guess(view), truth);
        assertScore(score, tally.attack.name);
        tally.add(members, score);
      }
    }
    const who = defined({
      coalition: describe(entry),
      sampled: isSample(entry, scenario.parties) ? (true as const) : undefined,
      ...meansOfEntry(entry, scenario.parties),
      adversary,
    });
    return tallies.map((tally) => ({ ...who, ...tally.finding() }));
  });
  const untried = plans.flatMap(({ coalitions: entry, inapplicable }) =>
    inapplicable.map((one) => ({ coalition: describe(entry), ...one })),
  );
  const claims = protocol.privacy?.claims?.(inputs.agreed) ?? [];
  return defined({
    verdicts: verdictsOf(claims, findings, detected),
    findings,
    untried,
    detected,
    violated: exposureViolations(scenario.expect.exposed, findings),
    statement: (protocol.privacy ?? NO_ATTACKS).statement(inputs.agreed),
  });
}

/** The truth with which guesses are compared. */
export function truthOf(scenario: Scenario, inputs: Inputs, members: Coalition): Truth {
  const { heldOut, shards, population } = scenario;
  const own = new Set(
    population.clients.flatMap((client, j) => (members.includes(client) ? [...shards[j]] : [])),
  );
  const hidden = [...inputs.rows.keys()].filter((at) => !own.has(inputs.rows[at]));
  return defined({
    agreed: inputs.agreed,
    population,
    points: inputs.points,
    owners: ownersOf(shards, inputs.rows),
    hidden,
    heldOut,
  });
}

/** The owner of each of these rows of the data. */
function ownersOf(shards: readonly Uint32Array[], rows: Uint32Array): Uint32Array {
  const byRow = new Map(shards.flatMap((shard, j) => Array.from(shard, (at): [number, number] => [at, j])));
  return rows.map((at) => byRow.get(at) ?? 0);
}

/**
 * The power of a test of how values are distributed over cells, at a level corrected for its number of tests.
 */
function powerOf({ entries, cells }: NonNullable<Evidence['weakest']>, level: number): Power {
  return { share: 0.8, at: leastDeviation(cells - 1, entries, level) };
}

/** The scores of one attack over many coalitions. */
class Tally {
  readonly attack: AnyAttack;
  #attempts = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #tries = 0;
  #pValue = 1;
  #weakest: Evidence['weakest'];
  #worst: { readonly members: Coalition; readonly score: Score } | undefined;

  constructor(attack: AnyAttack) {
    this.attack = attack;
  }

  add(members: Coalition, score: Score): void {
    this.#attempts++;
    this.#sum += score.exposed;
    this.#least = Math.min(this.#least, score.exposed);
    this.#tries += score.evidence?.tries ?? 0;
    this.#pValue = Math.min(this.#pValue, score.evidence?.pValue ?? 1);
    const weakest = score.evidence?.weakest;
    if (weakest && (this.#weakest === undefined || weakest.entries < this.#weakest.entries))
      this.#weakest = weakest;
    if (this.#worst === undefined || score.exposed > this.#worst.score.exposed)
      this.#worst = { members, score };
  }

  finding(): Omit<Finding, 'coalition' | 'sampled' | 'adversary' | 'clients' | 'server'> {
    assert(this.#worst !== undefined, 'a kind of coalition has no coalition');
    const { members, score } = this.#worst;
    return defined({
      attack: this.attack.name,
      intended: this.attack.intended || undefined,
      attempts: this.#attempts,
      exposed: { least: this.#least, mean: this.#sum / this.#attempts, most: score.exposed },
      worst: members,
      advantage: score.advantage,
      evidence: this.#evidence,
      measures: score.measures,
      meaning: score.meaning,
    });
  }

  /** Undefined if the attack tests nothing. */
  get #evidence(): Finding['evidence'] {
    if (this.#tries === 0) return undefined;
    return defined({
      tries: this.#tries,
      // Each coalition's own p-value has already been corrected for its own tests.
      pValue: Math.min(1, this.#pValue * this.#attempts),
      power: this.#weakest && powerOf(this.#weakest, LEVEL / this.#tries),
    });
  }
}
