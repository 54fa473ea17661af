/**
 * A linear classifier that is trained to tell real views from simulated ones by everything at which they
 * differ: ridge regression, each view judged by what was learnt from the others.
 */

import type { Stream } from '../../../core/base/random.ts';
import { square } from '../../../core/math/elementary/index.ts';
import { quadraticTest } from './flips.ts';
import type { Places } from './places.ts';

/** The most places of a group that it is given, evenly spread. */
const MOST = 2000;

/**
 * The p-value of how well views are told apart.
 * @param stream for the ways to call pairs
 */
export function classify(groups: readonly Places[], stream: Stream): number {
  const [{ pairs }] = groups;
  const views = groups.flatMap((group) => standardised(group));
  const size = 2 * pairs;
  const features = views.reduce((sum, [first]) => sum + first.length, 0);
  if (features === 0) return 1;
  // The inner products of all views: their number is small, that of features is not.
  const products = Array.from({ length: size }, () => new Float64Array(size));
  for (const own of views) {
    for (let i = 0; i < size; i++) {
      for (let j = i; j < size; j++) {
        let sum = 0;
        for (let f = 0; f < own[i].length; f++) sum += own[i][f] * own[j][f];
        products[i][j] += sum / features;
        if (j > i) products[j][i] = products[i][j];
      }
    }
  }
  const smoother = smootherOf(products);
  const matrix = Array.from({ length: pairs }, (_, r) =>
    Float64Array.from({ length: pairs }, (__, q) => {
      let sum = 0;
      for (const [i, first] of [
        [2 * r, 1],
        [2 * r + 1, -1],
      ])
        for (const [j, second] of [
          [2 * q, 1],
          [2 * q + 1, -1],
        ])
          if (i !== j) sum += (first * second * smoother[i][j]) / (1 - smoother[i][i]);
      return sum;
    }),
  );
  return quadraticTest(matrix, stream);
}

/** The values of a group, view by view (real, simulated, real, ...), with mean 0 and deviation 1 at each place. */
function standardised({ real, simulated }: Places): Float64Array[][] {
  const views = real.flatMap((own, r) => [own, simulated[r]]);
  const places = real[0]?.length ?? 0;
  const step = Math.max(1, places / MOST);
  const chosen = Array.from({ length: Math.min(places, MOST) }, (_, i) => Math.floor(i * step));
  const result = views.map(() => new Float64Array(chosen.length));
  for (const [to, f] of chosen.entries()) {
    const values = views.map((view) => view[f]).filter((value) => !Number.isNaN(value));
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const spread = Math.sqrt(
      values.reduce((sum, value) => sum + square(value - mean), 0) / Math.max(1, values.length),
    );
    for (const [i, view] of views.entries())
      result[i][to] = spread > 0 && !Number.isNaN(view[f]) ? (view[f] - mean) / spread : 0;
  }
  return [result];
}

/** K (K + c I)^-1, with c the mean of the diagonal of K: how much each label counts in what is fitted for each view. */
function smootherOf(products: readonly Float64Array[]): Float64Array[] {
  const size = products.length;
  const ridge = products.reduce((sum, own, i) => sum + own[i], 0) / size || 1;
  const left = products.map((own, i) => Float64Array.from(own, (value, j) => value + (i === j ? ridge : 0)));
  const inverse = products.map((_, i) => Float64Array.from({ length: size }, (__, j) => (i === j ? 1 : 0)));
  // Positive definite, so no pivots are needed.
  for (let column = 0; column < size; column++) {
    const pivot = left[column][column];
    for (let j = 0; j < size; j++) {
      left[column][j] /= pivot;
      inverse[column][j] /= pivot;
    }
    for (let i = 0; i < size; i++) {
      const factor = left[i][column];
      if (i === column || factor === 0) continue;
      for (let j = 0; j < size; j++) {
        left[i][j] -= factor * left[column][j];
        inverse[i][j] -= factor * inverse[column][j];
      }
    }
  }
  return products.map((own) =>
    Float64Array.from({ length: size }, (_, j) =>
      own.reduce((sum, value, l) => sum + value * inverse[l][j], 0),
    ),
  );
}
