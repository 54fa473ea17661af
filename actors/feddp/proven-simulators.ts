/**
 * What one of the two aggregators of FedDP-KMeans learns where sums are proven (Davis, Patton, Rosulek and Schoppmann 2023): the helper nothing,
 * as shares of one aggregator are uniform and proofs tell nothing; the server, and clients with it, the sums of the others
 * with the helper's noise. Clients prove that they contribute nothing, and what the functionality gives is added to the helper's
 * share of the sum.
 */

import { blankShard, programmed, withInput, withOutput, withReceived } from '../../src/core/kit/attack.ts';
import { type GivenStandIn, type Self, simulator } from '../../src/core/kit/index.ts';
import { Accepted } from '../blocks/prio3/messages.ts';
import { aggregateShares, shard } from '../blocks/prio3/tasks.ts';
import type { Agreed } from './agreed.ts';
import { client } from './client.ts';
import { helper } from './helper.ts';
import { server } from './server.ts';
import { NOTHING_TOLD, Sums, type Told, whatIsTold } from './simulators.ts';

interface Aggregated {
  /** The sum of the honest ones among these clients, with the helper's noise. */
  aggregated(stage: number, parties: readonly number[], told: Told): Float64Array;
}

/** What clients of a simulation were told, for its helper. */
const told = new WeakMap<object, Told>();

export const serverOfProofs = simulator<Agreed, Aggregated>({
  functionality: (real) => new Sums(real),
  standIns: {
    client: (self, given) =>
      silentClient(self, given, (news) => told.set(given, { ...(told.get(given) ?? NOTHING_TOLD), ...news })),
    helper(self, given) {
      const { agreed, functionality } = given;
      let stage = 0;
      let parties: readonly number[] = [];
      return programmed(
        helper(self, { agreed }),
        withReceived(Accepted, (body) => {
          stage = body.aggregation;
          parties = [...body.parties];
          return body;
        }),
        withOutput(aggregateShares, ({ shares }) => {
          const noise = functionality.aggregated(stage, parties, told.get(given) ?? NOTHING_TOLD);
          return aggregateShares.run({ shares, noise });
        }),
      );
    },
  },
});

export const helperAlone = simulator<Agreed, object>({
  functionality: () => ({}),
  standIns: {
    client: (self, given) => silentClient(self, given, () => {}),
    server: (self, { agreed }) => server(self, { agreed }),
  },
});

/** A client that contributes nothing. */
function silentClient(
  self: Self,
  { agreed, population }: GivenStandIn<Agreed>,
  takeDown: (news: Partial<Told>) => void,
) {
  const blank = { agreed, shard: blankShard(population, self.index), identifiers: new Uint32Array() };
  return programmed(
    client(self, blank),
    ...whatIsTold(takeDown),
    withInput(shard, (input) => ({ ...input, values: new Float64Array(input.values.length) })),
  );
}
