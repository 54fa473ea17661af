/**
 * Where iterations start in a comparison that does not say. From the random assignment that protocols have by default most clusters
 * may never get a point, so that a comparison would be about the start; with these the loss comes close to that of k-means++ seeds
 * (docs/results.md has the figures), and no party sees more than the protocol says of such a start.
 */

import { CahootsError } from '../../base/errors.ts';
import { inYaml } from '../../base/in-yaml.ts';
import { registryOf } from '../../plugin/registry.ts';
import { hasSetting, type Point } from '../../scenario/load.ts';
import type { PlannedPoint, Planner, PlanOptions } from './planned-point.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A few starts, of which the least loss counts; one where the server cannot compare losses, or tell which point is far. */
function startsFor({ minimumCluster = 1 }: Settings): readonly Settings[] {
  const start = { subsets: minimumCluster, restarts: 5 };
  return [{ start, empty: 'farthest' }, { start }, { start: { subsets: minimumCluster } }];
}

/** What is compared, from a fair start where there is one. */
export interface FairlyPlanned {
  readonly planned: PlannedPoint;
  /** The settings that were laid over it, as people write them; absent: it has its own start, or none. */
  readonly start?: string;
}

/** @throws CahootsError where it could not run as it is */
export function planFairly(
  planner: Planner,
  point: Point | undefined,
  { plugins }: PlanOptions,
): FairlyPlanned {
  const planned = planner.at(point);
  const { name, ...written } = planned.protocol;
  const { protocols } = registryOf(plugins);
  if (written['start'] !== undefined || !hasSetting(protocols, name, 'start')) return { planned };
  for (const settings of startsFor(written)) {
    // What the scenario says about empty clusters stays.
    const laid = Object.entries({ ...settings, ...('empty' in written && { empty: written['empty'] }) });
    try {
      const fair = planner.at({ ...point, settings: laid.map(([setting, value]) => laying(setting, value)) });
      return {
        planned: fair,
        start: laid.map(([setting, value]) => `${setting}: ${inYaml(value)}`).join(', '),
      };
    } catch (error) {
      if (!(error instanceof CahootsError)) throw error;
    }
  }
  return { planned };
}

function laying(setting: string, value: unknown) {
  const cell = JSON.stringify(value);
  return { path: `protocol.${setting}`, value, cell, named: false, place: [] };
}
