/** What the protocol tells every client on purpose: who clusters with whom. */

import { messagesOf } from '../../../src/attack/messages.ts';
import { inertia } from '../../../src/cluster/inertia.ts';
import { type Labels, NO_CLUSTER } from '../../../src/cluster/labels.ts';
import type { Attack } from '../../../src/protocol/attack.ts';
import type { Agreed } from '../agreed.ts';
import { Outcome } from '../messages.ts';

export const assignments: Attack<Agreed, Labels | undefined> = {
  name: 'assignments',
  summary: 'the clusters of all points, which every client is told',
  needs: { clients: 1 },
  reads: [Outcome],
  guess: ({ members }) => members.flatMap(({ received }) => messagesOf(received, Outcome)).at(0)?.body.labels,
  score(labels, { hidden }) {
    const known = labels === undefined ? 0 : hidden.filter((i) => labels[i] !== NO_CLUSTER).length;
    return {
      exposed: known / Math.max(1, hidden.length),
      measures: { 'clusters known': `${known} of ${hidden.length}` },
      meaning: known === 0 ? 'nothing' : "the cluster of each of the others' points, as the protocol intends",
    };
  },
  likeness: (labels, { agreed, points }) =>
    labels === undefined ? 0 : -inertia(points, labels, agreed.clusters),
};
