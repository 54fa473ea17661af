/** What the server of centralised Lloyd knows: the baseline for all protections. */

import { quantise } from '../../src/core/kit/field.ts';
import { messagesOf } from '../../src/core/kit/attack.ts';
import { type Attack, type Privacy, row, type Truth, type View } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { Points } from './messages.ts';
import { ownClusters, pointsSent } from './simulators.ts';

/** The rows that were received, by their place. */
type Received = ReadonlyMap<number, Float64Array>;

const received: Attack<Agreed, Received> = {
  name: 'points',
  summary: 'reads the points that clients send',
  needs: { server: true },
  reads: [Points],
  guess: read,
  score(known, truth) {
    const right = truth.hidden.filter((i) => isPoint(known, truth, i)).length;
    return {
      exposed: right / Math.max(1, truth.hidden.length),
      measures: { 'points known': `${right} of ${truth.hidden.length}` },
      meaning: 'every point that arrived, as it is',
    };
  },
  fit: (known, candidate) => candidate.hidden.filter((i) => isPoint(known, candidate, i)).length,
};

function read({ agreed, members }: View<Agreed>): Received {
  const { clients, sizes, dimension } = agreed;
  const first = sizes.map((_, j) => sizes.slice(0, j).reduce((sum, size) => sum + size, 0));
  const messages = members.flatMap((member) => messagesOf(member.received, Points));
  return new Map(
    messages.flatMap(({ from, body: { values } }) => {
      const owner = clients.indexOf(from);
      return Array.from({ length: values.length / dimension }, (_, i): [number, Float64Array] => [
        first[owner] + i,
        values.subarray(i * dimension, (i + 1) * dimension),
      ]);
    }),
  );
}

/** Compares on the grid if points are sent as its integers. */
function isPoint(known: Received, { agreed: { scale }, points }: Truth<Agreed>, i: number): boolean {
  const point = row(points, i);
  const sent = known.get(i);
  return point.every((value, c) => sent?.[c] === (scale === undefined ? value : quantise(value, scale)));
}

export const privacy: Privacy<Agreed> = {
  attacks: [received],
  claims: ({ clients }) => [
    {
      says: 'the server learns the points that it is sent, and nothing else',
      coalition: { server: 1 },
      attacks: [],
      simulator: pointsSent,
    },
    // A client by itself has no others.
    ...(clients.length < 2
      ? []
      : [
          {
            says: "clients learn the clusters of their own points, and nothing of the others' points",
            coalition: { client: clients.length - 1 },
            attacks: [],
            simulator: ownClusters,
          },
        ]),
  ],
  statement: () => 'Centralised Lloyd keeps nothing from the server, and everything from the other clients.',
};
