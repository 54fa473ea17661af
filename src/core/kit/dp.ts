/** Differential privacy for authors: exact noise and its shares, what releases cost, an audit from one run. */

export { account, accountCurve, accountDelta, type Account, calibrate } from '../math/dp/accountant.ts';
export { Coin, Fraction } from '../math/dp/coin.ts';
export { DiscreteGaussian, type Variance } from '../math/dp/discrete-gaussian.ts';
export { discreteLaplace } from '../math/dp/discrete-laplace.ts';
export { composedMultiplier, gaussianDelta, gaussianMultiplier } from '../math/dp/gaussian.ts';
export { type Noise, noiseOf, type Release } from '../math/dp/mechanism.ts';
export { guessByScore, oneRunBound, type Guessed, type OneRunBound } from '../math/dp/one-run.ts';
export { type PrivacyCurve, refutesCurve } from '../math/dp/one-run-curve.ts';
export { laplaceShare, type Proportion } from '../math/dp/polya.ts';
export { FINE_VARIANCE, laplaceShares, noiseComponents, proportionOf } from '../math/dp/shares.ts';
