/** What the server of a one-shot clustering knows of its clients: their counts, and how many points each has. */

import { defined, type Matrix, zeros } from '../../src/core/kit/index.ts';
import type { Gathered } from './afresh.ts';
import type { Agreed } from './agreed.ts';
import { tally, type Tally } from './cells.ts';
import type { Wanted } from './kept/server.ts';
import type { Answered } from './removal/ledger.ts';

/** What a client sent in the clear. */
export interface Summarised {
  readonly centres: Float64Array;
  readonly sizes: Float64Array;
}

export class Contents {
  readonly #agreed: Agreed;
  /** With secrecy: the cells of all members. */
  cells: Tally = tally([]);
  /** Without secrecy: what each member sent. */
  readonly known = new Map<number, Summarised>();
  /** How many points each client reports. */
  readonly left: number[];
  /** How many of them are counted in the cells. */
  readonly counted: number[];
  /** The last clustering that each client contributed to; -1: none. */
  readonly since: number[];
  /** Clients with changes that are not in the last clustering. */
  readonly waiting = new Set<number>();
  /** Clients whose centres were redrawn since they were last counted. */
  readonly #drawn = new Set<number>();
  /** Points removed since the last clustering. */
  gone = 0;
  /** Requests that changed something since then. */
  requests = 0;
  /**
   * When the server first learned of a change since then, on its clock; undefined: nothing changed, or the time is
   * not needed.
   */
  sinceNs: number | undefined;

  constructor(agreed: Agreed) {
    this.#agreed = agreed;
    this.left = [...agreed.sizes];
    this.counted = agreed.sizes.map(() => 0);
    this.since = agreed.sizes.map(() => -1);
  }

  /**
   * In how many cells a client may have changes since it was last counted, by what it reported: in as many as it lost
   * points, or in all if a centre was among them or it has contributed nothing so far.
   */
  changedCells(client: number): number {
    const most = 2 * Math.max(1, this.#agreed.localClusters[client]);
    const lost = this.counted[client] - this.left[client];
    return this.#drawn.has(client) || !this.isMember(client) ? most : Math.min(most, Math.max(1, lost));
  }

  isMember(client: number): boolean {
    return this.since[client] >= 0;
  }

  /** Clients that have points, none of which is in the clustering. */
  get uncounted(): readonly number[] {
    const { clients, secrecy } = this.#agreed;
    const counts = (client: number): boolean =>
      secrecy === undefined ? this.known.has(client) : this.isMember(client);
    return [...clients.keys()].filter((client) => this.left[client] > 0 && !counts(client));
  }

  /** Whether an answer makes sense, or why not. */
  accepts({ client, points, changed, places, differences }: Answered): true | string {
    const { secrecy, dimension, change } = this.#agreed;
    if (!(Number.isSafeInteger(points) && points >= 0 && points <= this.left[client])) return 'wrong sizes';
    if (secrecy === undefined || change !== 'clear' || !changed || !this.isMember(client))
      return (differences.length === 0 && places.length === 0) || !this.isMember(client) || 'wrong shape';
    const { levels } = secrecy.grid;
    if (places.length !== differences.length * dimension) return 'wrong shape';
    if (!places.every((level) => level < levels) || !differences.every(Number.isSafeInteger))
      return 'wrong shape';
    const more = differences.reduce((sum, one) => sum + one, 0);
    if (this.counted[client] + more !== this.left[client] - points) return 'wrong sizes';
    const after = this.#with(places, differences);
    return [...after.values()].every(({ count }) => count > 0) || 'wrong sizes';
  }

  /** Records an answer. */
  note({ client, points, changed, hit, places, differences }: Answered): void {
    const { secrecy, change } = this.#agreed;
    this.left[client] -= points;
    if (!changed) return;
    if (hit || this.#agreed.iterate) this.#drawn.add(client);
    this.gone += points;
    this.requests++;
    this.waiting.add(client);
    if (secrecy === undefined || change !== 'clear' || !this.isMember(client)) return;
    this.cells = this.#with(places, differences);
    this.counted[client] = this.left[client];
  }

  /** Replaces all cells by those of these clients. */
  replace(number: number, cells: Tally, members: readonly number[]): void {
    this.cells = cells;
    this.counted.fill(0);
    this.since.fill(-1);
    for (const client of members) this.#count(client, number);
  }

  /** Adds the changes of these clients. */
  add(number: number, changes: Tally, members: readonly number[]): void {
    this.cells = tally([...this.cells.values(), ...changes.values()]);
    for (const client of members) this.#count(client, number);
  }

  /** A clustering of the current contents begins. */
  settled(clients: Iterable<number>): void {
    for (const client of clients) this.waiting.delete(client);
    this.gone = 0;
    this.requests = 0;
    this.sinceNs = undefined;
  }

  /** The input of a clustering from scratch. */
  gathered(): Gathered {
    const { secrecy, weighted, dimension } = this.#agreed;
    if (secrecy !== undefined) return { cells: [...this.cells.values()].toSorted(byPlace) };
    const parts = this.#parts();
    const values = parts.flatMap(([, { centres }]) => [...centres]);
    const points = zeros(values.length / dimension, dimension);
    points.values.set(values);
    const weights = Float64Array.from(parts.flatMap(([, { sizes }]) => [...sizes]));
    return { summaries: defined({ points, weights: weighted ? weights : undefined }) };
  }

  /** The input of a kept clustering. */
  wanted(): ReadonlyMap<string, Wanted> {
    const { secrecy, dimension } = this.#agreed;
    if (secrecy !== undefined)
      return new Map([...this.cells].map(([key, { place, count }]) => [key, { count, at: { place } }]));
    const all = new Map<string, Wanted>();
    for (const [client, { centres, sizes }] of this.#parts()) {
      sizes.forEach((size, h) => {
        if (size === 0) return;
        const values = centres.slice(h * dimension, (h + 1) * dimension);
        const key = `${client}: ${values.join()}`;
        const point: Matrix = { rows: 1, columns: dimension, values };
        all.set(key, { count: size + (all.get(key)?.count ?? 0), at: { point } });
      });
    }
    return all;
  }

  #parts(): [number, Summarised][] {
    return [...this.known].toSorted(([a], [b]) => a - b);
  }

  #count(client: number, number: number): void {
    this.#drawn.delete(client);
    this.counted[client] = this.left[client];
    this.since[client] = number;
  }

  #with(places: Uint32Array, differences: Float64Array): Tally {
    const { dimension } = this.#agreed;
    const changes = Array.from(differences, (count, i) => ({
      place: [...places.subarray(i * dimension, (i + 1) * dimension)],
      count,
    }));
    return tally([...this.cells.values(), ...changes]);
  }
}

function byPlace(
  { place: a }: { place: readonly number[] },
  { place: b }: { place: readonly number[] },
): number {
  const c = a.findIndex((level, at) => level !== b[at]);
  return c < 0 ? 0 : a[c] - b[c];
}
