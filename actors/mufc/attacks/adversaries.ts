/** Servers of MUFC that lie in secure sums, and clients that lie about their cells. */

import { type Amendment, programmed, withInput } from '../../../src/core/kit/attack.ts';
import { type Adversary, type Given, type GivenShard, role, type Self } from '../../../src/core/kit/index.ts';
import { shard } from '../../blocks/prio3/tasks.ts';
import type { Cell } from '../../blocks/scma/grid.ts';
import { encodeCells, flatCells } from '../../blocks/scma/tasks.ts';
import { isolating, leavingOut, splitView } from '../../blocks/secagg/lying-server.ts';
import type { Agreed } from '../agreed.ts';
import { client } from '../client.ts';
import { server } from '../server.ts';

export const adversaries: readonly Adversary<Agreed>[] = [
  {
    name: 'split-view',
    summary: 'a server that tells half of the clients that another one dropped out of the sum',
    roles: {
      server: role({
        parties: 'one',
        play: (self: Self, given: Given<Agreed>) => splitView(server(self, given)),
      }),
    },
  },
  {
    name: 'leaving-out',
    summary: 'a server that leaves one more client out of every sum',
    roles: {
      server: role({
        parties: 'one',
        play: (self: Self, given: Given<Agreed>) => leavingOut(server(self, given)),
      }),
    },
  },
  {
    name: 'isolating',
    summary:
      'a server that sums the first client with the last ones only, no more than open a sum: its own, if they are Sybils',
    roles: {
      server: role({
        parties: 'one',
        play: (self: Self, given: Given<Agreed>) =>
          isolating(server(self, given), given.agreed.secrecy?.sum.aggregation.threshold ?? 2),
      }),
    },
  },
  {
    name: 'moved-counts',
    summary:
      "a client that takes points of others out of the cell of its largest cluster, into the grid's last cell",
    roles: {
      client: role({
        parties: 'many',
        play: (self: Self<never>, given: GivenShard<Agreed>) =>
          programmed(client(self, given), ...movedCounts(given.agreed)),
      }),
    },
  },
];

/** Counts that add up to what the client has, as the server checks, but one of them is negative. */
function movedCounts({ dimension, secrecy, points }: Agreed): readonly Amendment[] {
  const levels = secrecy?.grid.levels ?? 1;
  const moved = Math.ceil(points / 20);
  const forged = (cells: readonly Cell[]): readonly Cell[] => {
    const largest = cells.toSorted((a, b) => b.count - a.count)[0];
    if (largest === undefined) return cells;
    return [
      { ...largest, count: -moved },
      { place: Array<number>(dimension).fill(levels - 1), count: largest.count + moved },
      ...cells.filter((cell) => cell !== largest),
    ];
  };
  return [
    withInput(encodeCells, (input) => ({ ...input, cells: forged(input.cells) })),
    withInput(shard, (input) => ({
      ...input,
      values: flatCells(forged(cellsIn(input.values, dimension)), dimension),
    })),
  ];
}

function cellsIn(values: Float64Array, dimension: number): readonly Cell[] {
  const each = 1 + dimension;
  return Array.from({ length: values.length / each }, (_, i) => {
    const [count, ...place] = values.subarray(i * each, (i + 1) * each);
    return { count, place };
  });
}
