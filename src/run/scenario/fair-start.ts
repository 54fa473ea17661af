/**
 * The start that `--fair-start` asks for. With the random assignment that is the protocols' own, most clusters may never get a point, so
 * a comparison mainly compares starts. With a fair one the loss comes close to that with k-means++ seeds, but it costs privacy:
 * everybody learns which points the clusters begin with (docs/results.md has the figures of both). So nothing takes it unasked.
 */

import { CahootsError } from '../../core/base/errors.ts';
import { hasSetting, registered } from '../plugin/registry.ts';
import { loadScenario, type LoadOptions, type Point, type Scenario } from './load.ts';
import type { AxisSetting } from './sweep.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Settings to try, the best first: five starts of which the one with the least loss counts, without `farthest` if the server
cannot tell which points are far, and a single start if it cannot compare losses. */
function startsFor({ minimumCluster = 1 }: Settings): readonly Settings[] {
  const start = { subsets: minimumCluster, restarts: 5 };
  return [{ start, empty: 'farthest' }, { start }, { start: { subsets: minimumCluster } }];
}

export interface FairlyOptions extends LoadOptions {
  readonly fairStart?: boolean | undefined;
}

/** A scenario, and what was laid over its file. */
export interface FairlyLoaded {
  readonly scenario: Scenario;
  /** The settings of a fair start after those that were asked for, if it takes one. */
  readonly point?: Point | undefined;
  /** All overrides as `--set` takes them, those of a fair start included. */
  readonly set: readonly string[];
}

/**
 * Loads a scenario, if asked to with a fair start: where the scenario chooses none, and its protocol does not find its own.
 * @throws CahootsError if it could not run even without a fair start
 */
export function loadFairly(file: string, { fairStart, ...options }: FairlyOptions): FairlyLoaded {
  const { point, set = [] } = options;
  const scenario = loadScenario(file, options);
  const { name, ...written } = (scenario.source as { protocol: Settings & { name: string } }).protocol;
  const { protocols } = registered(options);
  const choosesNone = written['start'] === undefined && hasSetting(protocols, name, 'start');
  for (const settings of fairStart === true && choosesNone ? startsFor(written) : []) {
    // The scenario's own setting for empty clusters is kept.
    const fair = { ...settings, ...('empty' in written && { empty: written['empty'] }) };
    const laid = Object.entries(fair).map(([setting, value]) => laying(setting, value));
    const started = { ...point, settings: [...(point?.settings ?? []), ...laid] };
    try {
      const found = loadScenario(file, { ...options, point: started });
      return { scenario: found, point: started, set: [...set, ...laid.map(settingText)] };
    } catch (error) {
      if (!(error instanceof CahootsError)) throw error;
    }
  }
  return { scenario, point, set };
}

function laying(setting: string, value: unknown): AxisSetting {
  return { path: `protocol.${setting}`, value, cell: JSON.stringify(value), named: false, place: [] };
}

/** A setting as `--set` takes it. */
export function settingText({ path, value }: Pick<AxisSetting, 'path' | 'value'>): string {
  return `${path}=${JSON.stringify(value)}`;
}
