/** What the parties of FedDP-KMeans agree on before it starts: public, plain and frozen. */

import { powerOfTwo, square } from '../../src/core/kit/math.ts';
import { Random, type Population } from '../../src/core/kit/index.ts';
import {
  calibratedMultiplier,
  gaussianRelease,
  laplaceRelease,
  modulusBits,
  type NoiseParameters,
  type NoisySum,
  noisySumOf,
  type Release,
} from '../blocks/noise/index.ts';
import { type Bound, masksOf } from '../blocks/prio3/index.ts';
import type { Parameters } from './parameters.ts';

/** A noisy sum of the protocol, and what it releases. */
export interface Stage {
  readonly kind: 'outer' | 'weights' | 'centres' | 'round';
  readonly releases: readonly Release[];
  readonly sum: NoisySum;
  /** Bits of the modulus, enough for any honest sum. */
  readonly bits: number;
}

export interface Agreed extends Population {
  readonly clusters: number;
  readonly level: Parameters['level'];
  readonly initial: Parameters['initial'];
  readonly packing: Parameters['packing'];
  readonly clip: number;
  readonly bits: number;
  readonly clips: Parameters['clips'];
  readonly minimumWeight: number;
  readonly margin: number;
  readonly starts: number;
  readonly elbow: boolean;
  readonly sampling: number;
  readonly delta: number;
  /** Q, row by row. */
  readonly serverPoints: readonly (readonly number[])[];
  readonly noise: NoiseParameters;
  /** In order: three for the initialisation, if there is one, and one for each round. */
  readonly stages: readonly Stage[];
  readonly timeout: number;
}

/** Grid steps for values with Laplace noise that are not counts. */
export const FRACTION_STEPS = 2 ** 10;

/** What all parties know: the public points, the clips, and the noise and the budget of every stage. */
export function agree(settings: Parameters, population: Population): Agreed {
  const { budget, server, clip = radiusOf(serverPointsOf(server, population)), ...rest } = settings;
  return {
    ...population,
    clusters: rest.clusters,
    level: rest.level,
    initial: rest.initial,
    packing: rest.packing,
    clip,
    bits: rest.bits,
    clips: rest.clips,
    minimumWeight: rest.minimumWeight,
    margin: rest.margin,
    starts: rest.starts,
    elbow: rest.elbow,
    sampling: rest.sampling,
    delta: budget.delta,
    serverPoints: serverPointsOf(server, population),
    noise: rest.noise,
    stages: stagesOf(settings, population, clip),
    timeout: rest.timeout,
  };
}

/** The server's points: those that are given, and those that are drawn in addition. */
function serverPointsOf(
  { points = [], uniform = 0, seed }: Parameters['server'],
  { minimum, maximum }: Population,
): readonly (readonly number[])[] {
  const stream = new Random(seed).stream('server', 'points');
  const drawn = Array.from({ length: uniform }, () =>
    minimum.map((low, c) => low + stream.uniform() * (maximum[c] - low)),
  );
  return [...points, ...drawn];
}

function radiusOf(points: readonly (readonly number[])[]): number {
  return points.reduce((most, point) => {
    return Math.max(most, Math.sqrt(point.reduce((sum, x) => sum + x * x, 0)));
  }, Number.MIN_VALUE);
}

function stagesOf(settings: Parameters, population: Population, clip: number): Stage[] {
  const { initial, rounds } = settings;
  const kinds: Stage['kind'][] = initial === 'feddp' ? ['outer', 'weights', 'centres'] : [];
  kinds.push(...Array<'round'>(rounds).fill('round'));
  return kinds.map((kind, number) => {
    const releases = releasesOf(kind, settings, population, clip);
    return stageOf(kind, number, releases, settings, population);
  });
}

function stageOf(
  kind: Stage['kind'],
  number: number,
  releases: readonly Release[],
  settings: Parameters,
  { clients, points, sizes, dimension: d }: Population,
): Stage {
  const { noise, level, bits: gridBits } = settings;
  const units = level === 'point' ? points : clients.length;
  const largest = (release: Release): number => units * stepsOf(release, level, gridBits);
  const bits = modulusBits(releases, largest, noise, clients.length);
  const masks = masksOf(settings.aggregation);
  const proven =
    settings.aggregation.protocol === 'prio3'
      ? {
          valid: { of: 'blocks', bounds: releases.map((release) => boundOf(release, settings, d)) } as const,
          units: unitsOf(settings, sizes),
        }
      : undefined;
  return {
    kind,
    releases,
    sum: noisySumOf(
      { number, releases, bits, proven, common: 0 },
      { ...settings, aggregation: masks },
      clients,
    ),
    bits,
  };
}

