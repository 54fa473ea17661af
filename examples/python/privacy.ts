// What sums give away: a point that is alone in its cluster, at its client.
import * as c from 'cahoots';
import { type Agreed, Sums } from './protocol.ts';

const alone: c.Attack<Agreed, readonly Float64Array[]> = {
  name: 'alone',
  summary: 'takes the sum of a cluster of one point for that point',
  needs: { server: true },
  reads: [Sums],
  guess: ({ agreed: { clusters: k, dimension: d }, members }) =>
    members
      .flatMap(({ received }) => c.messagesOf(received, Sums))
      .flatMap(({ body: { values } }) =>
        Array.from({ length: k }, (_, h) => h)
          .filter((h) => values[k * d + h] === 1)
          .map((h) => values.slice(h * d, (h + 1) * d)),
      ),
  score(claims, truth) {
    const exposed = exposedBy(claims, truth);
    return {
      exposed: exposed / truth.hidden.length,
      measures: { 'points exposed': `${exposed} of ${truth.hidden.length}` },
      meaning: 'points that were alone in a cluster at their client',
    };
  },
  fit: exposedBy,
};

function exposedBy(
  claims: readonly Float64Array[],
  { agreed: { steps }, hidden, points }: c.Truth<Agreed>,
): number {
  const known = new Set(claims.map((claim) => claim.join()));
  return hidden.filter((i) =>
    known.has(
      c
        .row(points, i)
        .map((v) => Math.floor(v * steps))
        .join(),
    ),
  ).length;
}

export const privacy: c.Privacy<Agreed> = {
  attacks: [alone],
  statement: () => 'The server sees sums of points, which hide a point only among others.',
};
