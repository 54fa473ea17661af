/** What the parties of FastLloyd agree on before it starts: public, plain and frozen. */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import type { Population } from '../../src/core/kit/index.ts';
import {
  calibratedMultiplier,
  gaussianRelease,
  modulusBits,
  type NoisySum,
  noisySumOf,
  type Release,
} from '../blocks/noise/index.ts';
import { COUNT_STEPS, type Step } from './iteration.ts';
import { masksOf } from '../blocks/prio3/index.ts';
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
  readonly noise: Parameters['noise'];
  readonly delta: number;
  readonly least: number;
  /** The iterations, in order. */
  readonly stages: readonly Stage[];
  readonly modulusBits: number;
  readonly timeout: number;
}

/** What all parties know: the number of rounds, and the step, the noise and the sum of each. */
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
    const step: Step = { method, edge: settings.edge, side: powerOfTwo(bits), radius };
    const longest = method === 'fastlloyd' ? radius : Math.ceil(Math.sqrt(dimension) * step.side);
    const releases = [
      gaussianRelease(
        'sums',
        { full: clusters * dimension },
        { steps: longest, unit: powerOfTwo(-bits) },
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
  const largest = (longest: number) => (): number => points * Math.max(longest, COUNT_STEPS);
  const needed = plans.map(({ longest, releases }) =>
    modulusBits(releases, largest(longest), noise, population.clients.length),
  );
  const ofAll = Math.max(...needed);
  const stages = plans.map(({ number, step, releases }) => ({
    step,
    releases,
    sum: noisySumOf(
      { number, releases, bits: ofAll },
      { ...settings, aggregation: masksOf(settings.aggregation) },
      population.clients,
    ),
  }));
  return {
    ...population,
    clusters,
    bits,
    packingSeed,
    noise,
    delta,
    least,
    stages,
    modulusBits: ofAll,
    timeout,
  };
}

/** A radius beyond the diagonal contains every point, corners included. */
function radiusInSteps(radius: number, dimension: number, bits: number): number {
  const whole = diagonal(dimension);
  return radius >= whole ? Math.ceil(whole * powerOfTwo(bits)) : Math.floor(radius * powerOfTwo(bits));
}

/**
 * How long the server waits for masked sums; for the first ones also until the clients have their key, which takes
 * two timeouts.
 */
export function patience({ timeout }: Agreed, iteration: number): number {
  return iteration === 0 ? 3 * timeout : timeout;
}
