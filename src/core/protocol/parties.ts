/** Who takes part in a run, by name: a protocol's roles and how many parties play each. */

import { keepingNewest } from '../base/remembered.ts';
import { Directory, type RoleSize } from '../engine/messages/directory.ts';
import type { AnyProtocol } from './protocol.ts';

export interface Parties {
  /** In the order in which parties are numbered. */
  readonly roles: readonly RoleSize[];
  /** The role of the parties that hold the data. */
  readonly holders: string;
  /** Their names, in order. */
  readonly clients: readonly string[];
  /** The names of all others, in order. */
  readonly servers: readonly string[];
  /** The party that finishes with the outcome. */
  readonly reporter: string;
}

/**
 * @param clients how many parties hold data
 * @param parameters the protocol's settings, for roles that not all need; absent: all roles are there
 */
export function partiesOf({ roles, reports }: AnyProtocol, clients: number, parameters?: object): Parties {
  const present = Object.entries(roles).filter(
    ([, { needed }]) => parameters === undefined || (needed?.(parameters as never) ?? true),
  );
  const sizes = present.map(([role, { parties }]): RoleSize => {
    const own: RoleSize = role === reports ? { role, reports: true } : { role };
    if (parties === 'one') return own;
    return parties === 'many' ? { ...own, count: clients, holds: true } : { ...own, count: parties };
  });
  return partiesFrom(sizes);
}

/** @param roles as in a trace: one of them holds data, and one reports */
export function partiesFrom(roles: readonly RoleSize[]): Parties {
  const directory = new Directory(roles);
  const [holders = ''] = roles.filter(({ holds }) => holds).map(({ role }) => role);
  return {
    roles,
    holders,
    clients: directory.names(holders),
    servers: roles.flatMap(({ role }) => (role === holders ? [] : directory.names(role))),
    reporter: directory.name(directory.reporter ?? 0),
  };
}

/** Everybody, with those that hold no data first. */
export function everyone({ servers, clients }: Parties): readonly string[] {
  return [...servers, ...clients];
}

/** The directory used last: many names in a row are looked up among the same roles. */
const directoryOf = keepingNewest((roles: readonly RoleSize[]) => new Directory(roles));

/**
 * The parties that a name in a scenario stands for: one party, all of a role, `clients`, `everyone`;
 * undefined: no party.
 */
export function meantBy(name: string, parties: Parties): readonly string[] | undefined {
  if (name === 'clients') return parties.clients;
  if (name === 'everyone') return everyone(parties);
  const directory = directoryOf(parties.roles);
  if (directory.find(name) !== undefined) return [name];
  const names = directory.names(name);
  return names.length === 0 ? undefined : names;
}

/** Whether a party is among those that these names stand for, where * is everybody. */
export function isAmong(names: readonly string[], parties: Parties): (name: string) => boolean {
  if (names.includes('*')) return () => true;
  const meant = new Set(names.flatMap((name) => meantBy(name, parties) ?? []));
  return (name) => meant.has(name);
}

/** The available names, for messages: `server or client-1 to client-9`. */
export function namesText({ roles }: Pick<Parties, 'roles'>): string {
  return roles
    .map(({ role, count }) => (count === undefined ? role : `${role}-1 to ${role}-${count}`))
    .join(' or ');
}
