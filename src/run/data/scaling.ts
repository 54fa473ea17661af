/** How points are scaled, as values: ours, and those of plugins. */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import type { Matrix } from '../../core/base/matrix.ts';
import { section } from '../../core/base/section.ts';
import { type Box, normalise, scaleToBox, standardise } from './scale.ts';

/** A way to scale points. `S` is the zod type of its settings. */
export interface Scaling<S extends z.ZodType = z.ZodType> {
  /** Its name in scenarios, under `data.scale`: alone, or as the key of its settings. */
  readonly name: string;
  /** What it does, in one line, to help choose. */
  readonly summary: string;
  /** Absent: it has no settings. */
  readonly settings?: S;
  /** Whether a scenario writes its settings without its name. */
  readonly unnamed?: true;
  /**
   * Points in other coordinates, row by row.
   * @throws CahootsError if these points cannot be scaled
   */
  scale(points: Matrix, settings: z.output<S>): Matrix;
}

/** Any scaling: what lists of scalings hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyScaling = Scaling<any>;

/** Declares a way to scale points. */
export function scaling<S extends z.ZodType>(declared: Scaling<S>): Scaling<S> {
  return Object.freeze(declared);
}

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

/** Ours, in the order in which they are listed. */
export const scalings: readonly AnyScaling[] = [
  scaling({
    name: 'z-score',
    summary: 'every coordinate to mean 0 and deviation 1',
    scale: standardise,
  }),
  scaling({
    name: 'unit-norm',
    summary: 'every point to length 1',
    scale: normalise,
  }),
  scaling({ name: 'box', summary: 'into a box', settings: box, unnamed: true, scale: scaleToBox }),
];

/** As a scenario names a scaling: `z-score`, its settings under its name, or those of a box. */
export type Scale = string | Box | Readonly<Record<string, unknown>>;

/** The schema of one step, or of several, with these scalings. */
export function scaleSetting(known: readonly AnyScaling[]) {
  const plain = known.flatMap(({ name, settings }) => (settings === undefined ? [name] : []));
  const forms = known.flatMap(({ name, settings, unnamed }) =>
    settings === undefined ? [] : [unnamed ? settings : section({ [name]: settings as z.ZodType })],
  );
  const mappings = known.flatMap(({ name, settings, unnamed }) =>
    settings === undefined ? [] : [unnamed ? 'minimum and maximum' : name],
  );
  const error = `expected ${plain.join(', ')}, a mapping with ${mappings.join(', or ')}, or a list of these`;
  const steps = [z.enum(plain), ...forms] as const;
  const one = z.union(steps, { error });
  return z.union([...steps, z.array(one).min(1)], { error }).meta({
    description: `${known.map(({ name, summary, unnamed }) => `${unnamed ? 'minimum and maximum' : name}: ${summary}`).join('; ')}; a list: one after the other`,
  });
}

/**
 * Points scaled in one step.
 * @throws CahootsError for values too far apart for doubles, or a scaling that yields no points
 */
export function scalePoints(points: Matrix, scale: Scale, known: readonly AnyScaling[] = scalings): Matrix {
  const [found, settings] = namedBy(scale, known);
  const scaled: unknown = found.scale(points, settings);
  const { rows, columns, values } = (scaled ?? {}) as Partial<Matrix>;
  const fits =
    rows === points.rows && values instanceof Float64Array && values.length === rows * (columns ?? 0);
  if (!fits || columns === 0 || !values.every((value) => Number.isFinite(value))) {
    const message = `expected a matrix of ${points.rows} rows of finite numbers from the scaling ${found.name}, got something else`;
    throw new CahootsError('bad-input', message, { path: 'data.scale' });
  }
  return scaled as Matrix;
}

function namedBy(scale: Scale, known: readonly AnyScaling[]): readonly [AnyScaling, unknown] {
  const [name, settings] = typeof scale === 'string' ? [scale, undefined] : Object.entries(scale)[0];
  const found = known.find((one) => one.name === name && one.unnamed !== true);
  if (found !== undefined) return [found, settings];
  const unnamed = known.find((one) => one.unnamed === true);
  if (unnamed !== undefined && typeof scale !== 'string') return [unnamed, scale];
  throw new CahootsError('bad-input', `expected a known scaling, got ${name}`, { path: 'data.scale' });
}
