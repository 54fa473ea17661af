/**
 * An upper limit on how private a mechanism is, from one run of it (Steinke, Nasr and Jagielski 2023): half
 * of many canaries are inserted at random, an auditor guesses which, and if the mechanism is (epsilon,
 * delta)-DP, this many correct guesses are unlikely.
 */

import { CahootsError } from '../../base/errors.ts';
import { binomialMass } from '../statistics/binomial.ts';
import { exp } from '../elementary/index.ts';

export interface Guessed {
  /** m: each was inserted or left out by a fair coin. */
  readonly canaries: number;
  /** r: for how many the auditor committed to a guess. */
  readonly guesses: number;
  /** v: how many of these were correct. */
  readonly correct: number;
}

/** What one run shows. */
export interface OneRunBound {
  /** With this confidence, epsilon is at least this; 0 shows nothing. */
  readonly epsilon: number;
  readonly confidence: number;
}

/** The largest epsilon for which this many correct guesses have a probability of at most 1 - confidence. */
export function oneRunBound(guessed: Guessed, delta: number, confidence = 0.95): OneRunBound {
  checkGuessed(guessed, confidence);
  const refuted = (epsilon: number): boolean => likelihood(guessed, epsilon, delta) < 1 - confidence;
  if (!refuted(0)) return { epsilon: 0, confidence };
  let low = 0;
  let high = 1;
  while (refuted(high)) [low, high] = [high, 2 * high];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (refuted(middle)) low = middle;
    else high = middle;
  }
  return { epsilon: low, confidence };
}

/** Whether this many correct guesses have a probability below 1 - confidence under (epsilon, delta)-DP. */
export function refutesPair(
  guessed: Guessed,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
  confidence: number,
): boolean {
  checkGuessed(guessed, confidence);
  return likelihood(guessed, epsilon, delta) < 1 - confidence;
}

/**
 * Refuses counts of guesses that cannot be judged.
 * @throws CahootsError for an impossible number of guesses or confidence
 */
export function checkGuessed({ canaries, guesses, correct }: Guessed, confidence: number): void {
  const whole = [canaries, guesses, correct].every((n) => Number.isInteger(n) && n >= 0);
  if (!(whole && correct <= guesses && guesses <= canaries)) {
    const got = `${correct} of ${guesses} of ${canaries}`;
    throw new CahootsError(
      'bad-input',
      `expected no more right guesses than guesses than canaries, got ${got}`,
    );
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new CahootsError('bad-input', `expected a confidence between 0 and 1, got ${confidence}`);
  }
}

/** An upper bound on the probability of this many correct guesses under (epsilon, delta)-DP (Theorem 5.2). */
function likelihood({ canaries, guesses, correct }: Guessed, epsilon: number, delta: number): number {
  const right = 1 / (1 + exp(-epsilon));
  const masses = Array.from({ length: guesses + 1 }, (_, k) => binomialMass(guesses, k, right));
  let least = 0;
  for (let k = correct; k <= guesses; k++) least += masses[k];
  let worst = 0;
  let sum = 0;
  for (let i = 1; i <= correct; i++) {
    sum += masses[correct - i];
    worst = Math.max(worst, sum / i);
  }
  return Math.min(1, least + 2 * canaries * delta * worst);
}

/**
 * Which canaries an auditor guesses to be in and which out: those with the highest scores, and those with the
 * lowest.
 */
export function guessByScore(scores: ArrayLike<number>, guesses: number): { in: number[]; out: number[] } {
  const order = Array.from({ length: scores.length }, (_, i) => i).toSorted((a, b) => scores[b] - scores[a]);
  const half = Math.floor(Math.min(guesses, scores.length) / 2);
  return { in: order.slice(0, half), out: order.slice(order.length - half) };
}
