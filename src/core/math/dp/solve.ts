/** The argument at which a decreasing function reaches a value. */

import { log } from '../elementary/index.ts';

/**
 * The smallest x >= 0, within `precision`, at which delta(x) is at most `target`; infinite if no x up to
 * 10,000 is. Logarithms of deltas are nearly linear, so secants within a bracket converge in a few steps; the
 * result is always a point that was evaluated and is low enough.
 */
export function whereFallsTo(delta: (x: number) => number, target: number, precision = 1e-12): number {
  const excess = (x: number): number => log(Math.max(1e-300, delta(x))) - log(target);
  let low = 0;
  let above = excess(0);
  if (above <= 0) return 0;
  let high = 1;
  let below = excess(high);
  while (below > 0) {
    if (high > 10_000) return Number.POSITIVE_INFINITY;
    [low, above] = [high, below];
    high *= 2;
    below = excess(high);
  }
  let side = 0;
  for (let i = 0; i < 200 && high - low > precision * Math.max(1, high); i++) {
    // Occasionally bisect, in case the secant converges slowly.
    const secant = (low * below - high * above) / (below - above);
    const middle = i % 4 === 3 || !(secant > low && secant < high) ? (low + high) / 2 : secant;
    const value = excess(middle);
    if (value > 0) {
      [low, above] = [middle, value];
      if (side === 1) below /= 2;
      side = 1;
    } else {
      [high, below] = [middle, Math.min(value, -1e-300)];
      if (side === -1) above /= 2;
      side = -1;
    }
  }
  return high;
}
