/** Parts that several sections of the schema are made of. */

import { z } from 'zod';
import type { Distribution } from '../sim/distribution.ts';

/** A mapping with these keys and no others; a wrong key is answered with the right ones. */
export function section<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const expected = `expected one of ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? expected : undefined),
  });
}

/** A choice between sections by the value of one key. */
export function choice<T extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  key: string,
  names: readonly string[],
  sections: T,
): z.ZodDiscriminatedUnion<T> {
  const expected = `expected a mapping with ${key}: one of ${names.join(', ')}`;
  return z.discriminatedUnion(key, sections, { error: expected });
}

/** A quantity, or what it is drawn from; `quantity` is its schema and `example` how one looks. */
export function distribution(quantity: z.ZodType<number>, example: string): z.ZodType<Distribution> {
  const forms = 'uniform, normal, lognormal, exponential, pareto or measured';
  return z.union(
    [
      quantity.transform((constant) => ({ constant })),
      section({
        uniform: section({ minimum: quantity, maximum: quantity }).refine(
          ({ minimum, maximum }) => minimum <= maximum,
          { error: 'expected a minimum that is at most the maximum' },
        ),
      }),
      section({ normal: section({ mean: quantity, deviation: quantity }) }),
      section({ lognormal: section({ median: quantity, sigma: z.number().min(0).max(10) }) }),
      section({
        exponential: section({ mean: quantity, minimum: quantity.optional() }).refine(
          ({ mean, minimum = 0 }) => minimum < mean,
          { error: 'expected a minimum below the mean' },
        ),
      }),
      section({ pareto: section({ minimum: quantity, shape: z.number().min(0.1) }) }),
      section({ measured: z.array(quantity).min(1) }),
    ],
    { error: `expected ${example}, or a mapping with one of ${forms}` },
  );
}
