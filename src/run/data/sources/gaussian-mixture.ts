/** Points drawn from a mixture of Gaussians. */

import { z } from 'zod';
import { gaussianMixture } from '../gaussian-mixture.ts';
import { MOST_COLUMNS } from '../points.ts';
import { source } from '../source.ts';

export const gaussianMixtureSource = source({
  name: 'gaussian-mixture',
  settings: {
    points: z.int().min(1).max(100_000_000).meta({ description: 'm: how many points are drawn' }),
    dimension: z.int().min(1).max(MOST_COLUMNS).meta({ description: 'd: coordinates of a point' }),
    components: z
      .int()
      .min(1)
      .max(65_535)
      .meta({ description: 'number of Gaussians in the mixture, all equally likely' }),
    deviation: z.number().min(0).max(1e100).meta({ description: 'standard deviation of every component' }),
    spread: z.number().min(0).max(1e100).default(10).meta({
      description: 'centres are uniform in [middle - spread, middle + spread] in every coordinate',
    }),
    middle: z
      .number()
      .min(-1e100)
      .max(1e100)
      .default(0)
      .meta({ description: 'centres are uniform in middle - spread to middle + spread' }),
    sizes: z
      .union([z.enum(['drawn', 'equal']), z.array(z.int().min(1)).min(1)], {
        error: 'expected drawn, equal, or a list of how many points each component has',
      })
      .default('drawn')
      .meta({
        description:
          'whether points draw their components, or components take turns; or how many points each component has',
      }),
    truth: z.enum(['component', 'nearest-centre']).default('component').meta({
      description:
        'what the true class of a point is: the component that drew it, or the centre that is nearest',
    }),
  },
  load: (settings, { random }) => gaussianMixture(settings, random),
  sizes: ['points', 'dimension', 'components'],
});
