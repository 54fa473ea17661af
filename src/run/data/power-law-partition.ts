/**
 * Clients of very different sizes, as in Li et al. (2020), "Federated optimization in heterogeneous networks"
 * (FedProx), section 5.1, where "the number of samples per device follows a power law". The paper gives no
 * exponent; here it is that of Zipf's law: the j-th largest client holds a share proportional to j^-exponent.
 */

import { pow } from '../../core/math/elementary/index.ts';

/**
 * How many of the points each client holds, largest first: one each, and the rest by the power law, with what
 * rounding leaves going to the largest fractions. Needs a point for every client; exponent 0 makes all sizes
 * equal to within one.
 */
export function powerLawSizes(points: number, clients: number, exponent: number): number[] {
  const weights = Array.from({ length: clients }, (_, j) => pow(j + 1, -exponent));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight / total) * (points - clients));
  const sizes = exact.map((size) => 1 + Math.floor(size));
  const missing = points - sizes.reduce((sum, size) => sum + size, 0);
  const byFraction = [...exact.keys()].toSorted((a, b) => (exact[b] % 1) - (exact[a] % 1));
  for (const j of byFraction.slice(0, missing)) sizes[j]++;
  return sizes.toSorted((a, b) => b - a);
}
