/** The `data` section: where the points come from, what is done to them, and how clients share them out. */

import { resolve } from 'node:path';
import { z } from 'zod';
import type { DataSpec } from '../data/load.ts';
import { LARGEST_CONCENTRATION, LARGEST_EXPONENT } from '../data/partition.ts';
import { MOST_COLUMNS } from '../data/points.ts';
import { choice, section } from '../base/section.ts';

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
        .meta({ description: "k': a client holds points of at most so many classes" }),
    }),
    section({
      by: z.literal('dirichlet'),
      concentration: z.number().gt(0).max(LARGEST_CONCENTRATION).meta({
        description: "alpha: the smaller, the more do the clients' mixes of classes differ",
      }),
    }),
    section({
      by: z.literal('power-law'),
      exponent: z.number().min(0).max(LARGEST_EXPONENT).meta({
        description: 'client j holds a share of the points proportional to j^-exponent',
      }),
    }),
  ],
);

const coordinate = z.number().min(-1e100).max(1e100);

const scale = section({
  minimum: coordinate,
  maximum: coordinate,
  coordinates: z
    .enum(['together', 'each'])
    .default('together')
    .meta({ description: 'one map for all coordinates, which keeps clusters, or each to the whole box' }),
})
  .refine(({ minimum, maximum }) => minimum < maximum, {
    error: 'expected a minimum below the maximum',
  })
  .meta({ description: 'the box that all values are scaled to' });

const shared = {
  scale: scale.optional(),
  partition: partition.prefault({ by: 'iid' }),
  holdOut: z.int().min(0).default(0).meta({
    description: 'points that take no part in the run: what membership attacks compare with',
  }),
};

const file = () => z.string().meta({ description: 'relative to the scenario' });

export const dataSection = choice(
  'source',
  ['gaussian-mixture', 'csv', 'npy', 'idx', 'leaf'],
  [
    section({
      source: z.literal('gaussian-mixture'),
      points: z.int().min(1).max(100_000_000),
      dimension: z.int().min(1).max(MOST_COLUMNS),
      components: z.int().min(1).max(65_535),
      deviation: z.number().min(0).max(1e100).meta({ description: 'standard deviation of every component' }),
      spread: z.number().min(0).max(1e100).default(10).meta({
        description: 'centres are uniform in [middle - spread, middle + spread] in every coordinate',
      }),
      middle: coordinate.default(0),
      sizes: z
        .enum(['drawn', 'equal'])
        .default('drawn')
        .meta({ description: 'whether points draw their components, or components take turns' }),
      truth: z.enum(['component', 'nearest-centre']).default('component'),
      ...shared,
    }),
    section({
      source: z.literal('csv'),
      file: file(),
      label: z.string().optional().meta({ description: 'the column with the true class' }),
      client: z.string().optional().meta({ description: 'the column that says who holds the point' }),
      ignore: z.array(z.string()).optional().meta({ description: 'columns that are left out' }),
      missing: z
        .enum(['refuse', 'skip'])
        .default('refuse')
        .meta({ description: 'what to do with incomplete rows' }),
      ...shared,
    }),
    section({
      source: z.literal('npy'),
      points: z.string().meta({ description: 'file of m x d numbers, relative to the scenario' }),
      labels: z.string().optional(),
      clients: z.string().optional(),
      ...shared,
    }),
    section({
      source: z.literal('idx'),
      images: file(),
      labels: file().optional(),
      classes: z
        .array(z.int().min(0).max(255))
        .min(1)
        .optional()
        .meta({ description: 'only the images with these labels' }),
      rotate: z
        .array(z.literal([0, 90, 180, 270]))
        .min(1)
        .refine((angles) => new Set(angles).size === angles.length, { error: 'expected distinct angles' })
        .optional()
        .meta({ description: 'every image once for each of these angles, which are then the classes' }),
      ...shared,
    }),
    section({ source: z.literal('leaf'), file: file(), ...shared }),
  ],
);

export type DataSettings = z.output<typeof dataSection>;

/** @param folder where the scenario lies, which its files are relative to */
export function dataSpec(settings: DataSettings, folder: string): DataSpec {
  const absolute = (name: string): string => resolve(folder, name);
  const optional = (name: string | undefined): string | undefined => name && absolute(name);
  switch (settings.source) {
    case 'gaussian-mixture':
      return settings;
    case 'csv':
    case 'leaf':
      return { ...settings, file: absolute(settings.file) };
    case 'npy': {
      const { points, labels, clients } = settings;
      return { ...settings, points: absolute(points), labels: optional(labels), clients: optional(clients) };
    }
    case 'idx':
      return { ...settings, images: absolute(settings.images), labels: optional(settings.labels) };
  }
}
