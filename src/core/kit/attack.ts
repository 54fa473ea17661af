/**
 * The mathematics of attacks for authors: extracting messages from views, combinations of shares, positions
 * from distances, statistics.
 */

export { align, spannedDimension } from '../math/leakage/alignment.ts';
export { type Comparison, fitComparisons, metricPlaces } from '../math/leakage/comparisons.ts';
export { affineRank, type Observation, place, type Placement } from '../math/leakage/geometry.ts';
export { KnownPoints } from '../math/leakage/known-points.ts';
export { type Judge, fitOfMembers, scoreMembership } from '../protocol/attacks/membership.ts';
export { messagesOf, oncePerView, unsealedMessagesOf } from '../protocol/attacks/messages.ts';
export { leakedSymbols, type Learned, noiseSolver, solvedForSegments } from '../math/leakage/shares.ts';
export { fewestWithMean } from '../math/leakage/small-clusters.ts';
export {
  type Amendment,
  blankShard,
  programmed,
  withInput,
  withOutput,
  withReceived,
  withSent,
} from '../protocol/attacks/stand-ins.ts';
export { clientsIn, type HoldingClient, randomIn, startIn } from '../protocol/attacks/real-inputs.ts';
export { rehearse } from '../protocol/attacks/rehearse.ts';
export { pearson, uniformity } from '../math/statistics/chi-square.ts';
export { rankCorrelation } from '../math/statistics/rank-correlation.ts';
export { anchored } from '../math/leakage/anchoring.ts';
export { grade, type Grade, gradeMeasures, type Guessed, KNOWN_WITHIN } from '../protocol/attacks/grade.ts';
export { LinearSums } from '../math/leakage/linear-sums.ts';
export { determinedBy, type Determined } from '../math/leakage/summed-points.ts';