/** The largest integer that one unit adds to an element. */
function stepsOf({ name }: Release, level: Parameters['level'], bits: number): number {
  if (level === 'point')
    return (
      ({ outer: powerOfTwo(2 * bits), sums: powerOfTwo(bits) } as Readonly<Record<string, number>>)[name] ?? 1
    );
  return name === 'outer' || name === 'sums' ? powerOfTwo(bits) : FRACTION_STEPS;
}

/** What a client's part of a release keeps to for each of its units: what a point, or the whole client, is clipped to. */
function boundOf(release: Release, { level, bits }: Parameters, d: number): Bound {
  const { name, ranges } = release;
  const bound = stepsOf(release, level, bits);
  if (name === 'outer') {
    // Of a symmetric matrix, what is off the diagonal is there twice.
    const off = { length: (d * (d - 1)) / 2, weight: 2 };
    return { of: 'norm', bound, parts: [{ length: d, weight: 1 }, off] };
  }
  const parts = ranges.map(({ length }) => ({ length, weight: 1 }));
  return { of: name === 'sums' ? 'norm' : 'total', bound, parts };
}

function unitsOf({ level }: Parameters, sizes: readonly number[]): number[] {
  return sizes.map((size) => (level === 'point' ? Math.max(1, size) : 1));
}

/** The releases of a stage, with the noise that their budgets require (sections 2 and 3; client level: Appendix G.4). */
function releasesOf(
  kind: Stage['kind'],
  settings: Parameters,
  { dimension: d }: Population,
  clip: number,
): Release[] {
  const { budget, bits, clusters: k, level, rounds, spread } = settings;
  const { delta } = budget;
  const byPoint = level === 'point';
  const clips = clipsOf(settings);
  const fraction = (largest: number) =>
    byPoint ? { steps: 1, unit: 1 } : { steps: FRACTION_STEPS, unit: largest / FRACTION_STEPS };
  const length = (longest: number) => ({
    steps: powerOfTwo(bits),
    unit: (byPoint ? clip : longest) / powerOfTwo(bits),
  });
  switch (kind) {
    case 'outer': {
      const sensitivity = byPoint
        ? { steps: powerOfTwo(2 * bits), unit: square(clip / powerOfTwo(bits)) }
        : { steps: powerOfTwo(bits), unit: clips.outer / powerOfTwo(bits) };
      const off = (d * (d - 1)) / 2;
      const lengths = spread === 'isometric' ? { full: d, half: off } : { full: d + off };
      return [gaussianRelease('outer', lengths, sensitivity, calibratedMultiplier(budget.outer, delta))];
    }
    case 'weights':
      return [laplaceRelease('weights', weightsOf(settings), fraction(clips.weights), budget.weights)];
    case 'centres':
      return [
        gaussianRelease(
          'sums',
          { full: k * d },
          length(clips.means),
          calibratedMultiplier(budget.sums, delta),
        ),
        laplaceRelease('counts', k, fraction(clips.indicators), budget.counts),
      ];
    case 'round':
      return [
        gaussianRelease(
          'sums',
          { full: k * d },
          length(clips.sums),
          // All rounds together cost as much as one such release.
          Math.sqrt(rounds) * calibratedMultiplier(budget.roundSums, delta),
        ),
        laplaceRelease('counts', k, fraction(clips.counts), budget.roundCounts / rounds),
      ];
  }
}

function weightsOf({ server: { points = [], uniform = 0 } }: Parameters): number {
  return points.length + uniform;
}

/** The clips of a whole client; each is required where it is used, and is 1 elsewhere. */
function clipsOf({ clips }: Parameters) {
  const { outer = 1, weights = 1, means = 1, indicators = 1, sums = 1, counts = 1 } = clips ?? {};
  return { outer, weights, means, indicators, sums, counts };
}
