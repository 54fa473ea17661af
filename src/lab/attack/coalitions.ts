/** Who exactly colludes: the coalitions described by an entry of a scenario. */

import { assert } from '../../core/base/errors.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import type { Claim, Coalitions } from '../../core/protocol/attack.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import type { Stream } from '../../core/base/random.ts';
import type { Coalition } from '../games/coalition.ts';

/** @param stream for the draws; one for each entry */
export function* coalitionsOf(
  entry: Coalitions,
  parties: Parties,
  stream: Stream,
): Generator<Coalition, void, void> {
  const { clients, reporter } = parties;
  if ('members' in entry) {
    yield entry.members;
    return;
  }
  const server = entry.server ? [reporter] : [];
  if ('any' in entry) {
    const places = Uint32Array.from(clients.keys());
    for (let draw = 0; draw < entry.draws; draw++) {
      // Any order is as good a start of a shuffle as another.
      const drawn = stream.shuffle(places).slice(0, entry.any).toSorted();
      yield [...server, ...Array.from(drawn, (j) => clients[j])];
    }
    return;
  }
  const all = !isSample(entry, parties);
  for (let size = 1; size <= largestOf(entry, parties); size++) {
    if (all || countOf(clients.length, size) <= DRAWN_OF_A_SIZE) {
      for (const places of subsets(clients.length, size)) yield [...server, ...places.map((j) => clients[j])];
    } else {
      yield* coalitionsOf({ any: size, draws: DRAWN_OF_A_SIZE, server: entry.server }, parties, stream);
    }
  }
}

/** Up to this many are enumerated; if there are more, at most this many of each size are drawn. */
const MOST_COALITIONS = 1_000_000;
const DRAWN_OF_A_SIZE = 10_000;

function countOf(n: number, size: number): number {
  let sets = 1;
  for (let s = 1; s <= size; s++) sets = (sets * (n - s + 1)) / s;
  return sets;
}

/** The number of sets of 1 to `size` out of n. */
function countUpTo(n: number, size: number): number {
  let all = 0;
  for (let s = 1; s <= size; s++) all += countOf(n, s);
  return all;
}

/** Whether these are only a sample of the sets of such sizes. */
export function isSample(entry: Coalitions, parties: Parties): boolean {
  return 'upTo' in entry && countUpTo(parties.clients.length, largestOf(entry, parties)) > MOST_COALITIONS;
}

/** The clients in the largest of all sets up to a size: all clients together have nobody to learn of. */
export function largestOf({ upTo }: { readonly upTo: number }, { clients }: Parties): number {
  return Math.min(upTo, Math.max(1, clients.length - 1));
}

/** Every set of `size` numbers below n, ascending, in lexicographic order. */
export function* subsets(n: number, size: number): Generator<readonly number[], void, void> {
  if (size > n) return;
  const chosen = Array.from({ length: size }, (_, i) => i);
  for (;;) {
    yield [...chosen];
    let at = size - 1;
    while (at >= 0 && chosen[at] === n - size + at) at--;
    if (at < 0) return;
    chosen[at]++;
    for (let i = at + 1; i < size; i++) chosen[i] = chosen[i - 1] + 1;
  }
}

/** How many parties of each role there are among some; roles without any are absent. */
export type RoleCounts = Readonly<Record<string, number>>;

/** How many of these parties play each role. */
export function roleCounts(members: readonly string[], { roles }: Parties): RoleCounts {
  const directory = new Directory(roles);
  const counts: Record<string, number> = {};
  for (const name of members) {
    const id = directory.find(name);
    assert(id !== undefined, `there is no ${name}`);
    const role = directory.role(id);
    counts[role] = (counts[role] ?? 0) + 1;
  }
  return counts;
}

/** How many parties of each role the largest coalition of an entry has. */
export function largestCounts(entry: Coalitions, parties: Parties): RoleCounts {
  if ('members' in entry) return roleCounts(entry.members, parties);
  const clients = 'any' in entry ? entry.any : largestOf(entry, parties);
  const { reporter, holders } = parties;
  return { ...(entry.server ? roleCounts([reporter], parties) : {}), [holders]: clients };
}

/** Whether a claim covers coalitions with this many parties of each role. */
export function covers({ coalition }: Pick<Claim, 'coalition'>, counts: RoleCounts): boolean {
  return Object.entries(counts).every(([role, count]) => count <= (coalition[role] ?? 0));
}

/** An entry in words. */
export function describe(entry: Coalitions): string {
  if ('members' in entry) {
    return entry.members.length <= 4
      ? entry.members.join(', ')
      : `${entry.members.slice(0, 3).join(', ')} and ${entry.members.length - 3} more`;
  }
  const server = entry.server ? 'server and ' : '';
  const size = 'any' in entry ? entry.any : entry.upTo;
  const clients = size === 1 ? 'client' : 'clients';
  return 'any' in entry
    ? `${server}any ${size} ${clients}`
    : `${server}every set of up to ${size} ${clients}`;
}
