/**
 * Renyi divergences of releases (Mironov 2017) and their conversion to (epsilon, delta): an upper bound that
 * simply adds up over releases, which the accountant must stay below. Sampled Gaussians are integrated at any order, fractional
 * ones too.
 */

import { CahootsError } from '../../src/core/base/errors.ts';
import { exp, expm1, log, log1p, square } from '../../src/core/math/elementary/index.ts';
import type { Noise, Release } from '../../src/core/math/dp/mechanism.ts';

/** The orders that are usually tried. */
export const ORDERS: readonly number[] = [
  ...Array.from({ length: 99 }, (_, i) => (11 + i) / 10),
  ...Array.from({ length: 53 }, (_, i) => 11 + i),
  128,
  256,
  512,
  1024,
];

/**
 * The divergence of this order, above 1, of all releases together, with the point against without; if they
 * are sampled, the larger direction.
 * @throws CahootsError for Laplace noise under sampling, for which no closed form is known
 */
export function renyiDivergence(releases: readonly Release[], order: number): number {
  return releases.reduce(
    (sum, { noise, count = 1, sampling = 1 }) => sum + count * divergence(noise, sampling, order),
    0,
  );
}

function divergence(noise: Noise, sampling: number, order: number): number {
  switch (noise.kind) {
    case 'gaussian':
      if (sampling === 1) return order / (2 * square(noise.multiplier));
      return sampledGaussian(noise.multiplier, sampling, order);
    case 'laplace':
      if (sampling === 1) return laplace(noise.scale, order);
      throw unknown('expected Gaussian noise where clients are sampled, got Laplace');
    case 'atoms': {
      const hidden = noise.masses.reduce((sum, mass) => sum + mass, 0);
      if (hidden < 1 - 1e-9) return Number.POSITIVE_INFINITY;
      const terms = noise.losses.map((loss, i) => {
        const ratio = sampling === 1 ? loss : log1p(sampling * expm1(loss));
        return log(noise.masses[i]) - loss + order * ratio;
      });
      return logSum(terms) / (order - 1);
    }
  }
}

/** ln(a/(2a-1) e^((a-1)/b) + (a-1)/(2a-1) e^(-a/b)) / (a-1) (Mironov 2017, Table II). */
function laplace(b: number, a: number): number {
  const far = log(a / (2 * a - 1)) + (a - 1) / b;
  const near = log((a - 1) / (2 * a - 1)) - a / b;
  return logSum([far, near]) / (a - 1);
}

/**
 * ln E (1 + u)^a / (a - 1) over the world without the point, where u = q (e^loss - 1) has mean 0: the
 * trapezoidal rule, which converges faster than any power of its step. 1 + a u is subtracted, so that no
 * precision is lost if the expectation is close to 1.
 */
function sampledGaussian(z: number, q: number, a: number): number {
  // The observation x in units of the noise; at high orders a world shifted by a/z has the most weight.
  const far = a / z + 40;
  const step = 1 / 32;
  const logs: number[] = [];
  let excess = 0;
  for (let x = -40; x <= far; x += step) {
    const loss = x / z - 1 / (2 * z * z);
    const weight = -0.5 * x * x - 0.5 * log(2 * Math.PI) + log(step);
    const ratio = loss < 600 ? log1p(q * expm1(loss)) : loss + log(q);
    logs.push(weight + a * ratio);
    if (weight > -700 && loss < 600 && a * ratio < 600) {
      excess += exp(weight) * (expm1(a * ratio) - a * q * expm1(loss));
    }
  }
  const whole = logSum(logs);
  return (whole < 0.5 ? log1p(excess) : whole) / (a - 1);
}

function logSum(terms: readonly number[]): number {
  const most = terms.reduce((largest, term) => Math.max(largest, term), Number.NEGATIVE_INFINITY);
  return most + log(terms.reduce((sum, term) => sum + exp(term - most), 0));
}

/** Epsilon from one divergence (Canonne, Kamath and Steinke 2020, Proposition 12). */
export function renyiToEpsilon(order: number, divergenceOfOrder: number, delta: number): number {
  if (delta * delta + expm1(-divergenceOfOrder) > 0) return 0;
  return Math.max(0, divergenceOfOrder + log1p(-1 / order) - log(delta * order) / (order - 1));
}

/** Epsilon by the best of these orders. */
export function renyiEpsilon(releases: readonly Release[], delta: number, orders = ORDERS): number {
  return orders.reduce(
    (least, order) => Math.min(least, renyiToEpsilon(order, renyiDivergence(releases, order), delta)),
    Number.POSITIVE_INFINITY,
  );
}

/**
 * Rho of zero-concentrated differential privacy (Bun and Steinke 2016), pure epsilon counted as eps/2
 * tanh(eps/2).
 */
export function concentration(releases: readonly Release[]): number {
  return releases.reduce((sum, { noise, count = 1, sampling = 1 }) => {
    if (sampling !== 1) throw unknown('expected none that is sampled, got one');
    if (noise.kind === 'gaussian') return sum + count / (2 * square(noise.multiplier));
    const pure = noise.kind === 'laplace' ? 1 / noise.scale : (noise.losses.at(-1) ?? 0);
    const e = exp(-pure);
    return sum + (count * (pure / 2) * (1 - e)) / (1 + e);
  }, 0);
}

/** rho + 2 sqrt(rho ln(1/delta)). */
export function concentratedEpsilon(rho: number, delta: number): number {
  return rho + 2 * Math.sqrt(-rho * log(delta));
}

function unknown(message: string): CahootsError {
  return new CahootsError('bad-input', message, { path: 'releases' });
}
