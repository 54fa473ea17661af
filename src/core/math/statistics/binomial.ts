/** The binomial distribution and fair coins. */

import { exp, log } from '../elementary/index.ts';

const logFactorials = [0, 0];

/** ln n! for an integer n of at least 0. */
export function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k++) logFactorials.push(logFactorials[k - 1] + log(k));
  return logFactorials[n];
}

/** The logarithm of the binomial coefficient, for 0 <= k <= n. */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** The probability of k successes in n trials, each of probability p. */
export function binomialMass(n: number, k: number, p: number): number {
  if (p <= 0 || p >= 1) return Number(k === (p <= 0 ? 0 : n));
  return exp(logChoose(n, k) + k * log(p) + (n - k) * log(1 - p));
}

/** The probability of at most k successes in n trials, each of probability p. */
export function binomialAtMost(n: number, k: number, p: number): number {
  let sum = 0;
  for (let i = 0; i <= k; i++) sum += binomialMass(n, i, p);
  return sum;
}

/** The smallest number of successes that is exceeded with a probability of at most 1 - share. */
export function binomialQuantile(n: number, p: number, share: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) {
    sum += binomialMass(n, k, p);
    if (sum >= share) return k;
  }
  return n;
}

/** The two-sided probability that this many fair coins are at least as far from half as this many heads. */
export function coinTail(heads: number, coins: number): number {
  const off = Math.abs(heads - coins / 2);
  let tail = 0;
  for (let k = 0; k <= coins; k++) if (Math.abs(k - coins / 2) >= off) tail += binomialMass(coins, k, 0.5);
  return Math.min(1, tail);
}

/**
 * The smallest advantage, 2p - 1, that a test of this many coins at level 0.01 detects in 8 of 10 cases, to a
 * hundredth; undefined if not even certainty is detected.
 */
export function leastAdvantage(coins: number): number | undefined {
  let critical = 0;
  while (critical <= coins && (critical <= coins / 2 || coinTail(critical, coins) > 0.01)) critical++;
  if (critical > coins) return undefined;
  for (let advantage = 0.01; advantage < 1; advantage += 0.01) {
    let power = 0;
    for (let k = critical; k <= coins; k++) power += binomialMass(coins, k, (1 + advantage) / 2);
    if (power >= 0.8) return advantage;
  }
  return 1;
}
