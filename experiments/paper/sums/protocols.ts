/** The sums that are compared, with settings that withstand a tenth of colluding clients and three tenths that vanish. */

import { agreedSum, type AgreedSum, sumParameters } from '../../../actors/blocks/index.ts';
import { codedBytes, decryptedBytes, pairwiseBytes, setUpBytes, type Size } from './formulas.ts';

/** A sum and its size, beyond what is the same for all. */
export interface Compared {
  readonly name: string;
  /** Of a scenario, for so many clients. */
  settings(clients: number): Readonly<Record<string, unknown>>;
  /** Bytes of all clients together, for so many sums. */
  bytes(size: Size, sums: number): number;
}

const RISKS = { colluding: 0.1, dropouts: 0.3, security: 20, correctness: 20 };

/** What its settings make of one sum of so many clients. */
export function agreedFor(one: Compared, { clients, length, bits }: Size, common?: number): AgreedSum {
  return agreedSum(sumParameters.parse(one.settings(clients)), {
    number: 0,
    clients: Array.from({ length: clients }, (_, j) => `client-${j + 1}`),
    modulus: 1n << BigInt(bits),
    length,
    timeoutNs: 5e9,
    common,
  });
}

const bonawitz: Compared = {
  name: 'bonawitz',
  settings: () => ({ protocol: 'bonawitz' }),
  bytes: (size, sums) => sums * pairwiseBytes(size),
};

const bell: Compared = {
  name: 'bell',
  settings: () => ({ protocol: 'bell', risks: RISKS }),
  bytes: (size, sums) => sums * pairwiseBytes(size, neighboursOf(size.clients)),
};

const lightsecagg: Compared = {
  name: 'lightsecagg',
  settings: () => ({ protocol: 'lightsecagg' }),
  bytes(size, sums) {
    const session = agreedFor(lightsecagg, size);
    const pieces = session.protocol === 'lightsecagg' ? session.threshold - session.colluding : 1;
    // Over a prime above 2^b.
    return sums * codedBytes({ ...size, bits: size.bits + 1 }, pieces);
  },
};

const flamingo: Compared = {
  name: 'flamingo',
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
};

/** Bell's rule for so many clients; Flamingo takes as many on average. */
function neighboursOf(clients: number): number {
  const session = agreedFor(bell, { clients, length: 1, bits: 1 });
  return 'neighbours' in session ? Math.min(clients - 1, session.neighbours ?? clients - 1) : clients - 1;
}

export const COMPARED: readonly Compared[] = [bonawitz, bell, lightsecagg, flamingo];
