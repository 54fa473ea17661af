/** The settings that protocols share, as written in a scenario's `protocol` section. */

import { z } from 'zod';
import { MAX_CLUSTERS } from '../base/labels.ts';
import { duration } from '../base/units.ts';
import type { Problem } from './protocol.ts';
import type { StartRule } from './common-parameters.ts';
import type { Population } from './population.ts';
import type { EmptyRule } from './reference.ts';

const clusters = z.int().min(1).max(MAX_CLUSTERS).meta({ description: 'k: how many clusters' });

/** The timeout of a scenario that sets none, unless a shorter one can be chosen from its times; in nanoseconds. */
export const LONGEST_CHOSEN = 3600e9;

const bounds = {
  maxIterations: z
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .meta({ description: 'iterations after which it stops unconverged' }),
  timeout: duration()
    .optional()
    .transform((ns) => ns ?? LONGEST_CHOSEN)
    .meta({
      description:
        "virtual time that a party waits for others before it continues or gives up; absent: chosen from the scenario's own times, 30s to 1h",
      example: '30s',
    }),
};

/** The settings of every protocol. */
export const clusterParameters = { clusters, ...bounds };

const file = z.strictObject(
  {
    file: z
      .string()
      .meta({ description: 'a table of rowFrom0,cluster, relative to the scenario', example: 'start.csv' }),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'expected only file' : undefined) },
);

const subsets = z.strictObject({
  subsets: z
    .int()
    .min(1)
    .meta({ description: 'number of points whose mean is the first position of a centre', example: 5 }),
  restarts: z
    .int()
    .min(1)
    .max(1000)
    .default(1)
    .meta({ description: 'number of starts, of which the one with the smallest loss counts' }),
});

/** What iterative protocols have in addition: where they start. */
export const lloydParameters = {
  clusters,
  start: z
    .union([z.enum(['random', 'k-means++']), subsets, file], {
      error:
        'expected random, k-means++, a mapping with subsets (points for each cluster) and restarts, or one with file: a table of rowFrom0,cluster',
    })
    .default('random')
    .meta({
      description:
        'random: a random assignment, so that all centres nearly coincide; subsets: each centre begins as the mean of this many points, and of several restarts the one with the smallest loss counts; k-means++: seeds drawn outside the protocol, for experiments; file: an assignment of every point, relative to the scenario',
    }),
  empty: z.enum(['keep', 'farthest']).default('keep').meta({
    description:
      'what happens to a cluster without points: it stays empty, or takes the point farthest from its own centre',
  }),
  centreSeparation: z.boolean().default(false).meta({
    description:
      'whether the first iteration keeps only points three times closer to one centre than to any other; a set that would be empty keeps those of its points that no other set took',
  }),
  ...bounds,
};

/** Rejects starts that cannot be drawn, and rules that contradict each other. */
export function startProblems(
  { start, clusters: count, empty, minimumCluster = 1 }: StartSettings,
  { points }: Population,
): Problem[] {
  const problems: Problem[] = [];
  if (typeof start === 'object' && 'subsets' in start) {
    const most = Math.floor(points / count);
    const expected = `at most ${most}, so that ${count} clusters can have as many of ${points} points`;
    if (start.subsets > most)
      problems.push({ path: 'protocol.start.subsets', expected, got: `${start.subsets}` });
    if (start.subsets < minimumCluster) {
      const least = `at least minimumCluster, ${minimumCluster}`;
      problems.push({ path: 'protocol.start.subsets', expected: least, got: `${start.subsets}` });
    }
  }
  if (empty === 'farthest' && minimumCluster > 1) {
    const expected = 'keep where small clusters are dissolved (minimumCluster)';
    problems.push({ path: 'protocol.empty', expected, got: empty });
  }
  return problems;
}

interface StartSettings {
  readonly start: StartRule;
  readonly clusters: number;
  readonly empty: EmptyRule;
  readonly minimumCluster?: number;
}

/** How many starts a clustering tries. */
export function restartsOf(start: StartRule): number {
  return typeof start === 'object' && 'subsets' in start ? start.restarts : 1;
}

/** How many points each initial centre is the mean of; undefined for other kinds of start. */
export function subsetsOf(start: StartRule): number | undefined {
  return typeof start === 'object' && 'subsets' in start ? start.subsets : undefined;
}

/** The largest announced magnitude of a coordinate. */
export function largestCoordinate({ minimum, maximum }: Population): number {
  let largest = 0;
  for (let c = 0; c < minimum.length; c++)
    largest = Math.max(largest, Math.abs(minimum[c]), Math.abs(maximum[c]));
  return largest;
}

/** Sums of squared differences of larger coordinates could overflow. */
const LARGEST = 1e150;

/** Rejects points whose distances would overflow. */
export function coordinateProblem(population: Population): Problem[] {
  const largest = largestCoordinate(population);
  if (largest <= LARGEST) return [];
  return [{ path: 'data', expected: `coordinates up to ${LARGEST}`, got: `${largest}` }];
}

/**
 * Whether rows lie within the announced range of the points: finite, and outside by at most the rounding
 * error of a mean of all points.
 */
export function inAnnouncedRange(values: Float64Array, population: Population): boolean {
  const { dimension, minimum, maximum } = population;
  const rounding = largestCoordinate(population) * population.points * 2 ** -52;
  for (let at = 0, c = 0; at < values.length; at++, c = c + 1 === dimension ? 0 : c + 1)
    if (!(values[at] >= minimum[c] - rounding && values[at] <= maximum[c] + rounding)) return false;
  return true;
}

/** Rejects a scale at which sums of all quantised points are no longer exact in doubles. */
export function gridProblem(scale: number, population: Population): Problem | undefined {
  const { points } = population;
  const largest = largestCoordinate(population);
  if (points * largest * scale < 2 ** 52) return undefined;
  const most = (2 ** 52 / (points * largest)).toPrecision(3);
  return {
    path: 'protocol.scale',
    expected: `less than ${most}, so that sums of ${points} quantised points stay below 2^52`,
    got: `${scale}`,
  };
}
