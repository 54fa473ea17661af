/** The server's half of a sparse sum, called with `yield*` from any protocol's server. */

import { abort, attempt, compute, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { sumSecretly } from '../sums/index.ts';
import { firstAggregation } from './client.ts';
import type { Cell } from './grid.ts';
import { Regroup, Settled } from './messages.ts';
import { aggregationOf, type SparseSession } from './session.ts';
import { decodeCells } from './tasks.ts';

/** The cells of the survivors, added up. */
export interface SparseSum {
  /** In order of their places. */
  readonly cells: readonly Cell[];
  /** Whose cells these are, by number. */
  readonly survivors: readonly number[];
  /** Groups of clients, by number, with at least one member that sent no valid cells; empty without blame. */
  readonly blamed: readonly (readonly number[])[];
}

/**
 * Sums up the clients' cells and learns only their sum; aborts if there is none. With blame, if a sum does not decode
 * or the messages from and about a client are inconsistent, both halves of the group are summed again separately, as
 * long as both have `blame` clients; a group that cannot be halved is named, and the rest is still summed up. This
 * takes up to two more aggregations per halving and Byzantine party, and the server learns the sums of the groups on
 * the way.
 * @param sizes how many points each client says it has, if known: their sum is checked
 */
export function* sumCells(self: Self, session: SparseSession, number: number, sizes?: readonly number[]) {
  const { clients, blame } = session;
  let aggregation = firstAggregation(number);
  const totals = new Map<string, Cell>();
  const survivors: number[] = [];
  const blamed: number[][] = [];
  const failures: string[] = [];
  const open = [clients.map((_, j) => j)];
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    if (group.length < clients.length) {
      aggregation++;
      const names = group.map((party) => clients[party]);
      yield* send(names, Regroup, { sum: number, aggregation, parties: Uint32Array.from(group) });
    }
    const summed: GroupSum = yield* sumGroup(self, session, aggregation, group, sizes);
    if ('cells' in summed) {
      survivors.push(...summed.alive);
      for (const cell of summed.cells) add(totals, cell);
    } else if (!summed.cheated || blame === undefined) {
      failures.push(summed.failure);
    } else if (group.length < 2 * blame) {
      blamed.push(group);
    } else {
      const middle = group.length >> 1;
      open.push(group.slice(middle), group.slice(0, middle));
    }
  }
  if (blame !== undefined)
    yield* send(clients, Settled, { sum: number, blamed: Uint32Array.from(blamed.flat()) });
  if (survivors.length === 0) return yield* abort(failures[0] ?? 'no client sent cells');
  const cells = [...totals.values()].toSorted(byPlace);
  return { cells, survivors: survivors.toSorted((a, b) => a - b), blamed };
}

type GroupSum =
  | { readonly cells: readonly Cell[]; readonly alive: readonly number[] }
  /** Somebody cheated, or too few are left. */
  | { readonly failure: string; readonly cheated: boolean };

/** One aggregation of a group's cells. */
function* sumGroup(
  self: Self,
  session: SparseSession,
  aggregation: number,
  group: readonly number[],
  sizes: readonly number[] | undefined,
) {
  const { clients, shape, modulus, length } = session;
  const names = group.map((party) => clients[party]);
  const result = yield* attempt(sumSecretly(self, aggregationOf(session, aggregation, names)));
  if (result.kind === 'aborted') return { failure: result.reason, cheated: result.blamed !== undefined };
  yield* phase('decode');
  const { sum, survivors } = result.value;
  const alive = survivors.map((place) => group[place]);
  const cells = yield* compute(decodeCells, { shape, modulus, length, salt: aggregation, sum });
  if (cells !== undefined && sizesFit(cells, alive, sizes)) return { cells, alive };
  return {
    failure: `the sum of ${alive.length} clients does not decode to at most ${shape.capacity} cells`,
    cheated: true,
  };
}

/** Orders cells, which codes return in no particular order. */
export function byPlace(a: Cell, b: Cell): number {
  const c = a.place.findIndex((level, at) => level !== b.place[at]);
  return c < 0 ? 0 : a.place[c] - b.place[c];
}

function add(totals: Map<string, Cell>, { place, count }: Cell): void {
  const key = place.join();
  totals.set(key, { place, count: count + (totals.get(key)?.count ?? 0) });
}

/** Whether the cells hold as many points as their owners said; a sum of garbage never does. */
function sizesFit(cells: readonly Cell[], owners: readonly number[], sizes?: readonly number[]): boolean {
  if (sizes === undefined) return true;
  const points = cells.reduce((sum, { count }) => sum + count, 0);
  return points === owners.reduce((sum, party) => sum + sizes[party], 0);
}
