/** Differential privacy for authors: exact noise and its shares, what releases cost, an audit from one run. */

export { account, accountCurve, accountDelta, type Account, calibrate } from '../dp/accountant.ts';
export { Coin, Fraction } from '../dp/coin.ts';
export { DiscreteGaussian, type Variance } from '../dp/discrete-gaussian.ts';
export { discreteLaplace } from '../dp/discrete-laplace.ts';
export { exp, log } from '../dp/elementary.ts';
export { composedMultiplier, gaussianDelta, gaussianMultiplier } from '../dp/gaussian.ts';
export { type Noise, noiseOf, type Release } from '../dp/mechanism.ts';
export { guessByScore, oneRunBound, type Guessed, type OneRunBound } from '../dp/one-run.ts';
export { type PrivacyCurve, refutesCurve } from '../dp/one-run-curve.ts';
export { gaussianProbabilities, skellamDivergence, skellamProbabilities } from '../dp/pmf.ts';
export { laplaceShare, type Proportion } from '../dp/polya.ts';
export {
  concentratedEpsilon,
  concentration,
  renyiDivergence,
  renyiEpsilon,
  renyiToEpsilon,
} from '../dp/renyi.ts';
export { FINE_VARIANCE, laplaceShares, noiseComponents, proportionOf, sumTolerance } from '../dp/shares.ts';
export { skellam } from '../dp/skellam.ts';
