/** The server's half of private alignment, called with `yield*` from any protocol's server. */

import type { Self } from '../../../src/sim/actor.ts';
import { type Behaviour, phase, send } from '../../../src/sim/effects.ts';
import { sumCells } from '../scma/server.ts';
import { Union } from './messages.ts';
import type { Alignment } from './session.ts';

/**
 * Tells all clients which identifiers there are.
 * @returns why there is no alignment: somebody is missing, or two clients have one identifier; undefined when there is
 */
export function* unite(self: Self, { identifiers, sum }: Alignment): Behaviour<string | undefined> {
  const result = yield* sumCells(self, sum, 0);
  const found = 'failure' in result ? [] : result.cells;
  const failure = 'failure' in result ? result.failure : problemOf(found, identifiers);
  const union = failure === undefined ? found.map(({ place }) => place[0]) : [];
  yield* phase('decode');
  yield* send(sum.clients, Union, { identifiers: Uint32Array.from(union) });
  return failure;
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
