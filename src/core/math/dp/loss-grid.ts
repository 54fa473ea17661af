/**
 * The privacy loss of one release on a grid, rounded so that it never looks smaller than it is: mass between
 * two grid points is split over both so that its probabilities with and without the data point are preserved
 * (Doroshenko et al. 2022, connecting the dots). Every delta of the discretised loss is at least the true
 * one, and equal at grid points.
 */

import { exp, expm1, log, log1p } from '../elementary/index.ts';
import { type ContinuousNoise, lossRange, type Masses, massesBetween, type Noise } from './mechanism.ts';

export interface LossGrid {
  /** The loss of the first mass, in steps. */
  readonly first: number;
  readonly masses: Float64Array;
  /** The probability of a loss beyond the grid, taken as infinite. */
  readonly beyond: number;
}

/** Which world is observed: the one with the point, or the one without. */
export type Direction = 'remove' | 'add';

type Atoms = Extract<Noise, { readonly kind: 'atoms' }>;

/** The largest probability that is cut off at either end of a loss. */
const TAIL = 1e-20;
const FARTHEST = 1e4;

/** @param step between grid points */
export function lossGrid(noise: Noise, sampling: number, direction: Direction, step: number): LossGrid {
  return noise.kind === 'atoms'
    ? atomGrid(noise, sampling, direction, step)
    : continuousGrid(noise, sampling, direction, step);
}

function continuousGrid(
  noise: ContinuousNoise,
  sampling: number,
  direction: Direction,
  step: number,
): LossGrid {
  const masses = sampledMasses(noise, sampling, direction);
  const [lowest, highest] = sampledRange(noise, sampling, direction);
  const low = Math.max(lowest, -tail((x) => masses(Number.NEGATIVE_INFINITY, -x).present));
  const high = Math.min(
    highest,
    tail((x) => masses(x, Number.POSITIVE_INFINITY).present),
  );
  // One more on either side, in case the ends are rounded.
  const first = Math.floor(low / step) - 1;
  const count = Math.ceil(high / step) + 2 - first;
  const spread = new Float64Array(count);
  // What is cut off below may count as a loss at the lowest grid point.
  spread[0] = masses(Number.NEGATIVE_INFINITY, first * step).present;
  for (let i = 1; i < count; i++) {
    const from = (first + i - 1) * step;
    connect(spread, i, from, step, masses(from, (first + i) * step));
  }
  const beyond = masses((first + count - 1) * step, Number.POSITIVE_INFINITY).present;
  return { first, masses: spread, beyond };
}

function atomGrid(noise: Atoms, sampling: number, direction: Direction, step: number): LossGrid {
  const atoms = noise.losses.map((loss, i) => {
    const present = noise.masses[i];
    const absent = present * exp(-loss);
    const mixed = (1 - sampling) * absent + sampling * present;
    const moved = sampling === 1 ? loss : log1p(sampling * expm1(loss));
    return direction === 'remove' || sampling === 1
      ? { loss: moved, masses: { present: mixed, absent } }
      : { loss: -moved, masses: { present: absent, absent: mixed } };
  });
  const cells = atoms.map(({ loss }) => Math.ceil(loss / step));
  const first = cells.reduce((least, cell) => Math.min(least, cell), 0) - 1;
  const last = cells.reduce((most, cell) => Math.max(most, cell), 0);
  const spread = new Float64Array(last - first + 1);
  atoms.forEach(({ masses }, i) => connect(spread, cells[i] - first, (cells[i] - 1) * step, step, masses));
  // The mass that no noise hides.
  const beyond = Math.max(0, 1 - noise.masses.reduce((sum, mass) => sum + mass, 0));
  return { first, masses: spread, beyond: direction === 'remove' || sampling === 1 ? beyond : 0 };
}

/** Splits losses in (from, from + step] over the points `at - 1` and `at`, preserving both probabilities. */
function connect(spread: Float64Array, at: number, from: number, step: number, masses: Masses): void {
  const { present, absent } = masses;
  if (present <= 0) return;
  const upper = (present - absent * exp(from)) / -expm1(-step);
  const clamped = Math.min(present, Math.max(0, upper));
  spread[at - 1] += present - clamped;
  spread[at] += clamped;
}

/** The smallest x, by doubling and bisection, beyond which at most {@link TAIL} is left. */
function tail(beyond: (x: number) => number): number {
  let high = 1;
  while (high < FARTHEST && beyond(high) > TAIL) high *= 2;
  let low = 0;
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (beyond(middle) > TAIL) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * With a sampled point, the distribution is the base with probability 1 - q and the base with the point with
 * q: the loss l of the base against the point becomes ln(1 - q + q e^l) if the point is removed, and the
 * negative of that if it is added.
 */
function sampledMasses(
  noise: ContinuousNoise,
  q: number,
  direction: Direction,
): (from: number, to: number) => Masses {
  if (q === 1) return (from, to) => massesBetween(noise, from, to);
  if (direction === 'remove') {
    return (from, to) => {
      const { present, absent } = massesBetween(noise, base(from, q), base(to, q));
      return { present: (1 - q) * absent + q * present, absent };
    };
  }
  return (from, to) => {
    const { present, absent } = massesBetween(noise, base(-to, q), base(-from, q));
    return { present: absent, absent: (1 - q) * absent + q * present };
  };
}

/** The loss that sampling turns into this one; minus infinity if all do. */
function base(loss: number, q: number): number {
  const rest = expm1(loss) / q;
  return rest <= -1 ? Number.NEGATIVE_INFINITY : log1p(rest);
}

function sampledRange(noise: ContinuousNoise, q: number, direction: Direction): readonly [number, number] {
  const [low, high] = lossRange(noise);
  if (q === 1) return [low, high];
  const sampled = (loss: number): number => (loss > 700 ? loss + log(q) : log1p(q * expm1(loss)));
  return direction === 'remove' ? [sampled(low), sampled(high)] : [-sampled(high), -sampled(low)];
}
