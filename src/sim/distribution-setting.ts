/** How scenarios write what a quantity is drawn from. */

import { z } from 'zod';
import { section } from '../base/section.ts';
import type { Distribution } from './distribution.ts';

/** A quantity, or what it is drawn from; `quantity` is its schema and `example` how one looks. */
export function distribution(quantity: z.ZodType<number>, example: string): z.ZodType<Distribution> {
  const forms = 'uniform, normal, lognormal, exponential, pareto or measured';
  return z.union(
    [
      quantity.transform((constant) => ({ constant })),
      section({
        uniform: section({ minimum: quantity, maximum: quantity })
          .refine(({ minimum, maximum }) => minimum <= maximum, {
            error: 'expected a minimum that is at most the maximum',
          })
          .meta({ description: 'every value between the two alike' }),
      }),
      section({
        normal: section({ mean: quantity, deviation: quantity }).meta({
          description: 'a normal distribution, cut off at 0',
        }),
      }),
      section({
        lognormal: section({
          median: quantity,
          sigma: z.number().min(0).max(10).meta({ description: 'standard deviation of the logarithm' }),
        }).meta({ description: 'its logarithm is normal: many near the median, few far above' }),
      }),
      section({
        exponential: section({ mean: quantity, minimum: quantity.optional() })
          .refine(({ mean, minimum = 0 }) => minimum < mean, { error: 'expected a minimum below the mean' })
          .meta({ description: 'a minimum, and an exponential distribution above it' }),
      }),
      section({
        pareto: section({
          minimum: quantity,
          shape: z.number().min(0.1).meta({ description: 'alpha: the smaller, the heavier the tail' }),
        }).meta({ description: 'a power law above a minimum' }),
      }),
      section({
        measured: z.array(quantity).min(1).meta({ description: 'one of these values, each as likely' }),
      }),
    ],
    { error: `expected ${example}, or a mapping with one of ${forms}` },
  );
}
