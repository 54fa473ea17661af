/** Takes one removal request to whom it concerns, called with `yield*` from the server of a protocol that can unlearn. */

import { type Behaviour, collect, phase, type Self, send, Stream } from '../../../src/kit/index.ts';
import { Leave, Offer, Probe, Remove, Removed } from './messages.ts';
import type { Removal } from './requests.ts';

export interface Removing {
  readonly clients: readonly string[];
  readonly timeout: number;
  /** The number of the clustering that clients were told last. */
  readonly clustering: number;
}

/** What became of a request, by the number of the client. */
export interface RemovalOutcome {
  readonly client: number;
  readonly points: number;
  readonly changed: boolean;
}

/** @returns who removed points; those that fell silent are not among them */
export function* relay(
  self: Self,
  removing: Removing,
  request: number,
  removal: Removal,
): Behaviour<RemovalOutcome[]> {
  const { clients, timeout } = removing;
  yield* phase('request');
  const asked = yield* ask(self, removing, request, removal);
  const mail = yield* collect(Removed, {
    count: asked.length,
    from: asked.map((client) => clients[client]),
    timeoutNs: timeout,
    accept: ({ body }) => body.request === request || 'late',
  });
  return mail.map(({ from, body: { points, changed } }) => ({
    client: clients.indexOf(from),
    points,
    changed,
  }));
}

/** Sends the request out; returns to whom. */
function* ask(
  self: Self,
  { clients, timeout, clustering }: Removing,
  request: number,
  removal: Removal,
): Behaviour<readonly number[]> {
  if (removal.kind === 'clients') {
    yield* send(
      removal.clients.map((client) => clients[client]),
      Leave,
      { request },
    );
    return removal.clients;
  }
  if (removal.kind === 'points') {
    const points = Uint32Array.from(removal.points);
    yield* send(clients[removal.client], Remove, {
      request,
      clustering,
      points,
      count: points.length,
      adversarial: false,
    });
    return [removal.client];
  }
  const { kind, count } = removal;
  const adversarial = kind === 'adversarial';
  const any = new Stream(self.random.streamKey('removal', `${request}`)).integer(clients.length);
  let client: number | undefined = removal.client ?? any;
  if (adversarial && removal.client === undefined) {
    yield* send(clients, Probe, { request, clustering, count });
    client = yield* largestOffer(clients, request, timeout);
  }
  if (client === undefined) return [];
  yield* send(clients[client], Remove, {
    request,
    clustering,
    points: new Uint32Array(),
    count,
    adversarial,
  });
  return [client];
}

/** Whose points contribute most; undefined when nobody answers. */
function* largestOffer(
  clients: readonly string[],
  request: number,
  timeoutNs: number,
): Behaviour<number | undefined> {
  const offers = yield* collect(Offer, {
    count: clients.length,
    from: clients,
    timeoutNs,
    accept: ({ body }) =>
      body.request !== request ? 'late' : body.contribution.length === 1 || 'wrong shape',
  });
  const best = offers.reduce<{ client: number; value: number } | undefined>((most, { from, body }) => {
    const [client, [value]] = [clients.indexOf(from), body.contribution];
    // The lowest number of several, whoever was first.
    const more = most === undefined || value > most.value || (value === most.value && client < most.client);
    return more ? { client, value } : most;
  }, undefined);
  return best?.client;
}
