/** Whether a point was in the data, judged from revealed centres and the distances to them (section 7). */

import { type Labels, sameLabels, squaredDistance } from '../../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../../src/core/kit/field.ts';
import {
  fitOfMembers,
  type Judge,
  messagesOf,
  scoreMembership,
  unsealedMessagesOf,
} from '../../../src/core/kit/attack.ts';
import type { Attack, Matrix, View } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { centresFrom } from '../iteration/decode.ts';
import { Assignment, CentreShares, Distances, OutcomeMessage } from '../messages.ts';
import { Cohort } from '../cohort.ts';
import { seenRounds, wholeDistances } from './distances.ts';

export const membership: Attack<Agreed, Judge> = {
  name: 'membership',
  summary:
    'whether a candidate was in the data, from the revealed centres and the distances of all points to them',
  needs: { server: true, heldOut: true },
  inapplicable: ({ reveal }) => (reveal ? undefined : 'the centres are not revealed'),
  reads: [Assignment, Distances, OutcomeMessage, CentreShares],
  guess: judgeFrom,
  score: scoreMembership,
  fit: fitOfMembers,
};

/** A member has exactly the distances seen for one of the points; without distances, nearness to a centre decides. */
function judgeFrom(view: View<Agreed>): Judge {
  const { scale, clusters } = view.agreed;
  const centres = revealedCentres(view);
  if (centres === undefined) return (points) => Array.from({ length: points.rows }, () => 0);
  const final = finalLabels(view);
  const seen = seenRounds(view)
    .map(wholeDistances)
    .findLast(({ labels }) => final !== undefined && sameLabels(labels, final.all));
  return (points) => {
    const integers = quantiseMatrix(points, scale);
    return Array.from({ length: points.rows }, (_, candidate) => {
      const own = Array.from({ length: clusters }, (__, h) =>
        squaredDistance(integers, candidate, centres, h),
      );
      const nearest = Math.min(...own.filter((value) => !Number.isNaN(value)));
      if (seen === undefined) return -nearest;
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < seen.labels.length; i++) {
        let worst = 0;
        for (let h = 0; h < clusters && worst < best; h++) {
          if (Number.isNaN(own[h])) continue;
          worst = Math.max(worst, Math.abs(own[h] - seen.distances.values[i * clusters + h]));
        }
        // Points that take no part have NaN here, which never compares as smaller.
        if (worst < best) best = worst;
      }
      return -best;
    });
  };
}

/** Labels of the points that take part, and spread over all points. */
function finalLabels({ agreed, members }: View<Agreed>): { own: Labels; all: Labels } | undefined {
  const outcome = members.flatMap(({ sent }) => messagesOf(sent, OutcomeMessage)).at(0)?.body;
  if (outcome === undefined) return undefined;
  const own = outcome.labels.values;
  return { own, all: new Cohort(agreed, outcome.missing).spread(own) };
}

/** In units of the quantisation step; undefined if too few clients revealed their shares. */
function revealedCentres(view: View<Agreed>): Matrix | undefined {
  const { agreed, members } = view;
  const { clients, code } = agreed;
  const labels = finalLabels(view)?.own;
  const answers = members
    .filter(({ name }) => name === 'server')
    .flatMap(({ received }) => unsealedMessagesOf(received, CentreShares))
    .map(({ from, body }) => ({ party: clients.indexOf(from), values: body.values }))
    .slice(0, code.l + code.t);
  if (labels === undefined || answers.length < code.l + code.t) return undefined;
  return centresFrom({ ...agreed, answers, labels, scale: 1 });
}
