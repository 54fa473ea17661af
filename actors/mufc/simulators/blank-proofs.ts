/** Clients that prove cells without meaning: all of their points in the first cell of the grid. */

import { type Amendment, withInput } from '../../../src/core/kit/attack.ts';
import { shard } from '../../blocks/prio3/tasks.ts';
import type { Cell } from '../../blocks/scma/grid.ts';
import { flatCells } from '../../blocks/scma/tasks.ts';
import type { Agreed } from '../agreed.ts';

/** So many points in the first cell of the grid. */
export function blankCells({ dimension }: Agreed, points: number): readonly Cell[] {
  return points === 0 ? [] : [{ place: Array<number>(dimension).fill(0), count: points }];
}

/** What a client proves instead of its cells. */
export function withBlankProofs(agreed: Agreed): readonly Amendment[] {
  return [
    withInput(shard, (input) => ({
      ...input,
      values: flatCells(blankCells(agreed, input.units), agreed.dimension),
    })),
  ];
}
