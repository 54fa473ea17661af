/** What the data call the clients: hospitals are client-1, client-2... in a run, and have names of their own. */

import type { DataSet } from './data-set.ts';

/** What the data call each client, by its name in the run. */
export type ClientNames = Readonly<Record<string, string>>;

/** The name of an owner of points; its number, if owners have no names. */
export function ownerName({ ownerNames }: DataSet, owner: number): string {
  return ownerNames?.[owner] ?? String(owner);
}

/**
 * What the data call the clients, each of which holds the points of one owner; undefined if the data name none.
 * @param shards the points of each client
 */
export function clientNamesOf(
  data: DataSet,
  clients: readonly string[],
  shards: readonly Uint32Array[],
): ClientNames | undefined {
  const { owners } = data;
  return owners && Object.fromEntries(shards.map(([at], j) => [clients[j], ownerName(data, owners[at])]));
}

/** A client as readers know it: `client-2 (Bonn)`; its name in the run alone, if the data have no other. */
export function fullName(client: string, names: ClientNames = {}): string {
  return Object.hasOwn(names, client) ? `${client} (${names[client]})` : client;
}
