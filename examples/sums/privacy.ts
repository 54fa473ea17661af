// An attack on the protocol in protocol.ts. A client reveals exact sums: if one of its points changed clusters
// between two rounds, the difference of the sums is that point.
import * as c from 'cahoots';
import { determinedBy } from 'cahoots/attack';
import { type Agreed, Sums, sums } from './protocol.ts';

interface Exposed extends c.Claim {
  readonly client: string;
}

const singleMover: c.Attack<Agreed, readonly Exposed[]> = {
  name: 'single-mover',
  summary: 'takes differences of sums between rounds for points',
  needs: { server: true },
  reads: [Sums],
  // Everything that the coalition knows: no attack is ever shown the points themselves.
  guess({ agreed: { clients, clusters: k, dimension: d, minimum, maximum }, members }) {
    const messages = members.flatMap(({ received }) => c.messagesOf(received, Sums));
    const inRange = (x: Float64Array): boolean => x.every((v, i) => v >= minimum[i] && v <= maximum[i]);
    return clients.flatMap((client) => {
      const rounds = messages
        .filter(({ from }) => from === client)
        .map(({ body: { values } }) => ({
          sums: { rows: k, columns: d, values: values.subarray(0, k * d) },
          sizes: values.slice(k * d),
        }));
      return c.claimsFrom(rounds, inRange).map((claim) => ({ client, ...claim }));
    });
  },
  score(claims, { points, hidden }) {
    const known = new c.KnownPoints(points);
    const right = claims.map(({ point }) => known.rowsOf(point)).filter((rows) => rows.length > 0);
    const exposed = new Set(right.flat()).size;
    return {
      exposed: exposed / hidden.length,
      measures: {
        'points exposed': `${exposed} of ${hidden.length}`,
        'wrong claims': claims.length - right.length,
      },
      meaning:
        exposed === 0 ? 'no point' : `${exposed} points as they are, each from a difference of two sums`,
    };
  },
  fit: (claims, { points }) => {
    const known = new c.KnownPoints(points);
    return claims.filter(({ point }) => known.rowsOf(point).length > 0).length;
  },
};

// The same by linear algebra: every sum is an equation in the points of one client, and whatever all of them together
// determine is known, whether it ever moved alone or not (Yang, Luo and Li 2025).
const linear: c.Attack<Agreed, readonly Float64Array[]> = {
  name: 'linear',
  summary: 'solves the sums of all rounds for points',
  needs: { server: true },
  reads: [Sums],
  guess({ agreed: { clients, clusters: k, dimension: d }, members }) {
    const messages = members.flatMap(({ received }) => c.messagesOf(received, Sums));
    return clients.flatMap((client) => {
      const rounds = messages
        .filter(({ from }) => from === client)
        .map(({ body: { values, labels } }) => ({
          labels: labels.values,
          sums: {
            sums: { rows: k, columns: d, values: values.subarray(0, k * d) },
            sizes: values.slice(k * d),
          },
        }));
      return determinedBy(rounds).flatMap(({ points, sum }) => (points.length === 1 ? [sum] : []));
    });
  },
  score(claims, { points, hidden }) {
    const known = new c.KnownPoints(points);
    const right = claims.map((point) => known.rowsOf(point)).filter((rows) => rows.length > 0);
    const exposed = new Set(right.flat()).size;
    return {
      exposed: exposed / hidden.length,
      measures: {
        'points exposed': `${exposed} of ${hidden.length}`,
        'wrong claims': claims.length - right.length,
      },
      meaning: exposed === 0 ? 'no point' : `${exposed} points as they are, from all sums together`,
    };
  },
  fit: (claims, { points }) => {
    const known = new c.KnownPoints(points);
    return claims.filter((point) => known.rowsOf(point).length > 0).length;
  },
};

export const attacked: typeof sums = {
  ...sums,
  privacy: {
    attacks: [singleMover, linear],
    statement: () =>
      'Sums hide a point only among others: in a cluster of one, or a round with one mover, they are it.',
  },
};
