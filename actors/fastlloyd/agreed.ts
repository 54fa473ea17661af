/** What the parties of FastLloyd agree on before it starts: public, plain and frozen. */

import type { Population } from '../../src/kit/index.ts';
import { lengthOf } from '../blocks/noise/agreement.ts';
import {
  calibratedMultiplier,
  gaussianRelease,
  type NoiseParameters,
  noiseReach,
  type NoisySum,
  presentPart,
  type Release,
  sessionOf,
} from '../blocks/noise/index.ts';
import { COUNT_STEPS, type Step } from './iteration.ts';
import type { Parameters } from './parameters.ts';
import { diagonal, multipliers, radiusOf, roundsFor, standardDelta } from './schedule.ts';

/** An iteration: a noisy sum, what it releases, and how far it may move a centre. */
export interface Stage {
  readonly step: Step;
  readonly releases: readonly Release[];
  readonly sum: NoisySum;
}

export interface Agreed extends Population {
  readonly clusters: number;
  readonly bits: number;
  readonly packingSeed: number;
  readonly noise: NoiseParameters;
  readonly delta: number;
  readonly least: number;
  /** In order. */
  readonly stages: readonly Stage[];
  readonly modulusBits: number;
  readonly timeout: number;
}

export function agree(settings: Parameters, population: Population): Agreed {
  const { clusters, method, bits, packingSeed, noise, least, timeout, reach, shrinks, budget } = settings;
  const { points, dimension } = population;
  const extent = { method, points, dimension, clusters, reach };
  const { epsilon, delta = standardDelta(points) } = budget;
  const sigma = noise.by === 'nobody' ? undefined : calibratedMultiplier(epsilon, delta);
  const rounds = settings.rounds ?? roundsFor(extent, sigma);
  const noisy = multipliers(extent, rounds, sigma ?? 0);
  const plans = Array.from({ length: rounds }, (_, number) => {
    const radius = radiusInSteps(radiusOf(extent, number, shrinks), dimension, bits);
    const step: Step = { method, edge: settings.edge, side: 2 ** bits, radius };
    const longest = method === 'fastlloyd' ? radius : Math.ceil(Math.sqrt(dimension) * step.side);
    const releases = [
      gaussianRelease(
        'sums',
        { full: clusters * dimension },
        { steps: longest, unit: 2 ** -bits },
        noisy.sums,
      ),
      gaussianRelease(
        'counts',
        { full: clusters },
        { steps: COUNT_STEPS, unit: 1 / COUNT_STEPS },
        noisy.counts,
      ),
    ];
    return { number, step, longest, releases };
  });
  // One modulus for all iterations, so that masked sums look alike.
  const modulusBits = Math.max(...plans.map((plan) => bitsOf(plan, settings, population)));
  const stages = plans.map(({ number, step, releases }) => ({
    step,
    releases,
    sum: sumOf(number, releases, modulusBits, settings, population),
  }));
  return { ...population, clusters, bits, packingSeed, noise, delta, least, stages, modulusBits, timeout };
}

/** Bits of the modulus that no honest sum needs more of. */
function bitsOf(
  { longest, releases }: { readonly longest: number; readonly releases: readonly Release[] },
  { noise }: Parameters,
  { clients: { length: n }, points }: Population,
): number {
  const shares = noise.by === 'clients' ? Math.max(1, presentPart(noise, n, n, Number.POSITIVE_INFINITY)) : 1;
  const most = releases.reduce((all, release) => Math.max(all, noiseReach(release) * shares), 0);
  return Math.ceil(Math.log2(2 * (points * Math.max(longest, COUNT_STEPS) + most) + 1)) + 1;
}

/** Beyond the diagonal every point is within it, to the very corner. */
function radiusInSteps(radius: number, dimension: number, bits: number): number {
  const whole = diagonal(dimension);
  return radius >= whole ? Math.ceil(whole * 2 ** bits) : Math.floor(radius * 2 ** bits);
}

function sumOf(
  number: number,
  releases: readonly Release[],
  modulusBits: number,
  { noise, aggregation, timeout }: Parameters,
  { clients }: Population,
): NoisySum {
  const ranges = releases.flatMap((release) => release.ranges);
  const session = sessionOf(aggregation, noise, {
    number,
    clients,
    modulus: 1n << BigInt(modulusBits),
    length: lengthOf(ranges),
    timeoutNs: timeout,
  });
  return { number, clients, ranges, noise, session };
}

/** How long the server waits for masked sums: for the first besides until the clients have their key, which two wait for. */
export function patience({ timeout }: Agreed, iteration: number): number {
  return iteration === 0 ? 3 * timeout : timeout;
}
