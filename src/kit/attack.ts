/** The mathematics of attacks for authors: messages out of views, combinations of shares, places from distances, statistics. */

export { align, spannedDimension } from '../attack/alignment.ts';
export { type Comparison, fitComparisons, metricPlaces } from '../attack/comparisons.ts';
export { affineRank, type Observation, place, type Placement } from '../attack/geometry.ts';
export { KnownPoints } from '../attack/known-points.ts';
export { type Judge, fitOfMembers, scoreMembership } from '../attack/membership.ts';
export { messagesOf, oncePerView, unsealedMessagesOf } from '../attack/messages.ts';
export { leakedSymbols, type Learned, noiseSolver, solvedForSegments } from '../attack/shares.ts';
export { fewestWithMean } from '../attack/small-clusters.ts';
export { rehearse } from '../attack/rehearse.ts';
export { pearson, rankCorrelation, uniformity } from '../attack/statistics.ts';
export { anchored } from '../attack/anchoring.ts';
export { grade, type Grade, gradeMeasures, type Guessed } from '../attack/grade.ts';
export { LinearSums } from '../attack/linear-sums.ts';
export { determinedBy, type Determined } from '../attack/summed-points.ts';
