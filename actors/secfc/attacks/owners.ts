/** Who holds which point, although identifiers were aligned privately to hide it (section 6). */

import type { Attack, View } from '../../../src/core/kit/index.ts';
import { openedCells } from '../../blocks/index.ts';
import { Regroup } from '../../blocks/scma/messages.ts';
import { READ_TO_OPEN } from '../../blocks/sums/messages.ts';
import type { Agreed } from '../agreed.ts';

/** The number of the client that holds each identifier that was opened. */
type Owners = ReadonlyMap<number, number>;

export const owners: Attack<Agreed, Owners> = {
  name: 'owners',
  summary: 'which identifiers belong to whom, from parts of the sum that aligned them',
  needs: { server: true },
  inapplicable({ alignment, publish }) {
    if (alignment === undefined) return 'who holds what is agreed on';
    return publish === undefined ? undefined : 'who holds what is published';
  },
  reads: [...READ_TO_OPEN, Regroup],
  guess({ agreed: { alignment }, members }: View<Agreed>): Owners {
    if (alignment === undefined) return new Map();
    const alone = openedCells(members, alignment.sum).filter(({ clients }) => clients.length === 1);
    return new Map(
      alone.flatMap(({ clients: [client], cells }) => cells.map(({ place }) => [place[0], client])),
    );
  },
  score(found, { hidden, owners: truth }) {
    const right = hidden.filter((i) => found.get(i) === truth[i]).length;
    return {
      exposed: right / Math.max(1, hidden.length),
      measures: { 'owners known': `${right} of ${hidden.length}` },
      meaning:
        right === 0
          ? 'nobody can be told from the others in the sum'
          : `the owner of ${right} points is known`,
    };
  },
};
