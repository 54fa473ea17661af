/** All protocols and their variants, as swarms run them: test/long/swarm.test.ts all of them, other tests in part. */

import { fileURLToPath } from 'node:url';

export interface Variant {
  readonly name: string;
  readonly file: string;
  readonly set: readonly string[];
  /**
   * Whether those who are left must finish where faults stop. Not where Byzantine parties may be the server, or wrong messages
   * more than a sum in secret bears: whoever notices then has to give up.
   */
  readonly heals: boolean;
  /**
   * Whether nobody may leave for good where faults stop: a key for all clients comes from the first of them, what nobody knows the
   * owner of cannot be left out, and whose identity was lost with it is trusted by nobody who lacks it.
   */
  readonly whole: boolean;
}

const SWARMS = fileURLToPath(new URL('../../scenarios/swarm/', import.meta.url));

function variant(
  name: string,
  scenario: string,
  set: readonly string[] = [],
  { heals = true, whole = false } = {},
): Variant {
  return { name, file: `${SWARMS}${scenario}.yaml`, set, heals, whole };
}

const WHOLE = { whole: true };
const STAY = { heals: false };

const blamed = 'swarm.falsify=[keys, secret-shares, masked, consent, unmasking]';

/** What is said about removals, and no sums that are summed again, so that lies are not of these alone. */
export const BYZANTINE_REMOVALS = [
  'faults=[]',
  'swarm.falsify=[probe, offer, remove, removed, learn, finished]',
] as const;

export const VARIANTS: readonly Variant[] = [
  variant('secfc', 'secfc'),
  variant('secfc: segments', 'secfc', ['protocol.segments=2', 'protocol.privacy=2', 'clients=11']),
  variant('secfc: blinded', 'secfc', ['protocol.disclosure=blinded', 'protocol.minimumCluster=2'], WHOLE),
  variant('secfc: order', 'secfc', ['protocol.disclosure=order'], WHOLE),
  variant('secfc: star', 'secfc', ['network.paths=star']),
  variant('secfc: reveal', 'secfc', ['protocol.reveal=true']),
  variant('secfc: alignment', 'secfc', ['protocol.align={}', 'data.points=30', 'protocol.privacy=2'], WHOLE),
  variant('secfc: datagrams', 'secfc', ['network.transport=datagram', 'network.loss=1%']),
  variant('secfc: unverified', 'secfc-byzantine', [
    'protocol.verifiableSharing=false',
    'swarm.falsify=[distances]',
  ]),
  variant('secfc: Byzantine', 'secfc-byzantine'),
  variant('secfc: two Byzantine', 'secfc-byzantine', [
    'protocol.byzantine=2',
    'swarm.byzantine=2',
    'clients=13',
  ]),
  variant('mufc', 'mufc'),
  variant(
    'mufc: malicious',
    'mufc',
    ['protocol.aggregation={malicious: true}', 'swarm.gone=1', 'clients=7'],
    WHOLE,
  ),
  variant('mufc: bell', 'mufc', ['protocol.aggregation={protocol: bell, neighbours: 6, threshold: 4}']),
  variant('mufc: lightsecagg', 'mufc', ['protocol.aggregation={protocol: lightsecagg, dropouts: 3}']),
  // Of nine decryptors fewer than a third may vanish.
  variant('mufc: flamingo', 'mufc', ['protocol.aggregation={protocol: flamingo}', 'swarm.gone=2']),
  variant('mufc: proofs', 'mufc', ['protocol.aggregation={protocol: prio3, threshold: 5}'], WHOLE),
  variant('mufc: hashed', 'mufc', ['protocol.aggregation={code: hashed, threshold: 6}']),
  variant('mufc: integers', 'mufc', [
    'protocol.aggregation={code: integers, threshold: 6}',
    'protocol.levels=4',
  ]),
  variant('mufc: removals', 'mufc', [
    'protocol.remove=[{points: adversarial, requests: 2}, {clients: [client-2]}, {points: [0], client: client-3}]',
  ]),
  variant('mufc: lazy', 'mufc', ['protocol.unlearning=lazy']),
  variant('mufc: in the clear', 'mufc', ['protocol.secrecy=none']),
  variant('mufc: blame', 'mufc-byzantine', ['swarm.byzantine=1', blamed], STAY),
  variant('mufc: Byzantine', 'mufc-byzantine', [], STAY),
  variant('mufc: Byzantine about removals', 'mufc-byzantine', BYZANTINE_REMOVALS, STAY),
  variant('dckmeans', 'dckmeans'),
  variant('dckmeans: removals', 'dckmeans', ['protocol.remove=[{points: random, requests: 3}]']),
  variant('kfed', 'kfed'),
  variant('lloyd', 'lloyd'),
  variant('feddp', 'feddp'),
  variant('feddp: honest minimum', 'feddp', ['protocol.noise.policy=honest-minimum']),
  // Too little noise is what this policy has where somebody drops out; what is told of it must be right all the same.
  variant('feddp: no provision', 'feddp', ['protocol.noise={policy: none, colluding: 1}', 'expect={}']),
  variant('feddp: neighbours', 'feddp', ['protocol.aggregation={neighbours: 6, threshold: 4}']),
  variant(
    'feddp: malicious',
    'feddp',
    ['protocol.aggregation={malicious: true}', 'protocol.noise.dropouts=2', 'swarm.gone=2'],
    WHOLE,
  ),
  variant('feddp: server adds noise', 'feddp', ['protocol.noise={by: server}', 'expect={}']),
  variant(
    'feddp: proofs',
    'feddp',
    ['protocol.noise={by: aggregators}', 'protocol.aggregation={protocol: prio3, threshold: 5}'],
    WHOLE,
  ),
  variant('feddp: lightsecagg', 'feddp', [
    'protocol.noise={policy: honest-minimum, dropouts: 2}',
    'protocol.aggregation={protocol: lightsecagg}',
    'swarm.gone=2',
  ]),
  variant('feddp: flamingo', 'feddp', [
    'protocol.noise={policy: honest-minimum, dropouts: 2}',
    'protocol.aggregation={protocol: flamingo}',
    'swarm.gone=2',
  ]),
  variant('feddp: whole clients', 'feddp', [
    'protocol.level=client',
    'protocol.clips={outer: 4, means: 4, sums: 20, counts: 20}',
    'protocol.bits=14',
  ]),
  variant('fastlloyd', 'fastlloyd', [], WHOLE),
  variant('fastlloyd: shares', 'fastlloyd', [
    'protocol.noise={by: clients, policy: honest-minimum, dropouts: 3, colluding: 1}',
    'protocol.aggregation={threshold: 5}',
  ]),
];

/** What is laid over a variant's scenario where faults stop. */
export function healed({ set, whole }: Variant): readonly string[] {
  return whole ? [...set, 'swarm.gone=0'] : set;
}
