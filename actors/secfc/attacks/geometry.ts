/**
 * What the server learns from what Theorem 1 calls "only the distances": all points up to an isometry, per segment
 * where there are several.
 */

import type { Attack } from '../../../src/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, Distances } from '../messages.ts';
import { meanDistanceError, type Placed, scoreParts, segmentParts, wholePart } from './parts.ts';

export const geometry: Attack<Agreed, Placed> = {
  name: 'geometry',
  summary: 'places every point up to an isometry, from the assignments and the distances to the centres',
  needs: { server: true },
  unfit: unseen,
  reads: [Assignment, Distances],
  guess: wholePart,
  score: scoreParts,
  likeness: (placed, candidate) => -meanDistanceError(placed, candidate),
};

export const segments: Attack<Agreed, Placed> = {
  ...geometry,
  name: 'segments',
  summary: 'the same for each segment on its own, which takes fewer centres',
  unfit: (agreed) => (agreed.code.l === 1 ? 'points are not cut into segments' : unseen(agreed)),
  guess: segmentParts,
};

export function unseen({ distances }: Agreed): string | undefined {
  return distances === 'order' ? 'the server is sent comparisons and no distances' : undefined;
}
