/** The front door of a run's data: whatever a scenario names as its source becomes one {@link DataSet}. */

import type { DataSet } from './data-set.ts';
import { type Box, scaleToBox } from './scale.ts';
import type { AnySource, LoadContext } from './source.ts';

/** The settings of a source, and what is done to the points whatever they come from. */
export type DataSpec = Readonly<Record<string, unknown>> & {
  /** Where the points are scaled to; they stay as they are where it is not given. */
  readonly scale?: Box | undefined;
};

/** Draws or reads the data, and scales it. Throws `bad-input`. */
export function loadData(source: AnySource, { scale, ...settings }: DataSpec, context: LoadContext): DataSet {
  const data = source.load(settings, context);
  return scale === undefined ? data : { ...data, points: scaleToBox(data.points, scale) };
}
