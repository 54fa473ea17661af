/** The leak certificate of a run: what each kind of coalition could compute, by all available attacks. */

import { defined } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import type { AnyAttack, Coalitions, Privacy, Truth } from '../../core/protocol/attack.ts';
import type { View } from '../../core/protocol/view.ts';
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
import {
  coalitionsOf,
  covers,
  describe,
  isSample,
  largestCounts,
  largestOf,
  roleCounts,
} from './coalitions.ts';
import type { Detected } from './detect/detect.ts';
import { assertScore } from './assert-score.ts';
import { claimsOf } from './claims.ts';
import { exposureViolations } from './exposed.ts';
import type { Finding } from './finding.ts';
import type { Recorder } from '../games/recorder.ts';
import type { Provenance } from '../provenance/examine.ts';
import { ledgerOf } from './simulate/ledger.ts';
import type { Simulation } from './simulate/simulations.ts';
import type { ClaimTraffic } from './traffic.ts';
import { Tally } from './tally.ts';
import { type Verdict, verdictOf } from './verdict.ts';

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
  /** How real runs compare with simulated ones, for claims with simulators; absent if there were none. */
  readonly simulations?: readonly Simulation[];
  /** Roles that no claim is about. */
  readonly uncovered: readonly string[];
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

/** A client, every party without data, and the one that reports with a client: the most common questions. */
function kinds({ clients: [client], reporter, servers }: Parties): readonly Collusion[] {
  const others = servers.filter((name) => name !== reporter);
  return [
    { members: [client] },
    { members: [reporter] },
    ...others.map((name) => ({ members: [name] })),
    { members: [reporter, client] },
  ];
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

/** What a certificate is made from. */
export interface Recorded {
  readonly plans: readonly Plan[];
  /** What members saw in the run. */
  readonly recorder: Recorder;
  /** What coalitions of claims were sent in it. */
  readonly traffic: ClaimTraffic;
  /** Parties whose messages a fault falsified. */
  readonly falsifying: readonly string[];
  /** Whether the run broke off without a clustering. */
  readonly isCutShort: boolean;
  /** The results of repeated runs, if there were any. */
  readonly detected?: Detected | undefined;
  /** Real runs beside simulated ones, if there were any. */
  readonly simulations?: readonly Simulation[] | undefined;
  /** Where secrets came from, if runs were repeated. */
  readonly provenance?: Provenance | undefined;
}

/** Makes every attempt on the recorded run. */
export function certify(
  scenario: Scenario,
  protocol: AnyProtocol,
  { plans, recorder, traffic, falsifying, isCutShort, detected, simulations, provenance }: Recorded,
): Certificate {
  const inputs = inputsOf(scenario, protocol);
  const coalitions = membersOf(scenario, plans);
  const isBlind = ({ reads }: AnyAttack): boolean => reads.length > 0 && !recorder.recorded(reads);
  const findings = plans.flatMap(({ attacks, coalitions: entry, adversary }, i) => {
    const tallies = attacks.filter((attack) => !isBlind(attack)).map((attack) => new Tally(attack));
    for (const members of coalitions[i]) {
      const view = recorder.view(members);
      const truth = truthOf(scenario, inputs, members);
      for (const tally of tallies) {
        const { attack } = tally;
        const seen = attack.reads.length === 0 ? withoutMessages(view, attack.name) : view;
        const score: unknown = attack.score(attack.guess(seen), truth);
        assertScore(score, tally.attack.name);
        tally.add(members, score);
      }
    }
    const who = defined({
      coalition: describe(entry),
      sampled: isSample(entry, scenario.parties) ? (true as const) : undefined,
      ...meansOfEntry(entry, scenario.parties),
      roles: largestCounts(entry, scenario.parties),
      adversary,
    });
    return tallies.map((tally) => ({ ...who, ...tally.finding() }));
  });
  const untried = plans.flatMap(({ coalitions: entry, inapplicable, attacks }) => {
    const blind = attacks.filter(isBlind).map(({ name }) => ({ attack: name, reason: BLIND }));
    return [...inapplicable, ...blind].map((one) => ({ coalition: describe(entry), ...one }));
  });
  const claims = claimsOf(protocol, inputs.agreed);
  const { roles } = scenario.parties;
  const verdicts = claims.map((claim, c) => {
    const simulation = simulations?.find((one) => one.claim === claim.says);
    const compared = simulation?.coalitions.flatMap(({ entries }) => entries) ?? [];
    const ledger = compared.length > 0 ? ledgerOf(compared) : traffic.ledger(c);
    const provenances = (provenance?.findings ?? []).filter(
      ({ members }) => members === undefined || covers(claim, roleCounts(members, scenario.parties)),
    );
    return verdictOf(claim, { findings, detected, simulation, provenances, falsifying, isCutShort, ledger });
  });
  return defined({
    verdicts,
    findings,
    untried,
    detected,
    simulations,
    uncovered: roles
      .map(({ role }) => role)
      .filter((role) => claims.every(({ coalition }) => (coalition[role] ?? 0) === 0)),
    violated: exposureViolations(scenario.expect.exposed, findings),
    statement: statementOf(protocol, inputs.agreed),
  });
}

function statementOf({ privacy = NO_ATTACKS }: AnyProtocol, agreed: unknown): string {
  const statement: unknown = privacy.statement(agreed);
  assert(
    typeof statement === 'string',
    `a statement about privacy that is not in words but ${String(statement)}`,
  );
  return statement;
}

/** Why an attack that found nothing shows nothing. */
const BLIND = 'no message that it reads came';

/** A view for an attack that says that it reads no messages: without them it could only look as if it found nothing. */
function withoutMessages(view: View, attack: string): View {
  const refuse = (): never =>
    assert(false, `the attack ${attack} looks at messages, of which its reads lists none`) as never;
  const members = view.members.map(({ received: _received, sent: _sent, ...held }) =>
    Object.defineProperties(held, { received: { get: refuse }, sent: { get: refuse } }),
  );
  return { ...view, members: members as unknown as View['members'] };
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
