/** The settings of FedDP-KMeans, as a scenario's `protocol` section writes them. */

import { clusterParameters, z } from '../../src/kit/settings.ts';
import { maskParameters, noiseParameters } from '../blocks/noise/index.ts';

const positive = (description: string) => z.number().positive().optional().meta({ description, example: 1 });

const positiveOr = (standard: number, description: string) =>
  z.number().positive().default(standard).meta({ description });

const budget = z.strictObject({
  outer: positiveOr(1, 'epsilon of the outer products'),
  weights: positiveOr(1, "epsilon of the weights of the server's points"),
  sums: positiveOr(0.5, 'epsilon of the sums of clusters'),
  counts: positiveOr(0.5, 'epsilon of the counts of clusters'),
  roundSums: positiveOr(0.5, 'epsilon of the sums of all rounds together'),
  roundCounts: positiveOr(0.5, 'epsilon of the counts of all rounds together'),
  delta: z.number().positive().max(0.5).default(1e-6).meta({
    description: 'what Gaussian noise is calibrated at, and all epsilons are reported at',
  }),
});

const clips = z.strictObject({
  outer: positive('longest outer product of a client, as a Frobenius norm'),
  weights: positiveOr(1, "largest sum of a client's weights"),
  means: positive("longest matrix of a client's means"),
  indicators: positiveOr(10, 'in how many clusters a client may count'),
  sums: positive("longest matrix of a client's sums in a round"),
  counts: positive("largest sum of a client's counts in a round"),
});

const server = z.strictObject({
  points: z
    .array(z.array(z.number()).min(1))
    .min(1)
    .optional()
    .meta({
      description: 'points of its own that everybody may know, one row each',
      example: [[0.1, 0.2]],
    }),
  uniform: z.int().min(1).optional().meta({
    description: 'so many more, drawn in the announced range of the data',
  }),
  seed: z.int().min(0).default(0).meta({ description: 'what they are drawn from' }),
});

export const parameters = z.strictObject({
  clusters: clusterParameters.clusters,
  level: z.enum(['point', 'client']).default('point').meta({
    description: 'what one unit is that may be there or not: a point, or a client with all its points',
  }),
  initial: z.enum(['feddp', 'server-lloyd', 'server-kmeans++', 'sphere-packing']).default('feddp').meta({
    description:
      "where centres come from: FedDP-Init, or, costing nothing, the server's own points clustered, or seeds among them, or nothing but their radius",
  }),
  packing: z.enum(['faces', 'corners', 'first']).default('faces').meta({
    description: "sphere packing's rule: Su et al.'s, or that of FedDP-KMeans' text, or of its program",
  }),
  rounds: z.int().min(0).max(1000).default(0).meta({ description: 'T: iterations of FedDP-Lloyds' }),
  clip: positive("radius to which points are clipped; absent: that of the server's own points"),
  clips: clips.optional().meta({
    description: 'of what a whole client adds, where that is one unit',
    example: { outer: 1, means: 1, sums: 1, counts: 1 },
  }),
  bits: z.int().min(4).max(24).default(10).meta({
    description: 'the grid has 2^bits steps to the clip',
  }),
  minimumWeight: z.number().min(0).default(5).meta({
    description: "the server's points of a smaller noisy weight are left out",
  }),
  margin: z.number().positive().max(1).default(1).meta({
    description:
      'points farther from a centre than so much of the distance to any other are in no cluster; 1: none',
  }),
  starts: z.int().min(1).max(1000).default(10).meta({
    description: "how often the server's own clustering starts anew; the best counts",
  }),
  elbow: z.boolean().default(false).meta({
    description:
      'whether the server says besides how many clusters its weighted points suggest, up to `clusters`, which costs no privacy',
  }),
  spread: z.enum(['isometric', 'paper']).default('isometric').meta({
    description:
      'noise of outer products off the diagonal: half the variance, which hides as much, or all as the paper has it',
  }),
  sampling: z.number().positive().max(1).default(1).meta({
    description: 'the probability with which a client takes part in a release, which nobody else learns',
  }),
  budget: budget.prefault({}).meta({ description: 'epsilon of each release' }),
  server: server.meta({ description: "the server's own points" }),
  noise: noiseParameters.prefault({}).meta({ description: 'who adds it' }),
  aggregation: maskParameters.prefault({}).meta({ description: 'how sums are masked' }),
  timeout: clusterParameters.timeout,
});

export type Parameters = z.output<typeof parameters>;
