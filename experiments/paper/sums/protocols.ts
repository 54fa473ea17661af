/** The sums that are compared, with settings that withstand a tenth of colluding clients and three tenths that vanish. */

import {
  agreedSum,
  type AgreedSum,
  preparationCost,
  provenSums,
  sumCost,
  sumParameters,
} from '../../../actors/blocks/index.ts';
import type { PhaseCost } from '../../../src/core/protocol/cost.ts';
import {
  codedBytes,
  decryptedBytes,
  pairwiseBytes,
  provenBytes,
  provenSession,
  provenSumBytes,
  setUpBytes,
  signedBytes,
  type Size,
} from './formulas.ts';

/** A sum, and by formulas what it costs all parties together if nobody vanishes. */
export interface Compared {
  readonly name: 'bonawitz' | 'malicious' | 'bell' | 'lightsecagg' | 'flamingo' | 'prio3';
  /** The phase of a client in which it costs most that it vanishes: its vector is awaited, and does not come. */
  readonly leaves: string;
  /** Of a scenario, for so many clients. */
  settings(clients: number): Readonly<Record<string, unknown>>;
  bytes(size: Size, sums: number): number;
  operations(size: Size, sums: number): number;
}

const RISKS = { colluding: 0.1, dropouts: 0.3, security: 20, correctness: 20 };

type Masked = Pick<Compared, 'name' | 'settings'>;

/** Of sums of one element, as it takes long to find how few neighbours are enough. */
const agreed = new Map<string, AgreedSum>();

/** What its settings make of one sum of so many clients. */
export function agreedFor(one: Masked, { clients, length, bits }: Size, common?: number): AgreedSum {
  const key = `${one.name} ${clients} ${common}`;
  const known = agreed.get(key);
  const session =
    known ??
    agreedSum(sumParameters.parse(one.settings(clients)), {
      number: 0,
      clients: Array.from({ length: clients }, (_, j) => `client-${j + 1}`),
      modulus: 2n,
      length: 1,
      timeoutNs: 5e9,
      common,
    });
  if (known === undefined) agreed.set(key, session);
  return { ...session, modulus: 1n << BigInt(bits), length };
}

/** All operations of these phases. */
export function operationsIn(phases: readonly PhaseCost[]): number {
  return phases.flatMap(({ work }) => work).reduce((sum, { operations }) => sum + operations, 0);
}

/** With a set-up that all sums have in common, where there is one. */
function maskedOperations(one: Masked, size: Size, sums: number): number {
  const session = agreedFor(one, size, 0);
  return operationsIn(preparationCost(session)) + sums * operationsIn(sumCost(session));
}

const bonawitz: Compared = {
  name: 'bonawitz',
  leaves: 'mask',
  settings: () => ({ protocol: 'bonawitz' }),
  bytes: (size, sums) => sums * pairwiseBytes(size),
  operations: (size, sums) => maskedOperations(bonawitz, size, sums),
};

const malicious: Compared = {
  name: 'malicious',
  leaves: 'mask',
  settings: () => ({ protocol: 'bonawitz', malicious: true }),
  bytes: (size, sums) => sums * (pairwiseBytes(size) + signedBytes(size)),
  operations: (size, sums) => maskedOperations(malicious, size, sums),
};

export const BELL: Compared = {
  name: 'bell',
  leaves: 'mask',
  settings: () => ({ protocol: 'bell', risks: RISKS }),
  bytes: (size, sums) => sums * pairwiseBytes(size, neighboursOf(size.clients)),
  operations: (size, sums) => maskedOperations(BELL, size, sums),
};

const lightsecagg: Compared = {
  name: 'lightsecagg',
  leaves: 'mask',
  settings: () => ({ protocol: 'lightsecagg' }),
  bytes(size, sums) {
    const session = agreedFor(lightsecagg, size);
    const pieces = session.protocol === 'lightsecagg' ? session.threshold - session.colluding : 1;
    // Over a prime above 2^b.
    return sums * codedBytes({ ...size, bits: size.bits + 1 }, pieces);
  },
  operations: (size, sums) => maskedOperations(lightsecagg, size, sums),
};

const flamingo: Compared = {
  name: 'flamingo',
  leaves: 'mask',
  settings: (clients) => ({
    protocol: 'flamingo',
    ...(neighboursOf(clients) < clients - 1 && { neighbours: neighboursOf(clients) }),
  }),
  bytes(size, sums) {
    const session = agreedFor(flamingo, size);
    const decryptors = session.protocol === 'flamingo' ? session.decryptors : 0;
    const among = { decryptors, neighbours: neighboursOf(size.clients), gone: 0 };
    return setUpBytes(size, among) + sums * decryptedBytes(size, among);
  },
  operations: (size, sums) => maskedOperations(flamingo, size, sums),
};

/** What a client of a proven sum costs, which is the same among any number of clients, by size. */
const provenClients = new Map<string, { readonly bytes: number; readonly operations: number }>();

function provenClient({ length, bits }: Size) {
  const key = `${length} ${bits}`;
  const known = provenClients.get(key);
  if (known !== undefined) return known;
  const session = provenSession({ clients: 1, length, bits });
  const found = { bytes: provenBytes(session), operations: operationsIn(provenSums.cost(session)) };
  provenClients.set(key, found);
  return found;
}

const prio3: Compared = {
  name: 'prio3',
  leaves: 'prove',
  settings: () => ({ protocol: 'prio3' }),
  // What the aggregators tell each other of the sum, they do once.
  bytes: (size, sums) =>
    sums * (size.clients * provenClient(size).bytes - (size.clients - 1) * provenSumBytes(size.length)),
  operations: (size, sums) => sums * size.clients * provenClient(size).operations,
};

/** Bell's rule for so many clients; Flamingo takes as many on average. */
export function neighboursOf(clients: number): number {
  const session = agreedFor(BELL, { clients, length: 1, bits: 1 });
  return 'neighbours' in session ? Math.min(clients - 1, session.neighbours ?? clients - 1) : clients - 1;
}

export const COMPARED: readonly Compared[] = [bonawitz, malicious, BELL, lightsecagg, flamingo, prio3];
