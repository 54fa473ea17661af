/** The conditions under which sums are run: one round of FedDP without noise is one sum. */

import { fileURLToPath } from 'node:url';
import type { Agreed } from '../../../actors/feddp/agreed.ts';
import { provenSums } from '../../../actors/blocks/index.ts';
import { feddp, standard } from '../../../bin/standard.ts';
import { agreedOf } from '../../../src/run/execute/cast.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import type { SumRequest } from './cell.ts';
import { provenBytes, type Size } from './formulas.ts';
import { type Compared, operationsIn } from './protocols.ts';

const FILE = fileURLToPath(new URL('../../../scenarios/sums.yaml', import.meta.url));

/** Clusters of the scenario: a sum has a count and a coordinate of each. */
const CLUSTERS = 10;

export interface Conditions {
  readonly clients: number;
  readonly length: number;
  /** The share of clients that vanish before they send their vectors. */
  readonly gone: number;
  readonly network: string;
  readonly sums: number;
}

const USUAL: Conditions = { clients: 32, length: 1000, gone: 0, network: 'wan', sums: 1 };

export const CONDITIONS: readonly Conditions[] = [
  ...[32, 128].flatMap((clients) => [0, 0.1, 0.3].map((gone) => ({ ...USUAL, clients, gone }))),
  { ...USUAL, clients: 512 },
  { ...USUAL, length: 10_000 },
  { ...USUAL, clients: 128, length: 10_000 },
  { ...USUAL, length: 100_000 },
  { ...USUAL, network: 'lan' },
  { ...USUAL, network: 'mobile' },
  { ...USUAL, sums: 20 },
];

/** Elements of all clients and sums together beyond which proofs take too long. */
const MOST_PROVEN = 32 * 10_000;

/** Signatures that every client verifies grow with the square of their number. */
const MOST_SIGNED = 512;

/** Whether a sum is run under these conditions, or left to its formulas. */
export function isRun({ name }: Compared, { clients, length, sums }: Conditions): boolean {
  if (name === 'malicious') return clients < MOST_SIGNED;
  return name !== 'prio3' || clients * length * sums <= MOST_PROVEN;
}

export function requestOf(one: Compared, { clients, length, gone, network, sums }: Conditions): SumRequest {
  const when = { round: 1, phase: one.leaves };
  const faults = gone === 0 ? [] : [{ fault: 'dropout', who: { fraction: gone }, when }];
  return {
    file: FILE,
    seed: 1,
    variant: 0,
    set: [
      `clients=${clients}`,
      `data.dimension=${length / CLUSTERS - 1}`,
      `protocol.rounds=${sums}`,
      `protocol.aggregation=${JSON.stringify(one.settings(clients))}`,
      `network.preset=${network}`,
      `faults=${JSON.stringify(faults)}`,
    ],
  };
}

/** On a network of which every way takes ten seconds, beside which nothing else takes any time. */
export function distant(one: Compared, sums: number): SumRequest {
  const { set, ...request } = requestOf(one, { ...USUAL, clients: 16, length: 100, sums });
  return { ...request, set: [...set, 'network={ latency: 10s }', 'protocol.timeout=1h'] };
}

/** A sum as large as one waits for: with proofs an eighth of the clients. */
export function largeRequest(one: Compared) {
  const clients = one.name === 'prio3' ? 128 : one.name === 'malicious' ? MOST_SIGNED : 1024;
  const under: Conditions = { ...USUAL, clients, length: 10_000 };
  const { set, ...request } = requestOf(one, under);
  // Nobody vanishes, and what waits for a busy link for a quarter of the timeout would be sent again.
  return { under, request: { ...request, set: [...set, 'protocol.timeout=5min'] } };
}

/** Of one way. */
export const DISTANT_NS = 10e9;

/** By the formulas, what a run costs if nobody vanishes. */
export interface Stated {
  readonly bits: number;
  readonly bytes: number;
  readonly operations: number;
}

export function statedFor(one: Compared, { clients, length, sums }: Conditions, request: SumRequest): Stated {
  const { file, set } = request;
  const plugins = [standard];
  const { stages } = agreedOf(loadScenario(file, { plugins, set }), feddp) as Agreed;
  const [{ bits }] = stages;
  if (one.name !== 'prio3') {
    const size: Size = { clients, length, bits };
    return { bits, bytes: one.bytes(size, sums), operations: one.operations(size, sums) };
  }
  // The bounds are FedDP's, which take other bits.
  const proven = stages.flatMap(({ sum }) => (sum.proven === undefined ? [] : [sum.proven]));
  return {
    bits,
    bytes: proven.reduce((sum, session) => sum + provenBytes(session), 0),
    operations: proven.reduce((sum, session) => sum + operationsIn(provenSums.cost(session)), 0),
  };
}
