/** How scenarios write distributions. */

import { z } from 'zod';
import { section } from '../../base/section.ts';
import type { Distribution } from './distribution.ts';

/** A quantity or a distribution; `quantity` is the quantity's schema, and `example` shows one. */
export function distribution(
  quantity: z.ZodType<number, string>,
  example: string,
): z.ZodType<Distribution, string | object> {
  const forms = 'uniform, normal, lognormal, exponential, pareto or measured';
  return z.union(
    [
      quantity.transform((constant) => ({ constant })),
      section({
        uniform: section({ minimum: quantity, maximum: quantity })
          .refine(({ minimum, maximum }) => minimum <= maximum, {
            error: 'expected a minimum that is at most the maximum',
          })
          .meta({
            description: 'every value between the two is equally likely',
            example: { minimum: '10ms', maximum: '90ms' },
          }),
      }),
      section({
        normal: section({ mean: quantity, deviation: quantity }).meta({
          description: 'a normal distribution, cut off at 0',
          example: { mean: '40ms', deviation: '5ms' },
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
          .meta({
            description: 'a minimum, and an exponential distribution above it',
            example: { mean: '40ms', minimum: '10ms' },
          }),
      }),
      section({
        pareto: section({
          minimum: quantity,
          shape: z
            .number()
            .min(0.1)
            .meta({ description: 'alpha: the smaller, the heavier the tail', example: 1.5 }),
        }).meta({ description: 'a power law above a minimum', example: { minimum: '10ms', shape: 1.5 } }),
      }),
      section({
        measured: z
          .array(quantity)
          .min(1)
          .meta({
            description: 'one of these values, all equally likely',
            example: ['38ms', '41ms', '140ms'],
          }),
      }),
    ],
    { error: `expected ${example}, or a mapping with one of ${forms}` },
  );
}
