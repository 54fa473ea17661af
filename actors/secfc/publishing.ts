/** How clients publish whose points are whose after private alignment, where applications need to know (section 7). */

import { collect, phase, type Received, receive, send, silent } from '../../src/core/kit/index.ts';
import { type Agreed, CLIENT_PATIENCE } from './agreed.ts';
import { Identifiers, Owners } from './messages.ts';

/** A client says which identifiers are its own, and waits for who holds all others. */
export function* publish({ clients, points, timeoutNs }: Agreed, identifiers: Uint32Array) {
  yield* phase('publish');
  yield* send('server', Identifiers, { identifiers: identifiers.toSorted() });
  const told = yield* receive(Owners, {
    from: 'server',
    timeoutNs: CLIENT_PATIENCE * timeoutNs,
    accept: ({ body: { owners } }) =>
      (owners.length === points && owners.every((owner) => owner <= clients.length)) || 'wrong owners',
  });
  if (told === undefined) yield* silent('server');
}

/** What came of publishing: nobody can prove to hold a point, so one that several published is nobody's. */
export interface Published {
  /** How many points one client published. */
  readonly published: number;
  /** How many several clients published. */
  readonly contested: number;
}

/** The server's half: tells every client whose points are whose, as far as clients said so in time. */
export function* gatherOwners({ clients, points, timeoutNs }: Agreed) {
  yield* phase('publish');
  const received = yield* collect(Identifiers, {
    count: clients.length,
    from: clients,
    timeoutNs,
    accept: ({ body: { identifiers } }) =>
      identifiers.every((one, at) => one < points && (at === 0 || one > identifiers[at - 1])) ||
      'wrong identifiers',
  });
  const { owners, contested } = ownersIn(received, clients, points);
  yield* send(clients, Owners, { owners });
  const published = owners.reduce((sum, owner) => sum + Number(owner < clients.length), 0);
  return { published, contested } satisfies Published;
}

function ownersIn(
  received: readonly Received<{ readonly identifiers: Uint32Array }>[],
  clients: readonly string[],
  points: number,
) {
  const nobody = clients.length;
  const owners = new Uint32Array(points).fill(nobody);
  const contested = new Set<number>();
  for (const { from, body } of received) {
    const owner = clients.indexOf(from);
    for (const identifier of body.identifiers) {
      if (owners[identifier] === nobody) owners[identifier] = owner;
      else contested.add(identifier);
    }
  }
  for (const identifier of contested) owners[identifier] = nobody;
  return { owners, contested: contested.size };
}
