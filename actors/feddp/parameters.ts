/** The settings of FedDP-KMeans, as a scenario's `protocol` section writes them. */

import { clusterParameters, z } from '../../src/core/kit/settings.ts';
import { noiseParameters } from '../blocks/noise/index.ts';
import { provableParameters } from '../blocks/prio3/index.ts';

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
    description: 'delta for which Gaussian noise is calibrated and epsilons are reported',
  }),
});

const clips = z.strictObject({
  outer: positive('largest outer product of a client, as a Frobenius norm'),
  weights: positiveOr(1, "largest sum of a client's weights"),
  means: positive("largest norm of a client's matrix of means"),
  indicators: positiveOr(10, 'the number of clusters in which a client may count'),
  sums: positive("largest norm of a client's matrix of sums in a round"),
  counts: positive("largest sum of a client's counts in a round"),
});

const server = z.strictObject({
  points: z
    .array(z.array(z.number()).min(1))
    .min(1)
    .optional()
    .meta({
      description: 'its own points, which everybody may know, one row each',
      example: [[0.1, 0.2]],
    }),
  uniform: z.int().min(1).optional().meta({
    description: 'this many more, drawn from the announced range of the data',
  }),
  seed: z.int().min(0).default(0).meta({ description: 'what they are drawn from' }),
});

export const parameters = z.strictObject({
  clusters: clusterParameters.clusters,
  level: z.enum(['point', 'client']).default('point').meta({
    description: 'what neighbouring data sets differ in: a point, or a client with all its points',
  }),
  initial: z.enum(['feddp', 'server-lloyd', 'server-kmeans++', 'sphere-packing']).default('feddp').meta({
    description:
      "where centres come from: FedDP-Init or, at no privacy cost, clusters of the server's own points, seeds among them, or sphere packing by their radius alone",
  }),
  packing: z.enum(['faces', 'corners', 'first']).default('faces').meta({
    description: 'the rule of sphere packing: of Su et al., of the text of FedDP-KMeans, or of its program',
  }),
  rounds: z.int().min(0).max(1000).default(0).meta({ description: 'T: iterations of FedDP-Lloyds' }),
  clip: positive("radius to which points are clipped; absent: that of the server's own points"),
  clips: clips.optional().meta({
    description: 'clips for the contribution of a whole client, if level is client',
    example: { outer: 1, means: 1, sums: 1, counts: 1 },
  }),
  bits: z.int().min(4).max(24).default(10).meta({
    description: 'the grid has 2^bits steps within the clip',
  }),
  minimumWeight: z.number().min(0).default(5).meta({
    description: 'server points with a smaller noisy weight are left out',
  }),
  margin: z.number().positive().max(1).default(1).meta({
    description:
      'points farther from a centre than this fraction of the distance to any other are in no cluster; 1: all are in one',
  }),
  starts: z.int().min(1).max(1000).default(10).meta({
    description: "number of starts of the server's own clustering, of which the best counts",
  }),
  elbow: z.boolean().default(false).meta({
    description:
      'whether the server also reports how many clusters its weighted points suggest, up to `clusters`; this costs no privacy',
  }),
  spread: z.enum(['isometric', 'paper']).default('isometric').meta({
    description:
      'noise of outer products off the diagonal: half the variance, which hides just as much, or the full variance as in the paper',
  }),
  sampling: z.number().positive().max(1).default(1).meta({
    description: 'probability that a client takes part in a release; nobody else learns whether it does',
  }),
  budget: budget.prefault({}).meta({ description: 'epsilon of each release' }),
  server: server.meta({ description: "the server's own points" }),
  noise: noiseParameters.prefault({}).meta({ description: 'who adds it' }),
  aggregation: provableParameters.prefault({}).meta({ description: 'how sums are masked, or proven' }),
  timeout: clusterParameters.timeout,
});

export type Parameters = z.output<typeof parameters>;
