/** The server's half of private alignment, called with `yield*` from any protocol's server. */

import { abort, attempt, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { sumCells } from '../scma/server.ts';
import { Union } from './messages.ts';
import type { Alignment } from './session.ts';

/** Sends all clients the union of their identifiers; aborts if somebody is missing, or two clients have the same identifier. */
export function* unite(self: Self, { identifiers, sum }: Alignment) {
  const summed = yield* attempt(sumCells(self, sum, 0));
  const cells = summed.kind === 'completed' ? summed.value.cells : [];
  const problem = summed.kind === 'completed' ? problemOf(cells, identifiers) : summed.reason;
  const union = problem === undefined ? cells.map(({ place }) => place[0]) : [];
  yield* phase('decode');
  yield* send(sum.clients, Union, { identifiers: Uint32Array.from(union) });
  if (problem !== undefined) yield* abort(problem);
}

function problemOf(
  found: readonly { readonly place: readonly number[]; readonly count: number }[],
  expected: number,
): string | undefined {
  const twice = found.find(({ count }) => count > 1);
  if (twice !== undefined) return `${twice.count} clients have the identifier ${twice.place[0]}`;
  if (found.length === expected) return undefined;
  return `expected ${expected} identifiers, got ${found.length}`;
}
