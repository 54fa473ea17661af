/** Passes removal requests on to the clients concerned, called with `yield*` from the server of a protocol that can unlearn. */

import { collect, phase, type Received, type Self, send, Stream } from '../../../src/core/kit/index.ts';
import type { Answered, Ledger } from './ledger.ts';
import { Leave, Offer, Probe, Remove, Removed } from './messages.ts';
import type { Removal } from './requests.ts';

export interface Removing {
  readonly clients: readonly string[];
  readonly removals: readonly Removal[];
  readonly timeout: number;
  /** The number of the clustering that clients were sent last. */
  readonly clustering: number;
}

/** Opens a request: finds out which clients it concerns. */
export function* openRequest(self: Self, removing: Removing, ledger: Ledger, request: number) {
  const { clients, removals, timeout, clustering } = removing;
  const removal = removals[request - 1];
  yield* phase('request');
  if (removal.kind === 'clients') return ledger.open(request, removal.clients);
  if (removal.client !== undefined) return ledger.open(request, [removal.client]);
  const { kind, count } = removal as Exclude<Removal, { kind: 'points' | 'clients' }>;
  const any = new Stream(self.random.streamKey('removal', `${request}`)).integer(clients.length);
  if (kind === 'random') return ledger.open(request, [any]);
  yield* send(clients, Probe, { request, clustering, count });
  const client = yield* largestOffer(clients, request, timeout);
  ledger.open(request, client === undefined ? [] : [client]);
}

/**
 * Asks all clients with an open request, until each has answered or has been silent for the agreed time.
 * @param accept whether an answer makes sense, or why not
 * @returns the answers, in order of the requests
 */
export function* askAll(removing: Removing, ledger: Ledger, accept: (answer: Answered) => true | string) {
  const { clients, timeout } = removing;
  const answers: Answered[] = [];
  yield* phase('request');
  // A client with several requests is asked for one after the other, as long as it answers.
  for (let due = ledger.due(); due.size > 0;) {
    for (const [client, request] of due) yield* ask(removing, client, request, ledger.attempt(client));
    const received = yield* collect(Removed, {
      count: due.size,
      from: [...due.keys()].map((client) => clients[client]),
      timeoutNs: timeout,
      accept: (one) => {
        const answer = answerOf(one, clients);
        return answer.request === due.get(answer.client) ? accept(answer) : 'late';
      },
    });
    const arrived = received.map((one) => answerOf(one, clients)).toSorted((a, b) => a.client - b.client);
    for (const answer of arrived) ledger.answered(answer);
    answers.push(...arrived);
    const spoke = new Set(arrived.map(({ client }) => client));
    for (const client of due.keys()) if (!spoke.has(client)) ledger.unanswered(client);
    due = new Map([...ledger.due()].filter(([client]) => spoke.has(client)));
  }
  return answers.toSorted((a, b) => a.request - b.request);
}

function answerOf({ from, body }: Received<Omit<Answered, 'client'>>, clients: readonly string[]): Answered {
  return { ...body, client: clients.indexOf(from) };
}

function* ask({ clients, removals, clustering }: Removing, client: number, request: number, attempt: number) {
  const removal = removals[request - 1];
  if (removal.kind === 'clients') return yield* send(clients[client], Leave, { request, attempt });
  const listed = removal.kind === 'points' ? Uint32Array.from(removal.points) : new Uint32Array();
  yield* send(clients[client], Remove, {
    request,
    attempt,
    clustering,
    points: listed,
    count: removal.kind === 'points' ? listed.length : removal.count,
    adversarial: removal.kind === 'adversarial',
  });
}

/** The client whose points contribute most; undefined if nobody answers. */
function* largestOffer(clients: readonly string[], request: number, timeoutNs: number) {
  const offers = yield* collect(Offer, {
    count: clients.length,
    from: clients,
    timeoutNs,
    accept: ({ body }) =>
      body.request !== request ? 'late' : body.contribution.length === 1 || 'wrong shape',
  });
  const best = offers.reduce<{ client: number; value: number } | undefined>((most, { from, body }) => {
    const [client, [value]] = [clients.indexOf(from), body.contribution];
    // Ties to the lowest number, whatever the order of arrival.
    const more = most === undefined || value > most.value || (value === most.value && client < most.client);
    return more ? { client, value } : most;
  }, undefined);
  return best?.client;
}
