/**
 * What the server learns from what Theorem 1 calls "only the distances": all points up to an isometry, per segment if
 * there are several.
 */

import type { Attack } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, Distances } from '../messages.ts';
import { meanDistanceError, type Placed, scoreParts, segmentParts, wholePart } from './placed-segments.ts';

export const geometry: Attack<Agreed, Placed> = {
  name: 'geometry',
  summary: 'places every point up to an isometry, from the assignments and the distances to the centres',
  needs: { server: true },
  inapplicable: unseen,
  reads: [Assignment, Distances],
  guess: wholePart,
  score: scoreParts,
  fit: (placed, candidate) => -meanDistanceError(placed, candidate),
};

export const segments: Attack<Agreed, Placed> = {
  ...geometry,
  name: 'segments',
  summary: 'the same for each segment separately, which takes fewer centres',
  inapplicable: (agreed) => (agreed.code.l === 1 ? 'points are not cut into segments' : unseen(agreed)),
  guess: segmentParts,
};

/** Why the server sees no distances; undefined if it does. */
export function unseen({ disclosure }: Agreed): string | undefined {
  return disclosure === 'order' ? 'the server is sent comparisons and no distances' : undefined;
}
