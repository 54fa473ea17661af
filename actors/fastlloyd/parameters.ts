/** The settings of FastLloyd, as a scenario's `protocol` section writes them. */

import { clusterParameters, z } from '../../src/core/kit/settings.ts';
import { noiseParameters } from '../blocks/noise/index.ts';
import { provableParameters } from '../blocks/prio3/index.ts';

const budget = z.strictObject({
  epsilon: z.number().positive().default(1).meta({ description: 'epsilon of all iterations together' }),
  delta: z.number().positive().max(0.5).optional().meta({
    description: 'absent: 1/(N ln N) for N points, as in the paper',
  }),
});

export const parameters = z.strictObject({
  clusters: clusterParameters.clusters,
  method: z.enum(['fastlloyd', 'glloyd']).default('fastlloyd').meta({
    description:
      'fastlloyd: differences to centres, of points within a radius; glloyd: the points themselves, for comparison',
  }),
  rounds: z.int().min(1).max(1000).optional().meta({
    description: 'T: iterations; absent: from 2 to 7, computed from the budget and public numbers',
  }),
  reach: z.number().positive().default(0.8).meta({
    description: "alpha: the radius is alpha sqrt(d) / k^(1/d), in half sides of the data's cube",
  }),
  shrinks: z.boolean().default(true).meta({
    description: "whether the first iteration's radius is half the cube's diagonal",
  }),
  edge: z.enum(['fold', 'clamp']).default('fold').meta({
    description:
      'how centres that noise moved out of the cube return: reflected at its faces, or moved to them',
  }),
  bits: z.int().min(4).max(24).default(12).meta({
    description: "the grid has 2^bits steps in half the cube's side",
  }),
  packingSeed: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'seed of the sphere packing from which the first centres come' }),
  budget: budget.prefault({}).meta({ description: 'epsilon and delta' }),
  noise: noiseParameters
    .extend({
      by: z.enum(['server', 'clients', 'nobody']).default('server').meta({
        description:
          'server: to sums that it cannot read; clients: as shares, in sums that the server reads; nobody: none',
      }),
    })
    .prefault({})
    .meta({ description: 'who adds it' }),
  aggregation: provableParameters
    .prefault({})
    .meta({ description: 'how sums are masked if clients add the noise' }),
  least: z.int().min(1).default(2).meta({
    description: 'sums of fewer clients are not opened, because too few would hide each of them',
  }),
  timeout: clusterParameters.timeout,
});

export type Parameters = z.output<typeof parameters>;
