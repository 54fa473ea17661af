/** The leak certificate of a run: what each kind of coalition could compute, by all attacks that there are. */

import { assert } from '../base/errors.ts';
import type { AnyAttack, Coalitions, Score, Truth } from '../protocol/attack.ts';
import { everyone, type Parties } from '../protocol/parties.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { Random } from '../base/random.ts';
import { agreedOf, type Inputs, inputsOf } from '../run/cast.ts';
import { type Collusion, hasWhatItNeeds, type Means, meansOf } from '../scenario/collusion.ts';
import type { Scenario } from '../scenario/load.ts';
import { type Coalition, coalitionsOf, describe } from './coalitions.ts';
import type { Recorder } from './recorder.ts';

/** One kind of coalition and what it attempts. */
export interface Plan {
  readonly coalitions: Coalitions;
  readonly hostile?: string;
  readonly attacks: readonly AnyAttack[];
  /** What was asked for by name and cannot be attempted in this run, and why. */
  readonly unfit: readonly { readonly attack: string; readonly reason: string }[];
}

/** What an attack came to, over all coalitions of a kind. */
export interface Finding {
  readonly coalition: string;
  readonly hostile?: string;
  readonly attack: string;
  /** How many coalitions there were; 0 where it could not be attempted, and `meaning` says why. */
  readonly attempts: number;
  /** How much of what it is after the attack got: the least, the mean and the most over all coalitions, in [0, 1]. */
  readonly exposed: { readonly least: number; readonly mean: number; readonly most: number };
  /** Of the coalition that got most, or the first of several. */
  readonly worst: Coalition;
  readonly measures: Score['measures'];
  readonly meaning: string;
}

export interface Certificate {
  readonly findings: readonly Finding[];
  /** What the protocol itself says. */
  readonly statement: string;
}

/**
 * What is to be tried in a run.
 * @param entries those of the scenario or of the command line; where there are none, the server, a client, both
 *   together and what the protocol itself wants looked at
 */
export function plansOf(scenario: Scenario, protocol: AnyProtocol, entries: readonly Collusion[]): Plan[] {
  const { privacy } = protocol;
  if (privacy === undefined) return [];
  const agreed = agreedOf(scenario, protocol);
  const chosen: readonly Collusion[] =
    entries.length > 0 ? entries : (privacy.coalitions?.(agreed) ?? kinds(scenario.parties));
  return chosen.map((entry) => {
    const means = { ...meansOfEntry(entry, scenario.parties), reference: scenario.reference !== undefined };
    const wanted = privacy.attacks.filter(
      (attack) => entry.attacks?.includes(attack.name) ?? hasWhatItNeeds(attack, means),
    );
    const attacks = wanted.filter((attack) => attack.unfit?.(agreed) === undefined);
    const unfit = wanted.flatMap(({ name, unfit: reasonOf }) => {
      const reason = reasonOf?.(agreed);
      return reason === undefined || entry.attacks === undefined ? [] : [{ attack: name, reason }];
    });
    return {
      coalitions: entry,
      attacks,
      unfit,
      ...(entry.hostile !== undefined && { hostile: entry.hostile }),
    };
  });
}

/** A client, the party that reports, and both: what everybody asks first. */
function kinds({ clients: [client], reporter }: Parties): readonly Collusion[] {
  return [{ members: [client] }, { members: [reporter] }, { members: [reporter, client] }];
}

function meansOfEntry(entry: Coalitions, parties: Parties): Omit<Means, 'reference'> {
  if ('members' in entry) return meansOf(entry.members, parties);
  return { server: entry.server, clients: 'any' in entry ? entry.any : entry.upTo };
}

/** The coalitions of each plan, drawn by the scenario's seed: the same whenever they are asked for. */
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

/** Makes every attempt on what was recorded. */
export function certify(
  scenario: Scenario,
  protocol: AnyProtocol,
  plans: readonly Plan[],
  recorder: Recorder,
): Certificate {
  const inputs = inputsOf(scenario, protocol);
  const coalitions = membersOf(scenario, plans);
  const findings = plans.flatMap(({ attacks, coalitions: entry, hostile, unfit }, i) => {
    const tallies = attacks.map((attack) => new Tally(attack));
    for (const members of coalitions[i]) {
      const view = recorder.view(members);
      const truth = truthOf(scenario, inputs, members);
      for (const tally of tallies) tally.add(members, tally.attack.score(tally.attack.guess(view), truth));
    }
    const who = { coalition: describe(entry), ...(hostile !== undefined && { hostile }) };
    return [
      ...tallies.map((tally) => ({ ...who, ...tally.finding() })),
      ...unfit.map((one) => ({ ...who, ...notAttempted(one) })),
    ];
  });
  return { findings, statement: protocol.privacy?.statement(inputs.agreed) ?? '' };
}

function notAttempted({ attack, reason }: Plan['unfit'][number]): Omit<Finding, 'coalition' | 'hostile'> {
  const exposed = { least: 0, mean: 0, most: 0 };
  return { attack, attempts: 0, exposed, worst: [], measures: {}, meaning: `not attempted: ${reason}` };
}

/** What there is to know: what guesses are held against. */
export function truthOf(scenario: Scenario, inputs: Inputs, members: Coalition): Truth {
  const { reference, shards, population } = scenario;
  const own = new Set(
    population.clients.flatMap((client, j) => (members.includes(client) ? [...shards[j]] : [])),
  );
  const hidden = [...inputs.rows.keys()].filter((at) => !own.has(inputs.rows[at]));
  return {
    agreed: inputs.agreed,
    population,
    points: inputs.points,
    hidden,
    ...(reference && { reference }),
  };
}

/** The scores of one attack over many coalitions. */
class Tally {
  readonly attack: AnyAttack;
  #attempts = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #worst: { readonly members: Coalition; readonly score: Score } | undefined;

  constructor(attack: AnyAttack) {
    this.attack = attack;
  }

  add(members: Coalition, score: Score): void {
    this.#attempts++;
    this.#sum += score.exposed;
    this.#least = Math.min(this.#least, score.exposed);
    if (this.#worst === undefined || score.exposed > this.#worst.score.exposed)
      this.#worst = { members, score };
  }

  finding(): Omit<Finding, 'coalition' | 'hostile'> {
    assert(this.#worst !== undefined, 'a kind of coalition has no coalition');
    const { members, score } = this.#worst;
    return {
      attack: this.attack.name,
      attempts: this.#attempts,
      exposed: { least: this.#least, mean: this.#sum / this.#attempts, most: score.exposed },
      worst: members,
      measures: score.measures,
      meaning: score.meaning,
    };
  }
}
