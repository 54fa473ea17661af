/** What each role sent to each other one, whatever they are called: by type of message, over the whole run. */

import { grouped } from '../../core/base/grouped.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Sent, Volume } from '../../core/protocol/sent.ts';
import type { Traffic } from './account.ts';

/** The messages of one type between two parties of the ledger, or all of them. */
export interface Exchange extends Volume {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

/** By pair and type, without rounds and phases, in order of first appearance. */
export function exchangesOf(traffic: readonly Traffic[]): readonly Exchange[] {
  return addedUp(
    traffic.map(({ from, to, type, messages, wireBytes, elements }) => ({
      from,
      to,
      type,
      messages,
      bytes: wireBytes,
      elements,
    })),
    ({ from, to, type }) => [from, to, type],
  );
}

/** The same by pair alone. */
export function pairsOf(exchanges: readonly Exchange[]): readonly Omit<Exchange, 'type'>[] {
  return addedUp(
    exchanges.map(({ from, to, messages, bytes, elements }) => ({ from, to, messages, bytes, elements })),
    ({ from, to }) => [from, to],
  );
}

/** All of these together. */
export function volumeOf(some: readonly Volume[]): Volume {
  const sum = (key: keyof Volume): number => some.reduce((total, one) => total + one[key], 0);
  return { messages: sum('messages'), bytes: sum('bytes'), elements: sum('elements') };
}

/** One row of each group, with the volumes of all in it. */
function addedUp<V extends Volume>(some: readonly V[], keyOf: (one: V) => readonly string[]): readonly V[] {
  const groups = grouped(some, (one) => JSON.stringify(keyOf(one)));
  return [...groups.values()].map((group) => ({ ...group[0], ...volumeOf(group) }));
}

/**
 * What a run of a protocol sent, as its figures and properties use it.
 * @param exchangesOfRun called once one of them does
 */
export function sentOf(
  { name: protocol, roles, messages }: AnyProtocol,
  exchangesOfRun: () => readonly Exchange[],
  iterations: number,
): Sent {
  let added: readonly Exchange[] | undefined;
  const exchanges = (): readonly Exchange[] => (added ??= exchangesOfRun());
  return {
    iterations,
    get bytes() {
      return volumeOf(exchanges()).bytes;
    },
    of({ from, to, type }) {
      for (const role of [from, to]) known(protocol, 'role', Object.keys(roles), role);
      known(
        protocol,
        'type of message',
        messages.map(({ name }) => name),
        type?.name,
      );
      return volumeOf(
        exchanges().filter(
          (one) =>
            (from ?? one.from) === one.from &&
            (to ?? one.to) === one.to &&
            (type?.name ?? one.type) === one.type,
        ),
      );
    },
  };
}

function known(protocol: string, kind: string, names: readonly string[], name: string | undefined): void {
  if (name === undefined || names.includes(name)) return;
  throw new CahootsError(
    'bad-input',
    `expected a ${kind} of protocol ${protocol}: ${names.join(', ')}, got ${name}`,
  );
}
