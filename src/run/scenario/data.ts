/**
 * The `data` section: where the points come from, what is done to them, and how they are partitioned over
 * clients.
 */

import { z } from 'zod';
import { LARGEST_CONCENTRATION, LARGEST_EXPONENT } from '../data/partition.ts';
import type { AnySource } from '../data/source.ts';
import { choice, section } from '../../core/base/section.ts';

const partition = choice(
  'by',
  ['iid', 'client', 'class', 'dirichlet', 'power-law'],
  [
    section({ by: z.literal('iid') }),
    section({ by: z.literal('client') }),
    section({
      by: z.literal('class'),
      classesPerClient: z
        .int()
        .min(1)
        .meta({ description: "k': a client holds points of at most this many classes" }),
    }),
    section({
      by: z.literal('dirichlet'),
      concentration: z.number().gt(0).max(LARGEST_CONCENTRATION).meta({
        description: "alpha: the smaller, the more the clients' mixes of classes differ",
        example: 0.5,
      }),
    }),
    section({
      by: z.literal('power-law'),
      exponent: z.number().min(0).max(LARGEST_EXPONENT).meta({
        description: 'client j holds a share of the points proportional to j^-exponent',
        example: 1,
      }),
    }),
  ],
);

const coordinate = z.number().min(-1e100).max(1e100);

const box = section({
  minimum: coordinate.meta({ description: 'the smallest value of a coordinate afterwards', example: -0.5 }),
  maximum: coordinate.meta({ description: 'the largest value of a coordinate afterwards', example: 0.5 }),
  coordinates: z.enum(['together', 'each']).default('together').meta({
    description: 'one map for all coordinates, which preserves clusters, or each coordinate to the whole box',
  }),
})
  .refine(({ minimum, maximum }) => minimum < maximum, {
    error: 'expected a minimum below the maximum',
  })
  .meta({ description: 'the box that all values are scaled to' });

const oneScale = z.union([z.enum(['z-score', 'unit-norm']), box], {
  error: 'expected z-score, unit-norm, a mapping with minimum and maximum, or a list of these',
});
const scale = z
  .union([z.enum(['z-score', 'unit-norm']), box, z.array(oneScale).min(1)], {
    error: 'expected z-score, unit-norm, a mapping with minimum and maximum, or a list of these',
  })
  .meta({
    description:
      'z-score: every coordinate to mean 0 and deviation 1; unit-norm: every point to length 1; minimum and maximum: into a box; a list: one after the other',
  });

const shared = {
  scale: scale.optional(),
  partition: partition.prefault({ by: 'iid' }).meta({ description: 'which client holds which points' }),
  holdOut: z.int().min(0).default(0).meta({
    description: 'points that take no part in the run, for comparison in membership attacks',
  }),
};

/** The schema of the section with these sources. */
export function dataSection(sources: readonly AnySource[]) {
  const names = sources.map(({ name }) => name);
  const sections = sources.map(({ name, settings }) =>
    section({ source: z.literal(name), ...(settings as z.ZodRawShape), ...shared }),
  );
  return choice('source', names, sections as [(typeof sections)[0], ...typeof sections]);
}

export type DataSettings = z.output<ReturnType<typeof dataSection>>;
