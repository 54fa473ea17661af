/**
 * Clients of equal size with different mixes of classes, as in Hsu, Qi and Brown (2019), "Measuring the
 * effects of non-identical data distribution for federated visual classification", section 2: client j draws
 * q_j ~ Dirichlet(alpha p), where p are the shares of the classes in all data, and then its points' classes
 * from q_j.
 */

import { exp, log } from '../../core/math/elementary/index.ts';
import { gammaDraws } from '../../core/math/statistics/draws.ts';
import type { Stream } from '../../core/base/random.ts';

/**
 * The rows of each client, ascending, from the rows of each class; sizes differ by at most one. Points are
 * drawn without replacement: a class that has run out is no longer drawn, so the last clients take what is
 * left.
 */
export function partitionByDirichlet(
  classes: readonly Uint32Array[],
  concentration: number,
  clients: number,
  stream: Stream,
): Uint32Array[] {
  const rows = classes.reduce((sum, { length }) => sum + length, 0);
  const left = classes.map((own) => [...stream.shuffle(own.slice())]);
  return Array.from({ length: clients }, (_, client) => {
    const logs = classes.map((own) => logGamma((concentration * own.length) / rows, stream));
    let shares = sharesOf(logs, left);
    const held = Array.from({ length: Math.ceil((rows - client) / clients) }, () => {
      const drawn = left[pick(shares, stream.uniform())];
      const row = drawn.pop() as number;
      if (drawn.length === 0) shares = sharesOf(logs, left);
      return row;
    });
    return Uint32Array.from(held).toSorted();
  });
}

/**
 * The logarithm of a Gamma(shape, 1) variate; several of them, normalised, are a Dirichlet variate. For a
 * small shape the variate itself would underflow; Gamma(a) is Gamma(a + 1) U^(1/a).
 */
function logGamma(shape: number, stream: Stream): number {
  const larger = gammaDraws(stream, shape + 1)();
  return log(larger) + log(1 - stream.uniform()) / shape;
}

/** The shares of the classes that have points left, up to a common factor that makes the largest 1. */
function sharesOf(logs: readonly number[], left: readonly (readonly number[])[]): number[] {
  const known = logs.map((own, h) => (left[h].length === 0 ? -Infinity : own));
  const largest = known.reduce((a, b) => Math.max(a, b));
  return known.map((own) => exp(own - largest));
}

/** The class at a point of the unit interval, which is divided in proportion to the shares. */
function pick(shares: readonly number[], at: number): number {
  let rest = at * shares.reduce((sum, share) => sum + share, 0);
  const found = shares.findIndex((share) => (rest -= share) < 0);
  // Rounding may leave a gap after the last share.
  return found >= 0 ? found : shares.findLastIndex((share) => share > 0);
}
