/**
 * Where iterations start in a comparison that does not say. With the random assignment that is the protocols' default, most clusters
 * may never get a point, so a comparison would mainly compare starts. With these starts the loss comes close to that with k-means++
 * seeds (docs/results.md has the figures), and no party sees more than the protocol declares for such a start.
 */

import { CahootsError } from '../../core/base/errors.ts';
import { inYaml } from '../../core/base/in-yaml.ts';
import { registryOf } from '../../run/plugin/registry.ts';
import { hasSetting, type Point } from '../../run/scenario/load.ts';
import type { PlannedPoint, Planner, PlanOptions } from './planned-point.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Settings to try, the best first: five starts of which the one with the least loss counts, without `farthest` if the server
cannot tell which points are far, and a single start if it cannot compare losses. */
function startsFor({ minimumCluster = 1 }: Settings): readonly Settings[] {
  const start = { subsets: minimumCluster, restarts: 5 };
  return [{ start, empty: 'farthest' }, { start }, { start: { subsets: minimumCluster } }];
}

/** A point of a comparison, with a fair start if it has one. */
export interface FairlyPlanned {
  readonly planned: PlannedPoint;
  /** The settings that were added, as in a scenario; absent: it has its own start, or none. */
  readonly start?: string;
}

/**
 * A point as planned, with a fair start if its protocol can have one and the scenario chooses none.
 * @throws CahootsError if it could not run even without a fair start
 */
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
    // The scenario's own setting for empty clusters is kept.
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
