/** Tiny casts to which faults happen. */

import { lloyd } from '../../bin/standard.ts';
import { partiesOf } from '../../src/core/protocol/parties.ts';
import type { Fault, Fired } from '../../src/run/fault/fault.ts';
import { FaultInjector } from '../../src/run/fault/injector.ts';
import { KINDS } from '../../src/run/fault/kinds.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Role } from '../../src/core/engine/actors/actor.ts';
import { finish, receive, send, sleep } from '../../src/core/engine/actors/effects.ts';
import { type AnyMessageType, decodeMessage } from '../../src/core/engine/wire/message.ts';
import { actor, actors, Note, Other, play, type Play, type Played, Vector } from './cast.ts';
import { DATAGRAM } from '../../src/core/engine/network/transport-kind.ts';

export interface Afflicted extends Played {
  readonly fired: readonly Fired[];
}

/** Runs a cast of a `server` and of this many actors `client-1`, ... under faults. */
export async function afflict(
  roles: readonly Role[],
  faults: readonly object[],
  { seed = 1, ...settings }: Play = {},
): Promise<Afflicted> {
  const count = roles.find(({ role }) => role === 'client')?.count ?? 0;
  const injector = new FaultInjector(faults.map(named), KINDS, {
    parties: partiesOf(lloyd, count),
    random: new Random(seed).scope('faults'),
    retransmitNs: settings.network?.transport === DATAGRAM ? undefined : 50_000,
  });
  const played = await play(roles, { seed, interference: injector, ...settings });
  return { ...played, fired: injector.fired };
}

/** A fault that begins at time 0, and has its kind for a name, where nothing else is said. */
const named = (fault: object): Fault =>
  ({ name: (fault as Fault).fault, when: { at: 0 }, ...fault }) as Fault;

export const clientNames = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `client-${i + 1}`);

/** Which actors finished, by number, and when. */
export const finishedIn = ({ of }: Afflicted): [number, number][] =>
  of('finished').map(({ actor: id, timeNs }) => [id, timeNs]);

/** Sends a note to each of four clients, and ends. */
export const teller = actor('server', () => send(clientNames(4), Note, { value: 1 }));
/** Each takes a note, and ends with what it said. */
export const listeners = actors('client', 4, function* () {
  yield* finish((yield* receive(Note)).body.value);
});
/** Ends after this many nanoseconds. */
export const sleeper = actor('server', () => sleep(20_000));

/** The body of each payload; of one that is no message, why. */
export function bodies(payloads: readonly { readonly payload: Uint8Array }[]): unknown[] {
  const types = new Map([Note, Other, Vector].map((type) => [type.name, type as AnyMessageType]));
  return payloads.map(({ payload }) => {
    const message = decodeMessage(payload, types);
    return 'malformed' in message ? message.malformed : message.body;
  });
}
