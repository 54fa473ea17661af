/** Centralised clustering for authors: labels, Lloyd, seeding, losses; and the reference that exact protocols must equal. */

export { accuracy } from '../math/cluster/accuracy.ts';
export { assignToCentres, centresOf } from '../math/cluster/centres.ts';
export { topEigenvectors } from '../math/cluster/eigenvectors.ts';
export { farthestFirst } from '../math/cluster/farthest-first.ts';
export { inertia } from '../math/cluster/inertia.ts';
export { clusterSizes, type Labels, NO_CLUSTER, sameLabels, spreadLabels } from '../base/labels.ts';
export { integerDistances, lloyd, lloydStep } from '../math/cluster/lloyd.ts';
export { projectToSingularVectors } from '../math/cluster/projection.ts';
export { nearestClusters, type ScaledDistances, separateClusters } from '../math/cluster/scaled-distances.ts';
export { drawCentres, type DrawnCentres, kMeansPlusPlus } from '../math/cluster/seeding.ts';
export { separateFromCentres } from '../math/cluster/separation.ts';
export { separationRatio } from '../math/cluster/separation-ratio.ts';
export { dissolveSmall } from '../math/cluster/small-clusters.ts';
export { squaredDistance } from '../math/cluster/squared-distance.ts';
export { takeFarthest, takeFarthestPoints } from '../math/cluster/farthest-points.ts';
export { exactLoss, isLess, type Loss, lossOf } from '../math/cluster/loss.ts';
export { type EmptyRule, lloydHistory } from '../protocol/reference.ts';
export { startsOf } from '../protocol/start.ts';
