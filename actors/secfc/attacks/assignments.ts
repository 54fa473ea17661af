/** What the protocol sends every client by design, in every iteration: the cluster of every point. */

import { inertia, type Labels, NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import type { Attack, View } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, OutcomeMessage } from '../messages.ts';
import { Cohort } from '../cohort.ts';

interface Told {
  /** Labels of all points, as last announced; points that take no part are in no cluster. */
  readonly labels: Labels;
  /** The points that take part. */
  readonly rows: Uint32Array;
  readonly rounds: number;
}

export const assignments: Attack<Agreed, Told | undefined> = {
  name: 'assignments',
  summary: 'the clusters of all points, which every client is sent in every round',
  needs: { clients: 1 },
  intended: true,
  reads: [Assignment, OutcomeMessage],
  guess: told,
  score(found, { hidden }) {
    if (found === undefined)
      return {
        exposed: 0,
        measures: { 'clusters known': 'none announced' },
        meaning: 'no clusters were announced yet',
      };
    const taking = new Set(found.rows);
    const others = hidden.filter((i) => taking.has(i));
    const known = others.filter((i) => found.labels[i] !== NO_CLUSTER).length;
    return {
      exposed: known / Math.max(1, others.length),
      measures: { 'clusters known': `${known} of ${others.length}`, 'rounds told': found.rounds },
      meaning: "the cluster of each of the others' points that take part, as the protocol intends",
    };
  },
  fit: (found, { agreed, points }) =>
    found === undefined ? 0 : -inertia(points, found.labels, agreed.clusters),
};

/** The outcome if it arrived, otherwise the last round: an equivocating or failing server may never send an outcome. */
function told({ agreed, members }: View<Agreed>): Told | undefined {
  const observed = members
    .filter(({ shard }) => shard !== undefined)
    .flatMap(({ received }) => [
      ...messagesOf(received, Assignment),
      ...messagesOf(received, OutcomeMessage),
    ]);
  const fitting = observed.filter(
    ({ body }) =>
      body.labels.values.length === new Cohort(agreed, body.missing).points && body.labels.values.length > 0,
  );
  const last = fitting.toSorted((a, b) => a.timeNs - b.timeNs).at(-1);
  if (last === undefined) return undefined;
  const cohort = new Cohort(agreed, last.body.missing);
  const rounds = new Set(fitting.flatMap(({ body }) => ('round' in body ? body.round : []))).size;
  return { labels: cohort.spread(last.body.labels.values), rows: cohort.places(), rounds };
}
