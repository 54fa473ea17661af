/** What coalitions learn of a sum: which sums they can open, and what the certificate of FedDP says of the claim about them. */

import { fileURLToPath } from 'node:url';
import { openedSums, type ProvenSession } from '../../../actors/blocks/index.ts';
import { AggregateShare, Report } from '../../../actors/blocks/prio3/messages.ts';
import { AGGREGATORS, algorithmFor } from '../../../actors/blocks/prio3/session.ts';
import { standard } from '../../../bin/standard.ts';
import { assert } from '../../../src/core/base/errors.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import type { Member } from '../../../src/core/protocol/view.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import type { Verdict } from '../../../src/lab/attack/verdict.ts';
import { Recorder } from '../../../src/lab/games/recorder.ts';
import { protocolNamed } from '../../../src/run/plugin/registry.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';
import anySum, { addends, type Agreed } from './any-sum.ts';
import { CLIENTS, type Tried } from './faults.ts';

const plugins = [anySum];
const FILE = fileURLToPath(new URL('any-sum.yaml', import.meta.url));
const CERTIFIED = fileURLToPath(new URL('certificate.yaml', import.meta.url));
const PAIRS = 24;

export interface Learned {
  /** With so many clients the server opens nothing but the sum of all others. */
  readonly harmless: number;
  /** Of how many clients the smallest sum is that it opens with one client more; absent: there is none left. */
  readonly beyond?: number | undefined;
  /** Of how many clients the smallest sum is that all servers open together; absent: there is one server. */
  readonly together?: number | undefined;
  /** What the certificates of FedDP with this sum say of its claims, and what open ones lack. */
  readonly verdicts: readonly Said[];
}

type Said = Pick<Verdict, 'claim' | 'status' | 'missing'>;

export const learnedOfSum = defineJob(
  import.meta.url,
  'paper-learned-of-sum',
  async (sum: Tried): Promise<Learned> => ({ ...(await openedBySum(sum)), verdicts: await verdictsOn(sum) }),
);

/** Which sums the server opens with the first clients, in a run in which nobody vanishes. */
export async function openedBySum({ aggregation }: Tried): Promise<Omit<Learned, 'verdicts'>> {
  const set = [`protocol.aggregation=${JSON.stringify(aggregation)}`];
  const scenario = loadScenario(FILE, { plugins, set });
  const { servers, clients } = scenario.parties;
  const bus = new Bus();
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const recorder = new Recorder(scenario, protocol, [...servers, ...clients]);
  recorder.attach(bus);
  await run(scenario, { plugins, bus });
  /** Of how many clients outside the smallest sum is that these open. */
  const smallest = (...members: readonly string[]): number => {
    const view = recorder.view(members);
    return Math.min(...opened(view.agreed as Agreed, view.members));
  };
  const withServer = (colluding: number): number => smallest('server', ...clients.slice(0, colluding));
  let harmless = 0;
  while (harmless + 1 < CLIENTS && withServer(harmless + 1) === CLIENTS - harmless - 1) harmless++;
  return {
    harmless,
    ...(harmless + 1 < CLIENTS && { beyond: withServer(harmless + 1) }),
    ...(servers.length > 1 && { together: smallest(...servers) }),
  };
}

/** Of each sum of vectors that the members can open, of how many clients outside it is. */
function opened({ masked, proven }: Agreed, members: readonly Member[]): number[] {
  const sums = masked.length > 0 ? openedSums(members, masked[0]) : openedProven(members, proven[0]);
  for (const { parties, sum } of sums) {
    const right = addends(0, 0).map((_, i) => parties.reduce((all, party) => all + addends(party, 0)[i], 0));
    assert(
      right.every((element, i) => element === sum[i]),
      'what a coalition opens is a sum of vectors',
    );
  }
  return sums.map(({ parties }) => parties.length);
}

/** Both aggregators together have every client's vector; the server alone has the sum, less what colluding clients know. */
function openedProven(members: readonly Member[], session: ProvenSession) {
  const { clients, units } = session;
  const isOutside = (client: string): boolean => members.every(({ name }) => name !== client);
  const outside = clients.flatMap((client, party) => (isOutside(client) ? [party] : []));
  const [own, others] = AGGREGATORS.map((aggregator, i) => {
    const member = members.find(({ name }) => name === aggregator);
    return new Map(
      messagesOf(member?.received ?? [], Report).flatMap(({ from, body: { nonce, publicShare, share } }) => {
        const party = clients.indexOf(from);
        const begun = algorithmFor(session, units[party]).verifyInit(ANY_KEY, i, nonce, publicShare, share);
        return begun === undefined ? [] : [[party, begun.kept.outputShare] as const];
      }),
    );
  });
  const { circuit } = algorithmFor(session, 1);
  const { field } = circuit;
  const numbers = (shares: readonly (readonly bigint[])[], of: number): number[] =>
    circuit
      .decode(
        shares.reduce((sum, share) => field.addVectors(sum, share)),
        of,
      )
      .map(Number);
  const alone = outside.flatMap((party) => {
    const [one, other] = [own.get(party), others.get(party)];
    return one === undefined || other === undefined
      ? []
      : [{ parties: [party], sum: numbers([one, other], 1) }];
  });
  const answers = members.flatMap(({ received }) => messagesOf(received, AggregateShare));
  const whole = answers.flatMap(({ body }) => {
    const share = field.decode(body.share);
    if (share === undefined) return [];
    const sum = numbers([...own.values(), share], clients.length);
    const known = clients.flatMap((_, party) => (outside.includes(party) ? [] : [party]));
    return [
      {
        parties: outside,
        sum: sum.map((x, i) => known.reduce((left, party) => left - addends(party, 0)[i], x)),
      },
    ];
  });
  return [...alone, ...whole];
}

const ANY_KEY = new Uint8Array(32);

async function verdictsOn({ aggregation }: Tried): Promise<Said[]> {
  const noise = aggregation['protocol'] === 'prio3' ? ['protocol.noise.by=aggregators'] : [];
  const set = [`protocol.aggregation=${JSON.stringify(aggregation)}`, ...noise];
  const scenario = loadScenario(CERTIFIED, { plugins: [standard], set });
  const { certificate } = await attackRun(scenario, { plugins: [standard], repeats: PAIRS });
  return (certificate?.verdicts ?? []).map(({ claim, status, missing }) => ({
    claim,
    status,
    missing,
  }));
}
