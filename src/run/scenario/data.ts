/**
 * The `data` section: where the points come from, what is done to them, and how they are partitioned over
 * clients.
 */

import { z } from 'zod';
import type { AnyPartition } from '../data/partition.ts';
import { type AnyScaling, scaleSetting } from '../data/scaling.ts';
import type { AnySource } from '../data/source.ts';
import { choice, section } from '../../core/base/section.ts';

/** By the names of partitions, with their settings. */
function partitionSection(partitions: readonly AnyPartition[]) {
  const names = partitions.map(({ name }) => name);
  const sections = partitions.map(({ name, settings }) =>
    section({ by: z.literal(name), ...(settings as z.ZodRawShape) }),
  );
  return choice('by', names, sections as [(typeof sections)[0], ...typeof sections]);
}

/** What the section may name. */
export interface DataKinds {
  readonly sources: readonly AnySource[];
  readonly partitions: readonly AnyPartition[];
  readonly scalings: readonly AnyScaling[];
}

/** The schema of the section with these kinds. */
export function dataSection({ sources, partitions, scalings }: DataKinds) {
  const shared = {
    scale: scaleSetting(scalings).optional(),
    partition: partitionSection(partitions)
      .prefault({ by: 'iid' })
      .meta({ description: 'which client holds which points' }),
    holdOut: z.int().min(0).default(0).meta({
      description: 'points that take no part in the run, for comparison in membership attacks',
    }),
  };
  const names = sources.map(({ name }) => name);
  const sections = sources.map(({ name, settings }) =>
    section({ source: z.literal(name), ...(settings as z.ZodRawShape), ...shared }),
  );
  return choice('source', names, sections as [(typeof sections)[0], ...typeof sections]);
}
