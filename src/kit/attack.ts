/**
 * The mathematics of attacks for authors: extracting messages from views, combinations of shares, positions
 * from distances, statistics.
 */

export { align, spannedDimension } from '../lab/attack/alignment.ts';
export { type Comparison, fitComparisons, metricPlaces } from '../lab/attack/comparisons.ts';
export { affineRank, type Observation, place, type Placement } from '../lab/attack/geometry.ts';
export { KnownPoints } from '../lab/attack/known-points.ts';
export { type Judge, fitOfMembers, scoreMembership } from '../lab/attack/membership.ts';
export { messagesOf, oncePerView, unsealedMessagesOf } from '../lab/attack/messages.ts';
export { leakedSymbols, type Learned, noiseSolver, solvedForSegments } from '../lab/attack/shares.ts';
export { fewestWithMean } from '../lab/attack/small-clusters.ts';
export { rehearse } from '../lab/attack/rehearse.ts';
export { pearson, rankCorrelation, uniformity } from '../lab/attack/statistics.ts';
export { anchored } from '../lab/attack/anchoring.ts';
export { grade, type Grade, gradeMeasures, type Guessed } from '../lab/attack/grade.ts';
export { LinearSums } from '../lab/attack/linear-sums.ts';
export { determinedBy, type Determined } from '../lab/attack/summed-points.ts';
