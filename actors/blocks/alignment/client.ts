/** A client's half of private alignment, called with `yield*` from any protocol's client. */

import { abort, receive, type Self, silent } from '../../../src/core/kit/index.ts';
import { contributeCells } from '../scma/client.ts';
import { Union } from './messages.ts';
import type { Alignment } from './session.ts';

/**
 * @param identifiers of this client's points, all distinct
 * @returns the union of all clients' identifiers, ascending; aborts if they cannot be aligned
 */
export function* align(self: Self, { identifiers: all, universe, sum }: Alignment, identifiers: Uint32Array) {
  const cells = Array.from(identifiers, (identifier) => ({ place: [identifier], count: 1 }));
  yield* contributeCells(self, sum, 0, cells);
  const received = yield* receive(Union, {
    from: 'server',
    timeoutNs: 2 * sum.timeoutNs,
    accept: ({ body: { identifiers: union } }) => {
      const sound = union.every((one, i) => one < universe && (i === 0 || one > union[i - 1]));
      return (sound && (union.length === all || union.length === 0)) || 'wrong identifiers';
    },
  });
  if (received === undefined) return yield* silent('server');
  const union = received.body.identifiers;
  if (union.length === 0) return yield* abort('the identifiers cannot be aligned');
  const known = new Set(union);
  return identifiers.every((identifier) => known.has(identifier))
    ? union
    : yield* abort('an identifier of this client is missing');
}
