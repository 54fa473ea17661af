/** Transports as values: what becomes of a packet that is lost on its way. Ours, and those of plugins. */

import { assert } from '../../base/errors.ts';
import { isDelay } from '../clock/delay.ts';

export interface TransportKind {
  /** Its name in scenarios, under `network.transport`. */
  readonly name: string;
  /** What it does, in one line, to help choose. */
  readonly summary: string;
  /** How often a packet is sent before it stays lost; 1 or more. */
  readonly attempts: number;
  /**
   * How many nanoseconds after an attempt that was lost, from 1, the next one leaves; absent: always what the setting
   * `network.retransmit` or the preset says.
   */
  readonly resendsAfter?: (attempt: number, retransmitNs: number) => number;
}

/** Declares a transport. */
export function transport(declared: TransportKind): TransportKind {
  return Object.freeze(declared);
}

/** After this many attempts even a reliable transport gives up, which happens only if nearly everything is lost. */
export const MOST_ATTEMPTS = 100_000;

export const RELIABLE = transport({
  name: 'reliable',
  summary: 'what is lost is sent again',
  attempts: MOST_ATTEMPTS,
});

export const DATAGRAM = transport({ name: 'datagram', summary: 'it stays lost', attempts: 1 });

/** The engine simulates its connections. */
export const TCP = transport({
  name: 'tcp',
  summary: 'connections, packet by packet, through the queues of links',
  attempts: MOST_ATTEMPTS,
});

/** In the order of documents. */
export const transports: readonly TransportKind[] = [RELIABLE, DATAGRAM, TCP];

/** For how long a packet is lost of which the first attempts, so many, are. */
export function lostFor({ name, resendsAfter }: TransportKind, lost: number, retransmitNs: number): number {
  if (resendsAfter === undefined) return lost * retransmitNs;
  let sumNs = 0;
  for (let attempt = 1; attempt <= lost; attempt++) {
    const ns = resendsAfter(attempt, retransmitNs);
    if (!isDelay(ns)) assert(false, `the transport ${name} sends again after ${ns} ns`);
    sumNs += ns;
  }
  return Math.min(sumNs, Number.MAX_SAFE_INTEGER);
}
