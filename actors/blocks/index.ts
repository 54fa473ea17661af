/** The blocks that protocols are made of, for authors: what our own protocols call, exported as `cahoots/blocks`. */

export * from './alignment/index.ts';
export { type CheckedAgreed, type CheckedOutcome, checkedSum, type OutsideSum } from './checked-sum/index.ts';
export {
  compareLoss,
  iterate,
  iterateToEnd,
  type Iterations,
  iterationOperations,
  lloydIterations,
} from './lloyd-iterations.ts';
export { type CodedSession, codedMasks, lightSecAgg } from './lightsecagg/index.ts';
export * from './noise/index.ts';
export * from './prio3/index.ts';
export * from './scma/index.ts';
export {
  aggregate,
  type AggregationParameters,
  aggregationProblems,
  contribute,
  riskText,
  secureAggregation,
  type Session,
  thresholdOf,
  tooRisky,
  withNeighbours,
} from './secagg/index.ts';
export * from './sums/index.ts';
