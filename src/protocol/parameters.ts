/** The settings that iterative protocols share, as a scenario's `protocol` section writes them. */

import { z } from 'zod';
import { MAX_CLUSTERS } from '../cluster/labels.ts';
import { duration } from '../units.ts';
import type { Population, Problem } from './protocol.ts';

export const lloydParameters = {
  clusters: z.int().min(1).max(MAX_CLUSTERS).meta({ description: 'k: how many clusters' }),
  start: z.enum(['random', 'k-means++']).default('random').meta({
    description: 'random: a random assignment; k-means++: seeds drawn outside the protocol, for experiments',
  }),
  centreSeparation: z.boolean().default(false).meta({
    description:
      'whether the first iteration keeps only points three times closer to one centre than to any other',
  }),
  maxIterations: z
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .meta({ description: 'iterations after which it stops unconverged' }),
  timeout: duration()
    .prefault('1h')
    .meta({ description: 'virtual time that a party waits for others before it goes on or gives up' }),
};

/** The largest magnitude that a coordinate is announced to have. */
export function largestCoordinate({ minimum, maximum }: Population): number {
  return [...minimum, ...maximum].reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
}

/** Refuses a scale at which sums of all quantised points are no longer exact in doubles. */
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
