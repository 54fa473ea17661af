/** The blocks that protocols are made of, for authors: what our own protocols call, exported as `cahoots/blocks`. */

export * from './alignment/index.ts';
export {
  compareLoss,
  iterate,
  iterateToEnd,
  type Iterations,
  iterationOperations,
  lloydIterations,
} from './lloyd-iterations.ts';
export * from './noise/index.ts';
export * from './scma/index.ts';
export * from './secagg/index.ts';
