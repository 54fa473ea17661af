/** Settings for authors: what several protocols share, quantities with units, and the library that they are written with. */

export {
  clusterParameters,
  coordinateProblem,
  gridProblem,
  inAnnouncedRange,
  largestCoordinate,
  lloydParameters,
  restartsOf,
  subsetsOf,
  startProblems,
} from '../protocol/parameters.ts';
export { bandwidth, duration, probability, rate, size } from '../base/units.ts';
export { z } from 'zod';
