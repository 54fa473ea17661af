/** The second aggregator of MUFC where cells are proven: it sees shares alone, and does not collude with the server. */

import { attempt, bodyIf, type Given, receive, round, type Self } from '../../src/core/kit/index.ts';
import { helpCells } from '../blocks/index.ts';
import { AFTERWARDS, type Agreed } from './agreed.ts';
import { Assist, Finished } from './messages.ts';

/** How many timeouts it waits for an order, and how many more for each removal request. */
const PATIENCE = { first: 16, each: 2 } as const;

/** The helper of MUFC, as a behaviour: it takes part in every sum that the server asks for. */
export function* helper(self: Self, { agreed }: Given<Agreed>) {
  const { secrecy, removals, sizes, timeout } = agreed;
  if (secrecy === undefined) return;
  for (let last = -1; ;) {
    const order = yield* receive([Assist, Finished], {
      from: 'server',
      timeoutNs: (PATIENCE.first + PATIENCE.each * removals.length) * timeout,
      accept: ({ body }) => {
        if (!('number' in body)) return true;
        if (body.number <= last) return 'repeated';
        const known = body.sizes.length === sizes.length && body.sizes.every((size, j) => size <= sizes[j]);
        return (known && body.number <= removals.length + AFTERWARDS) || 'no such sum';
      },
    });
    const asked = order && bodyIf(order, Assist);
    if (asked === undefined) return;
    last = asked.number;
    yield* round(asked.number);
    yield* attempt(helpCells(self, secrecy.sum, asked.number, [...asked.sizes]));
  }
}
