/** The entry point for a run's data: any source that a scenario names yields a {@link DataSet}. */

import { checkDataSet } from './check.ts';
import type { DataSet } from './data-set.ts';
import { type AnyScaling, type Scale, scalePoints } from './scaling.ts';
import type { AnySource, LoadContext } from './source.ts';

/** The settings of a source, and what is done to the points of any source. */
export type DataSpec = Readonly<Record<string, unknown>> & {
  /** How the points are scaled, one step after another; unchanged by default. */
  readonly scale?: Scale | readonly Scale[] | undefined;
};

/** Draws or reads the data, and scales it. Throws `bad-input`. */
export function loadData(
  source: AnySource,
  { scale, ...settings }: DataSpec,
  context: LoadContext,
  known?: readonly AnyScaling[],
): DataSet {
  const data: unknown = source.load(settings, context);
  checkDataSet(source.name, data);
  const scales = scale === undefined ? [] : [scale].flat();
  return { ...data, points: scales.reduce((points, one) => scalePoints(points, one, known), data.points) };
}
