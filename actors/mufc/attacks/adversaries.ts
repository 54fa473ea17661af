/** Servers of MUFC that lie in secure sums. */

import { type Adversary, type Given, role, type Self } from '../../../src/core/kit/index.ts';
import { isolating, leavingOut, splitView } from '../../blocks/secagg/lying-server.ts';
import type { Agreed } from '../agreed.ts';
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
];
