/** A scenario with the settings of a point, checked as for a run, from which runs with any seed can be ordered. */

import { dirname } from 'node:path';
import { CahootsError } from '../../core/base/errors.ts';
import type { Plugged } from '../../run/plugin/registry.ts';
import { type About, Subject } from '../../run/tidy/about.ts';
import { Fingerprints } from '../../run/tidy/fingerprint.ts';
import type { Provenance } from '../../run/tidy/provenance.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { settingCells } from '../../run/tidy/settings.ts';
import { loadFairly, settingText } from '../../run/scenario/fair-start.ts';
import type { Point } from '../../run/scenario/load.ts';
import type { AxisSetting } from '../../run/scenario/sweep.ts';
import type { Planned } from './run-job.ts';

export interface PlanOptions extends Plugged {
  /** Settings that override the file's, before those of the point. */
  readonly set?: readonly string[] | undefined;
  /** What a sweep varies besides what the file says, such as `protocol.privacy=1..4`. */
  readonly axes?: readonly string[] | undefined;
  /** Whether each point takes a fair start, see {@link loadFairly}. */
  readonly fairStart?: boolean | undefined;
}

/** What the points of a scenario have in common. */
export class Planner {
  readonly #file: string;
  readonly #options: PlanOptions;
  readonly #provenance: Provenance;
  readonly #fingerprints: Fingerprints;

  constructor(file: string, options: PlanOptions, provenance: Provenance) {
    this.#file = file;
    this.#options = options;
    this.#provenance = provenance;
    this.#fingerprints = new Fingerprints(dirname(file));
  }

  /**
   * @param shown settings of the point that rows include under their own names even if they are not separate columns
   * @throws CahootsError if it could not run
   */
  at(asked: Point | undefined, shown: readonly AxisSetting[] = []): PlannedPoint {
    const file = this.#file;
    const { plugins, set = [], axes, fairStart } = this.#options;
    const { scenario, point } = loadFairly(file, { plugins, set, axes, fairStart, point: asked });
    const { name, seed, source, settings: document, unasked = [] } = scenario;
    const settings = settingCells(document);
    const laid = [...set, ...settingTexts(point, source, unasked.length > 0)];
    const subject = Subject.of(scenario, { file, set: laid }, this.#provenance, this.#fingerprints);
    const cells = Object.fromEntries(
      shown
        .filter(({ path, named }) => named || settings[path] === undefined)
        .map(({ path, cell }) => [path, cell]),
    );
    const files = this.#fingerprints.filesOf(file, scenario.files);
    const varies = scenario.durations === 'measured';
    const about = (under: number): About => ({ ...subject.under(under), ...cells });
    return {
      file,
      name,
      firstSeed: seed,
      protocol: (source as Pick<PlannedPoint, 'protocol'>).protocol,
      settings: { seed, ...settings, ...cells },
      unasked,
      set: laid,
      about,
      under: (own) => ({ request: { file, seed: own, set: laid }, about: about(own), files, varies }),
    };
  }
}

export interface PlannedPoint {
  readonly file: string;
  /** Of the scenario. */
  readonly name: string;
  readonly firstSeed: number;
  /** Its protocol as written. */
  readonly protocol: Readonly<Record<string, unknown>> & { readonly name: string };
  /** Expectations in its file that do not apply to its protocol. */
  readonly unasked: readonly string[];
  /** The settings that distinguish points, as columns. */
  readonly settings: Row;
  /** The `--set` arguments that turn the file into it, on any command line. */
  readonly set: readonly string[];
  readonly about: (seed: number) => About;
  readonly under: (seed: number) => Planned;
}

/** The settings that turn a file into a point, as `--set` takes them. */
function settingTexts(point: Point | undefined, source: unknown, expectsLess: boolean): string[] {
  const { protocol, settings = [] } = point ?? {};
  const { protocol: resolved, expect } = source as { readonly protocol: unknown; readonly expect?: unknown };
  const others = settings.filter(({ path }) => protocol === undefined || !path.startsWith('protocol.'));
  return [
    // As resolved, including what was carried over from the file's own protocol.
    ...(protocol === undefined ? [] : [`protocol=${JSON.stringify(resolved)}`]),
    ...(expectsLess ? [`expect=${JSON.stringify(expect)}`] : []),
    ...others.map(settingText),
  ];
}

/**
 * Consecutive seeds from the first on.
 * @throws CahootsError if the last would be too large
 */
export function seedsFrom(first: number, count: number, file: string): number[] {
  if (first > Number.MAX_SAFE_INTEGER - (count - 1)) {
    const message = `expected seeds up to ${Number.MAX_SAFE_INTEGER}, got ${count} from ${first} on`;
    throw new CahootsError('bad-input', message, { file, path: 'seed' });
  }
  return Array.from({ length: count }, (_, i) => first + i);
}
