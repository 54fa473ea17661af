/** Images from MNIST's files, gzipped or not. */

import { z } from 'zod';
import { readIdxDataSet } from '../idx.ts';
import { source } from '../source.ts';

const file = () => z.string().meta({ description: 'relative to the scenario' });

export const idx = source({
  name: 'idx',
  settings: {
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
      .meta({ description: 'rotate every image by each of these angles, which become the classes' }),
  },
  load: ({ images, labels, ...options }, { path }) =>
    readIdxDataSet({
      images: path(images),
      labels: labels === undefined ? undefined : path(labels),
      ...options,
    }),
  opens: { endings: ['.gz', '.idx', '.idx3-ubyte'], settings: (images) => ({ images }) },
});
