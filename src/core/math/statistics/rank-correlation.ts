/** Rank correlation (Spearman 1904). */

import { bisectLeft, bisectRight } from 'd3-array';

/** How far two lists of numbers have the same order, in [-1, 1]; 0 if one is constant. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]): readonly number[] => {
    const sorted = values.toSorted((u, v) => u - v);
    // Equal values share the mean of their ranks; the mean of all ranks is (n - 1) / 2.
    return values.map(
      (value) => (bisectLeft(sorted, value) + bisectRight(sorted, value) - values.length) / 2,
    );
  };
  const x = centred(a);
  const y = centred(b);
  const product = (u: readonly number[], v: readonly number[]): number =>
    u.reduce((sum, value, i) => sum + value * v[i], 0);
  const scale = Math.sqrt(product(x, x) * product(y, y));
  return scale === 0 ? 0 : product(x, y) / scale;
}
