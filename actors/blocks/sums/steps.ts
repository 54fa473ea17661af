/** What the rounds of secure sums are made of: a message from the server, or one from each of many parties. */

import { abort, collect, type MessageType, type Received, silent } from '../../../src/core/kit/index.ts';
import type { SumSession } from './secure-sum.ts';

/** Every message names its sum, so that a late one is not taken for one of the next. */
interface Numbered {
  readonly aggregation: number;
}

export type ByParty<B> = ReadonlyMap<number, B>;

/**
 * A client waits for the server's next message of this sum; aborts if it falls silent.
 * @param patience how many of the server's timeouts it may take: the server waits for the slowest client first
 */
export function* fromServer<B extends Numbered>(
  type: MessageType<B>,
  { number, timeoutNs }: SumSession,
  check: (body: B) => true | string,
  patience = 2,
) {
  const [received] = yield* collect(type, {
    count: 1,
    from: 'server',
    timeoutNs: patience * timeoutNs,
    accept: ({ body }) => (body.aggregation === number ? check(body) : 'late'),
  });
  return received === undefined ? yield* silent('server') : received.body;
}

/**
 * The server waits for one message of a type from each of these parties, or from as many as answer in time.
 * @param count how many are enough; absent: all
 */
export function* gather<B extends Numbered>(
  type: MessageType<B>,
  { number, clients, timeoutNs }: SumSession,
  parties: readonly number[],
  check: (party: number, body: B) => true | string,
  count = parties.length,
) {
  const placeOf = new Map(parties.map((party) => [clients[party], party]));
  const received: Received<B>[] = yield* collect(type, {
    count,
    from: [...placeOf.keys()],
    timeoutNs,
    accept: ({ from, body }) =>
      body.aggregation === number ? check(placeOf.get(from) as number, body) : 'late',
  });
  const bodies: ByParty<B> = new Map(received.map(({ from, body }) => [placeOf.get(from) as number, body]));
  return bodies;
}

/** The server gives up: fewer than are needed are left. */
export function tooFew(what: string, got: number, { threshold, clients }: SumSession, needed = threshold) {
  const missing = `${clients.length - got} of ${clients.length} are missing`;
  return abort(`expected at least ${needed} ${what}, got ${got} in time: ${missing}`);
}

/** A client gives up for that reason. */
export function tooFewTold(what: string, got: number, needed: number) {
  return abort(`expected that at least ${needed} ${what}, got ${got}`);
}

/** Whether these are numbers of clients, each once and in order. */
export function ascending(parties: Uint32Array, clients: number): boolean {
  return parties.every((party, i) => party < clients && (i === 0 || party > parties[i - 1]));
}

/** In ascending order, whatever the order of arrival. */
export function numbersOf(bodies: ByParty<unknown>): number[] {
  return [...bodies.keys()].toSorted((a, b) => a - b);
}

/** What is known to be there. */
export function at<V>(map: ReadonlyMap<number, V>, party: number): V {
  return map.get(party) as V;
}

/** Parties in words. */
export function names(clients: readonly string[], parties: readonly number[]): string {
  return parties.map((party) => clients[party]).join(', ');
}
