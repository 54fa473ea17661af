/**
 * A server that steers: it chooses assignments instead of deriving them from distances. With clusters of one point,
 * or of as few as clients accept, every round shows the distances of all points to k new centres, and d/l + 1 centres
 * determine all positions.
 */

import { NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import {
  attempt,
  type Clustered,
  finish,
  type GivenStart,
  type Adversary,
  phase,
  role,
  round,
  type Self,
  send,
} from '../../../src/core/kit/index.ts';
import { selectParticipants } from '../sharing/select-participants.ts';
import type { Agreed } from '../agreed.ts';
import { OutcomeMessage } from '../messages.ts';
import { askDistances } from '../iteration/answers.ts';

export const steering: Adversary<Agreed> = {
  name: 'steering',
  summary: 'a server that assigns as few points to a cluster as clients accept, different ones every round',
  roles: { server: role({ parties: 'one', starts: true, play: steeringServer }) },
};

function* steeringServer(self: Self, { agreed, start }: GivenStart<Agreed>) {
  const { clients, width, clusters, minimumCluster, maxIterations } = agreed;
  yield* phase('share');
  const selection = yield* selectParticipants(agreed);
  const { points, missing } = selection.cohort;

  yield* phase('iterate');
  const order = self.random.stream('anchors').shuffle(Uint32Array.from({ length: points }, (_, i) => i));
  const rounds = Math.min(maxIterations, Math.ceil((width + 1) / clusters));
  for (let number = 1; number <= rounds; number++) {
    yield* round(number);
    const labels = new Uint16Array(points).fill(NO_CLUSTER);
    const first = (number - 1) * clusters * minimumCluster;
    for (let at = 0; at < clusters * minimumCluster; at++) {
      labels[order[(first + at) % points]] = at % clusters;
    }
    yield* attempt(askDistances({ self, agreed, ...selection }, number, labels));
  }

  yield* phase('reveal');
  const labels = selection.cohort.select(start);
  yield* send(clients, OutcomeMessage, { missing, labels: { clusters, values: labels }, reveal: false });
  const pretended: Clustered = {
    kind: 'clustered',
    labels: start,
    history: [start],
    iterations: rounds,
    converged: false,
  };
  yield* finish(pretended);
}
