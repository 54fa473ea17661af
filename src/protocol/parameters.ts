/** The settings that iterative protocols share, as a scenario's `protocol` section writes them. */

import { z } from 'zod';
import { MAX_CLUSTERS } from '../cluster/labels.ts';
import { duration } from '../units.ts';

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
