/**
 * What releases cost together, to the precision of doubles: the Bromwich integral
 *
 *     delta(eps) = 1/(2 pi i) integral of M(z) e^(-z eps) / (z (z + 1)) dz
 *
 * over a vertical line right of 0, where M is the moment generating function of the privacy loss, the product
 * of those of the releases. With at least one Gaussian the integrand decays like a Gaussian, and the
 * trapezoidal rule on the line through the saddle point converges faster than any power of its step; so many
 * releases are as exact as one.
 */

import { cos, exp, log, pow, sin, square } from '../elementary/index.ts';
import type { Noise, Release } from './mechanism.ts';

/** Errors are e^-36 of the result, about one unit in the last place of a double. */
const DIGITS = 36;
/** With more points of the integrand than this, another method of accounting is faster. */
const MOST_POINTS = 100_000;

/** Whether {@link exactDelta} applies: no sampling, at least one Gaussian, and no release without noise. */
export function isExact(releases: readonly Release[]): boolean {
  if (releases.some(({ sampling = 1 }) => sampling !== 1)) return false;
  const { precision, bounded } = split(releases);
  if (!(precision > 0 && Number.isFinite(precision))) return false;
  // Bounded losses of variance v make the peak sharper than the Gaussian factor.
  const sharp = bounded.reduce((sum, { noise, count }) => sum + count * square(spread(noise)), precision);
  return (DIGITS / Math.PI) * Math.sqrt(sharp / precision) < MOST_POINTS;
}

/** Delta at epsilon >= 0 of all releases together. */
export function exactDelta(releases: readonly Release[], epsilon: number): number {
  const { precision, bounded } = split(releases);
  const height = (x: number): number =>
    (precision * x * (1 + x)) / 2 - x * epsilon - log(x) - log(1 + x) + logMoments(bounded, x);
  const line = lowest(height);
  const curvature = (height(1.01 * line) - 2 * height(line) + height(0.99 * line)) / square(0.01 * line);
  const step = Math.min(
    Math.PI * Math.sqrt(2 / (curvature * DIGITS)),
    // Limited by the distance to the pole at 0.
    (2 * Math.PI * line) / (DIGITS + (line * line * curvature) / 2),
  );
  const reach = Math.sqrt((2 * DIGITS) / precision);
  const turns = bounded.map((part) => turn(part, line));
  let sum = 0;
  for (let n = 0; n * step <= reach; n++) {
    const y = n * step;
    const fade = exp((-precision * y * y) / 2);
    const angle = (precision * (1 + 2 * line) * y) / 2 - y * epsilon;
    let [real, imaginary] = [cos(angle), sin(angle)];
    for (const ratio of turns) {
      const [a, b] = ratio(y);
      [real, imaginary] = [real * a - imaginary * b, real * b + imaginary * a];
    }
    // Divided by z (z + 1), relative to its value on the real axis.
    const a = line * (line + 1) - y * y;
    const b = y * (2 * line + 1);
    sum += ((n === 0 ? 0.5 : 1) * fade * (real * a + imaginary * b)) / (a * a + b * b);
  }
  const peak = exp(height(line) + log(line) + log(1 + line));
  const bare = 1 - bounded.reduce((product, { noise, count }) => product * pow(total(noise), count), 1);
  return Math.min(1, Math.max(0, (peak * sum * step) / Math.PI) + Math.max(0, bare));
}

/** Releases whose losses are bounded. */
interface Bounded {
  readonly noise: Exclude<Noise, { kind: 'gaussian' }>;
  readonly count: number;
}

/** Merges all Gaussians into one, of variance 1/precision. */
function split(releases: readonly Release[]): { precision: number; bounded: Bounded[] } {
  let precision = 0;
  const bounded: Bounded[] = [];
  for (const { noise, count = 1 } of releases) {
    if (noise.kind === 'gaussian') precision += count / square(noise.multiplier);
    else bounded.push({ noise, count });
  }
  return { precision, bounded };
}

function spread(noise: Bounded['noise']): number {
  if (noise.kind === 'laplace') return 1 / noise.scale;
  return noise.losses.reduce((most, loss) => Math.max(most, Math.abs(loss)), 0);
}

function total(noise: Bounded['noise']): number {
  return noise.kind === 'laplace' ? 1 : noise.masses.reduce((sum, mass) => sum + mass, 0);
}

function logMoments(bounded: readonly Bounded[], x: number): number {
  return bounded.reduce((sum, { noise, count }) => {
    if (noise.kind === 'laplace') {
      return sum + count * (x / noise.scale + log(laplaceFactor(x, 0, noise.scale)[0]));
    }
    const most = noise.losses.at(-1) ?? 0;
    const moment = noise.losses.reduce((all, loss, i) => all + noise.masses[i] * exp(x * (loss - most)), 0);
    return sum + count * (x * most + log(moment));
  }, 0);
}

/** M(z) e^(-z/b) = (z + 1 + z e^(-(2z + 1)/b)) / (2z + 1) of a Laplace release. */
function laplaceFactor(x: number, y: number, b: number): readonly [number, number] {
  const size = exp(-(2 * x + 1) / b);
  const angle = (-2 * y) / b;
  const [cosine, sine] = [cos(angle), sin(angle)];
  const real = x + 1 + size * (x * cosine - y * sine);
  const imaginary = y + size * (x * sine + y * cosine);
  const [a, c] = [2 * x + 1, 2 * y];
  const divisor = a * a + c * c;
  return [(real * a + imaginary * c) / divisor, (imaginary * a - real * c) / divisor];
}

/** M(x + iy)/M(x) as a function of y, to the power of the count. */
function turn({ noise, count }: Bounded, x: number): (y: number) => readonly [number, number] {
  if (noise.kind === 'laplace') {
    const [base] = laplaceFactor(x, 0, noise.scale);
    return (y) => {
      const [a, b] = laplaceFactor(x, y, noise.scale);
      const [cosine, sine] = [cos(y / noise.scale), sin(y / noise.scale)];
      return power([(a * cosine - b * sine) / base, (a * sine + b * cosine) / base], count);
    };
  }
  const most = noise.losses.at(-1) ?? 0;
  const weights = noise.losses.map((loss, i) => noise.masses[i] * exp(x * (loss - most)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return (y) => {
    let real = 0;
    let imaginary = 0;
    noise.losses.forEach((loss, i) => {
      real += weights[i] * cos(y * loss);
      imaginary += weights[i] * sin(y * loss);
    });
    return power([real / whole, imaginary / whole], count);
  };
}

function power([real, imaginary]: readonly [number, number], count: number): readonly [number, number] {
  let [a, b] = [real, imaginary];
  let [c, d] = [1, 0];
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) [c, d] = [c * a - d * b, c * b + d * a];
    [a, b] = [a * a - b * b, 2 * a * b];
  }
  return [c, d];
}

/**
 * The argument at which a convex function of x > 0 that is infinite at 0 is lowest: any point near it serves
 * as well.
 */
function lowest(of: (x: number) => number): number {
  let at = 1;
  while (of(2 * at) < of(at)) at *= 2;
  while (of(at / 2) < of(at)) at /= 2;
  let [low, high] = [at / 2, at * 2];
  for (let i = 0; i < 12; i++) {
    const [a, b] = [low + (high - low) * 0.45, low + (high - low) * 0.55];
    if (of(a) < of(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
