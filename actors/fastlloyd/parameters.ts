/** The settings of FastLloyd, as a scenario's `protocol` section writes them. */

import { clusterParameters, z } from '../../src/kit/settings.ts';
import { maskParameters, noiseParameters } from '../blocks/noise/index.ts';

const budget = z.strictObject({
  epsilon: z.number().positive().default(1).meta({ description: 'of all iterations together' }),
  delta: z.number().positive().max(0.5).optional().meta({
    description: 'absent: 1/(N ln N) of N points, as the paper has it',
  }),
});

export const parameters = z.strictObject({
  clusters: clusterParameters.clusters,
  method: z.enum(['fastlloyd', 'glloyd']).default('fastlloyd').meta({
    description:
      'fastlloyd: differences to centres, of points within a radius; glloyd: the points themselves, for comparison',
  }),
  rounds: z.int().min(1).max(1000).optional().meta({
    description: 'T: iterations; absent: from 2 to 7, by a rule of the budget and of public numbers',
  }),
  reach: z.number().positive().default(0.8).meta({
    description: "alpha: the radius is alpha sqrt(d) / k^(1/d), in half sides of the data's cube",
  }),
  shrinks: z.boolean().default(true).meta({
    description: "whether the first iteration's radius is half the cube's diagonal",
  }),
  edge: z.enum(['fold', 'clamp']).default('fold').meta({
    description:
      'how centres that noise took out of the cube come back: reflected at its faces, or moved to them',
  }),
  bits: z.int().min(4).max(24).default(12).meta({
    description: "the grid has 2^bits steps to half the cube's side",
  }),
  packingSeed: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'what the packed spheres to begin with are drawn from' }),
  budget: budget.prefault({}).meta({ description: 'epsilon and delta' }),
  noise: noiseParameters
    .extend({
      by: z.enum(['server', 'clients', 'nobody']).default('server').meta({
        description:
          'server: onto sums that it cannot read; clients: shares within sums that the server reads; nobody: none',
      }),
    })
    .prefault({})
    .meta({ description: 'who adds it' }),
  aggregation: maskParameters
    .prefault({})
    .meta({ description: 'how sums are masked where clients add the noise' }),
  least: z.int().min(1).default(2).meta({
    description: 'of fewer clients no sum is told, as it would be of too few for any of them to hide behind',
  }),
  timeout: clusterParameters.timeout,
});

export type Parameters = z.output<typeof parameters>;
