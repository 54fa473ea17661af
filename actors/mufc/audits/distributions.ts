/**
 * Whether results after unlearning are distributed as those of a run that never had the points: the server's centres,
 * and every single client's contribution, which shows more, as every client is a sample.
 */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import { audit, type Matrix, type Observed, row } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Summary } from '../messages.ts';
import { namedRows, unnamed, without } from './worlds.ts';

const claim = (): string => 'unlearning points is clustering without them';

export const unlearning = audit<Agreed, never>({
  kind: 'distributions',
  name: 'unlearning',
  summary: 'whether centres after requests are distributed as those of data without the points',
  runs: 400,
  inapplicable: (agreed) =>
    unnamed(agreed) ??
    (agreed.secrecy !== undefined && agreed.representatives === 'points'
      ? 'centres of drawn points are never the same twice: set representatives: middles, or secrecy: none'
      : undefined),
  claim,
  category: centresText,
  world: () => ({}),
  against: (setup) => without(setup, namedRows(setup)),
});

/** The centres in a canonical order, whatever their labels. */
function centresText({ outcome }: Observed<Agreed>): string {
  if (outcome?.kind !== 'clustered' || outcome.centres === undefined) return 'none';
  return rowsText(outcome.centres);
}

function rowsText(centres: Matrix, sizes?: Float64Array): string {
  const texts = Array.from({ length: centres.rows }, (_, h) =>
    [...row(centres, h), ...(sizes === undefined ? [] : [sizes[h]])].map((x) => x.toFixed(6)).join(),
  );
  return texts.toSorted().join(' ');
}

/**
 * Clients draw independently, so a run gives as many samples as there are clients. Clients with the same points have
 * the same distribution, so it does not matter whose a sample is.
 */
export const contributions = audit<Agreed, never>({
  kind: 'distributions',
  name: 'contributions',
  summary: 'whether what clients last gave the server is distributed as it would be without the points',
  runs: 400,
  watches: () => ['server'],
  inapplicable: (agreed) =>
    unnamed(agreed) ??
    (agreed.secrecy === undefined ? undefined : 'what single clients give is secret: set secrecy: none'),
  claim,
  category({ view }) {
    const { clients, dimension } = view.agreed;
    const [server] = view.members;
    const last = new Map(messagesOf(server.received, Summary).map(({ from, body }) => [from, body] as const));
    return clients.map((client) => {
      const body = last.get(client);
      if (body === undefined) return 'nothing';
      const { centres, sizes } = body;
      // An empty cluster counts as none.
      const there = [...sizes.keys()].filter((h) => sizes[h] > 0);
      const values = Float64Array.from(
        there.flatMap((h) => [...centres.subarray(h * dimension, (h + 1) * dimension)]),
      );
      const own = Float64Array.from(there, (h) => sizes[h]);
      return rowsText({ rows: own.length, columns: dimension, values }, own);
    });
  },
  world: () => ({}),
  against: (setup) => without(setup, namedRows(setup)),
});
