/** Who takes part when shares are missing: whose points are clustered, and who can answer for them. */

/** What a ready client reports: whose shares it does not hold. */
export interface Report {
  /** Its place among the clients. */
  readonly client: number;
  readonly missing: readonly number[];
}

export interface Participants {
  /** Owners whose points take part. */
  readonly owners: readonly number[];
  /** Clients that hold the shares of all these owners, in order of their reports. */
  readonly clients: readonly number[];
}

/**
 * Chooses owners and clients so that every client holds the shares of every owner. While a share is missing:
 *
 * 1. while there are more clients than `wanted`, the one that lacks most is left out, so that no points are lost;
 * 2. then the client that lacks most, if it lacks more owners than there are clients that lack any one owner, and
 *    `needed` clients remain: it lies, or its network fails;
 * 3. otherwise the owner whose shares most clients lack.
 *
 * Ties go to the lowest place. In the end every client that lacks nothing of what is left is readmitted.
 * @param wanted number of clients that suffices to decode and to correct the agreed number of Byzantine parties
 * @param needed number of clients that suffices to decode
 */
export function chooseParticipants(
  candidates: readonly number[],
  reports: readonly Report[],
  wanted: number,
  needed: number,
): Participants {
  let owners = [...candidates];
  let clients = [...reports];
  for (;;) {
    const lacking = new Set(owners);
    const worst = mostOf(clients, ({ missing }) => missing.filter((owner) => lacking.has(owner)).length);
    if (worst === undefined || worst.count === 0) break;
    const lacked = mostOf(owners, (owner) => clients.filter(({ missing }) => missing.includes(owner)).length);
    const spare = clients.length > wanted;
    const blamed = clients.length > needed && worst.count > (lacked?.count ?? 0);
    if (spare || blamed) clients = clients.filter((report) => report !== worst.item);
    else owners = owners.filter((owner) => owner !== lacked?.item);
  }
  const chosen = new Set(owners);
  const able = reports.filter(({ missing }) => missing.every((owner) => !chosen.has(owner)));
  return { owners, clients: able.map(({ client }) => client) };
}

/** The first item with the highest count; undefined if there are none. */
function mostOf<T>(items: readonly T[], count: (item: T) => number): { item: T; count: number } | undefined {
  let most: { item: T; count: number } | undefined;
  for (const item of items) {
    const counted = count(item);
    if (most === undefined || counted > most.count) most = { item, count: counted };
  }
  return most;
}
