/**
 * Sums with noise that no party knows: every client adds a share of it under the masks, too few shares open nothing,
 * and surplus noise is removed again. Or, for comparison, with noise that the server adds, or with none.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { secureSums } from '../sums/index.ts';
import { noiseParameters } from './agreement.ts';
import { cost } from './cost.ts';
import { enoughShares } from './invariants.ts';
import { Clear, Rebuild, Seed, SeedShares, Surplus } from './messages.ts';
import { rebuildSeeds } from './rebuild.ts';
import { addCentralNoise, addNoise, removeNoise } from './tasks.ts';

export {
  besidesTime,
  componentsOf,
  hidingPart,
  honestMinimum,
  maskParameters,
  type NoiseParameters,
  noiseParameters,
  noiseProblems,
  type NoisyRange,
  type NoisySum,
  presentPart,
  sessionOf,
  smallestPart,
} from './agreement.ts';
export { provenProblems } from './provable.ts';
export { modulusBits, noisySumOf } from './noisy-sum.ts';
export { contributeNoisily } from './client.ts';
export { addUpCosts } from './cost.ts';
export {
  calibratedMultiplier,
  FINE_DEVIATION,
  gaussianRelease,
  isFine,
  laplaceRelease,
  noiseReach,
  type Release,
} from './releases.ts';
export {
  abortAfter,
  claimOf,
  deltaFigure,
  enoughNoise,
  epsilonAgreed,
  epsilonAgreedFigure,
  epsilonFigure,
  epsilonOf,
  epsilonProvidedFigure,
  type NoisyAborted,
  type NoisyOutcome,
  type ReleasedStage,
} from './spent.ts';
export { addNoise, drawOperations } from './tasks.ts';
export { helpWithProofs, type ReleasedProvenSum, sumWithProofs } from './proven.ts';
export { type ReleasedSum, sumNoisily } from './server.ts';

export const noisySums = subprotocol({
  name: 'noise',
  summary: 'sums with differentially private noise, added in shares or all at once',
  settings: noiseParameters,
  uses: [secureSums],
  messages: [Clear, Surplus, Seed, Rebuild, SeedShares],
  tasks: [addNoise, removeNoise, rebuildSeeds, addCentralNoise],
  cost,
  invariants: [enoughShares],
});
