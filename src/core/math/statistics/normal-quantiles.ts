/** Quantiles of the standard normal distribution. */

/** Of 0.975: 95 % of the values are nearer to 0. */
export const NORMAL_975 = 1.959963984540054;

/** Of 0.8. */
export const NORMAL_80 = 0.8416212335729143;
