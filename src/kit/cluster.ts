/** Centralised clustering for authors: labels, Lloyd, seeding, losses; and the reference that exact protocols must equal. */

export { accuracy } from '../cluster/accuracy.ts';
export { assignToCentres, centresOf } from '../cluster/centres.ts';
export { topEigenvectors } from '../cluster/eigenvectors.ts';
export { farthestFirst } from '../cluster/farthest-first.ts';
export { inertia } from '../cluster/inertia.ts';
export { clusterSizes, type Labels, NO_CLUSTER, sameLabels, spreadLabels } from '../cluster/labels.ts';
export { integerDistances, lloyd, lloydStep } from '../cluster/lloyd.ts';
export { projectToSingularVectors } from '../cluster/projection.ts';
export { nearestClusters, type ScaledDistances, separateClusters } from '../cluster/scaled-distances.ts';
export { drawCentres, type DrawnCentres, kMeansPlusPlus } from '../cluster/seeding.ts';
export { separateFromCentres } from '../cluster/separation.ts';
export { separationRatio } from '../cluster/separation-ratio.ts';
export { dissolveSmall } from '../cluster/small-clusters.ts';
export { squaredDistance } from '../cluster/squared-distance.ts';
export { takeFarthest, takeFarthestPoints } from '../cluster/farthest-points.ts';
export { exactLoss, isLess, type Loss, lossOf } from '../cluster/loss.ts';
export { type EmptyRule, lloydHistory } from '../protocol/reference.ts';
export { startsOf } from '../protocol/start.ts';
