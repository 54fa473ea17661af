/**
 * Privacy losses of many releases, sampled or not, as one distribution on a grid (Koskela, Jalko and Honkela
 * 2020): an upper bound, never below the true cost. Distributions are convolved by the Fourier transform
 * within a window outside of which, by Chernoff's bound, almost nothing lies; what does lie there counts as
 * not hidden.
 */

import { exp, expm1, log, log2, powerOfTwo } from '../elementary/index.ts';
import { invert, multiply, raise, type Spectrum, transform } from './fft.ts';
import { type Direction, type LossGrid, lossGrid } from './loss-grid.ts';
import type { Release } from './mechanism.ts';

/** The probability of losses outside the window, on either side. */
const OUTSIDE = 1e-16;
/**
 * Relative rounding error of the transform, per level and factor: such errors add up like random ones, so
 * more slowly than this.
 */
const ROUNDING = 2 ** -53;
const MOST_POINTS = 2 ** 22;

interface Component {
  readonly grid: LossGrid;
  readonly count: number;
}

/** The losses of a composition. */
export class LossDistribution {
  readonly #step: number;
  readonly #first: number;
  readonly #masses: Float64Array;
  readonly #beyond: number;

  private constructor(step: number, first: number, masses: Float64Array, beyond: number) {
    this.#step = step;
    this.#first = first;
    this.#masses = masses;
    this.#beyond = beyond;
  }

  /** @param interval the desired step of the grid; a coarser one is used if the window would be too wide */
  static of(releases: readonly Release[], direction: Direction, interval: number): LossDistribution {
    const parts = releases.map(({ noise, count = 1, sampling = 1 }) => ({
      grid: lossGrid(noise, sampling, direction, interval),
      count,
    }));
    const [low, high] = window(parts, interval);
    const first = Math.floor(low / interval);
    const size = powerOfTwo(Math.ceil(log2(Math.ceil(high / interval) + 1 - first)));
    if (size > MOST_POINTS) return LossDistribution.of(releases, direction, 2 * interval);
    const masses = convolve(parts, first, size);
    // At least the probability that any of them lies beyond its grid.
    const beyond = parts.reduce((sum, { grid, count }) => sum + grid.beyond * count, 0);
    const factors = parts.reduce((sum, { count }) => sum + count, 0);
    const lost = OUTSIDE + ROUNDING * factors * log2(size);
    return new LossDistribution(interval, first, masses, Math.min(1, beyond) + lost);
  }

  /** The step of the grid. */
  get interval(): number {
    return this.#step;
  }

  /** Delta at epsilon: the sum of (1 - e^(eps - loss)) over the losses above epsilon. */
  delta(epsilon: number): number {
    let sum = 0;
    const from = Math.max(0, Math.ceil(epsilon / this.#step) - this.#first);
    for (let i = this.#masses.length - 1; i >= from; i--) {
      const above = (this.#first + i) * this.#step - epsilon;
      if (above > 0) sum += this.#masses[i] * -expm1(-above);
    }
    return Math.min(1, sum + this.#beyond);
  }

  /** The smallest epsilon >= 0 at this delta; infinite if there is none. */
  epsilon(delta: number): number {
    if (this.#beyond >= delta) return Number.POSITIVE_INFINITY;
    let mass = this.#beyond;
    // The mass above a point, discounted by e^(point - loss); delta at that point is the mass minus this.
    let discounted = 0;
    for (let i = this.#masses.length - 1; i >= 0; i--) {
      const loss = (this.#first + i) * this.#step;
      if (mass - discounted > delta) return Math.max(0, loss + log((mass - delta) / discounted));
      if (loss <= 0) return 0;
      mass += this.#masses[i];
      discounted = (discounted + this.#masses[i]) * exp(-this.#step);
    }
    return 0;
  }
}

function convolve(parts: readonly Component[], first: number, size: number): Float64Array {
  let all: Spectrum | undefined;
  // The loss of the first entry, before the ring is rotated into the window.
  let offset = 0;
  for (const { grid, count } of parts) {
    const ring = new Float64Array(size);
    for (let i = 0; i < grid.masses.length; i++) ring[i % size] += grid.masses[i];
    const spectrum = transform(ring);
    raise(spectrum, count);
    offset += grid.first * count;
    if (all === undefined) all = spectrum;
    else multiply(all, spectrum);
  }
  const ring = all === undefined ? new Float64Array(size) : invert(all);
  const turn = (((first - offset) % size) + size) % size;
  const masses = new Float64Array(size);
  for (let i = 0; i < size; i++) masses[i] = Math.max(0, ring[(i + turn) % size]);
  return masses;
}

/** The interval that contains all but {@link OUTSIDE} of the sum of all losses. */
function window(parts: readonly Component[], step: number): readonly [number, number] {
  let low = 0;
  let high = 0;
  for (const { grid, count } of parts) {
    low += count * grid.first * step;
    high += count * (grid.first + grid.masses.length - 1) * step;
  }
  for (let t = 2 ** -8; t <= 2 ** 10; t *= 2) {
    high = Math.min(high, (logMoments(parts, step, t) - log(OUTSIDE)) / t);
    low = Math.max(low, -(logMoments(parts, step, -t) - log(OUTSIDE)) / t);
  }
  return [low, high];
}

/** The logarithm of E e^(t loss), of all releases together. */
function logMoments(parts: readonly Component[], step: number, t: number): number {
  return parts.reduce((sum, { grid: { first, masses }, count }) => {
    const start = t > 0 ? masses.length - 1 : 0;
    const towards = t > 0 ? -1 : 1;
    const factor = exp(-Math.abs(t) * step);
    let scale = 1;
    let moment = 0;
    for (let n = 0; n < masses.length; n++, scale *= factor) moment += masses[start + towards * n] * scale;
    return sum + count * (t * (first + start) * step + log(moment));
  }, 0);
}
