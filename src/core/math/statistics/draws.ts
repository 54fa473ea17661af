/** Draws from continuous distributions, made of uniform ones. */

import type { Draws } from '../../base/random.ts';
import { log, log1p } from '../elementary/index.ts';

/** Normal draws, by the polar method (Marsaglia and Bray 1964), which gives two at once. */
export function normalDraws(stream: Draws, mean = 0, deviation = 1): () => number {
  let other: number | undefined;
  let square = 0;
  return () => {
    let drawn = other;
    other = undefined;
    while (drawn === undefined) {
      const x = stream.uniform() * 2 - 1;
      const y = stream.uniform() * 2 - 1;
      square = x * x + y * y;
      if (square > 0 && square <= 1) [drawn, other] = [y, x];
    }
    return mean + deviation * drawn * Math.sqrt((-2 * log(square)) / square);
  };
}

/** Exponential draws of this mean, by the inverse of the distribution function. */
export function exponentialDraws(stream: Draws, mean: number): () => number {
  const rate = 1 / mean;
  return () => -log1p(-stream.uniform()) / rate;
}

/** Gamma draws with scale 1, by squeezed rejection (Marsaglia and Tsang 2000), for a shape of at least 1. */
export function gammaDraws(stream: Draws, shape: number): () => number {
  const normal = normalDraws(stream);
  const d = shape - 1 / 3;
  const c = 1 / (3 * Math.sqrt(d));
  return () => {
    for (;;) {
      const x = normal();
      const root = 1 + c * x;
      if (root <= 0) continue;
      const v = root * root * root;
      const u = 1 - stream.uniform();
      if (u < 1 - 0.0331 * x * x * x * x || log(u) < 0.5 * x * x + d * (1 - v + log(v))) return d * v;
    }
  };
}
