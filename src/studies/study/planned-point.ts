/** A scenario with a point laid over it, checked as a run of it would be: its runs can be ordered under any seed. */

import { dirname } from 'node:path';
import { CahootsError } from '../../base/errors.ts';
import type { Plugged } from '../../plugin/registry.ts';
import { type About, Subject } from '../../results/tidy/about.ts';
import { Fingerprints } from '../../results/tidy/fingerprint.ts';
import type { Provenance } from '../../results/tidy/provenance.ts';
import type { Row } from '../../results/tidy/rows.ts';
import { settingCells } from '../../results/tidy/settings.ts';
import { loadScenario, type Point } from '../../scenario/load.ts';
import type { AxisSetting } from '../../scenario/sweep.ts';
import type { Planned } from './run-job.ts';

export interface PlanOptions extends Plugged {
  /** Settings laid over the file, before those of the point. */
  readonly set?: readonly string[];
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
   * @param shown settings of the point that rows have under their names even where these are no columns of their own
   * @throws CahootsError where it could not run
   */
  at(point: Point | undefined, shown: readonly AxisSetting[] = []): PlannedPoint {
    const file = this.#file;
    const { plugins, set = [] } = this.#options;
    const scenario = loadScenario(file, { plugins, set, ...(point && { point }) });
    const { name, seed, source, settings: document, unasked = [] } = scenario;
    const settings = settingCells(document);
    const laid = [...set, ...settingTexts(point, source, unasked.length > 0)];
    // Runs have their seeds laid over the file.
    const written = { ...scenario, source: { ...(source as object), seed } };
    const subject = Subject.of(written, { file, set: laid }, this.#provenance, this.#fingerprints);
    const cells = Object.fromEntries(
      shown
        .filter(({ path, named }) => named || settings[path] === undefined)
        .map(({ path, cell }) => [path, cell]),
    );
    const files = this.#fingerprints.filesOf(file, source);
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
      under: (own) => ({ order: { file, seed: own, set: laid }, about: about(own), files, varies }),
    };
  }
}

export interface PlannedPoint {
  readonly file: string;
  /** Of the scenario. */
  readonly name: string;
  readonly firstSeed: number;
  /** Its protocol as it is written. */
  readonly protocol: Readonly<Record<string, unknown>> & { readonly name: string };
  /** What its file expects and its protocol cannot be asked for. */
  readonly unasked: readonly string[];
  /** All that tells points apart, as columns. */
  readonly settings: Row;
  /** What makes it of the file, on any command line. */
  readonly set: readonly string[];
  readonly about: (seed: number) => About;
  readonly under: (seed: number) => Planned;
}

/** What lays a point over its file from outside. */
function settingTexts(point: Point | undefined, source: unknown, expectsLess: boolean): string[] {
  const { protocol, settings = [] } = point ?? {};
  const { protocol: resolved, expect } = source as { readonly protocol: unknown; readonly expect?: unknown };
  const others = settings.filter(({ path }) => protocol === undefined || !path.startsWith('protocol.'));
  return [
    // As resolved: what carried over from the file's own is in it.
    ...(protocol === undefined ? [] : [`protocol=${JSON.stringify(resolved)}`]),
    ...(expectsLess ? [`expect=${JSON.stringify(expect)}`] : []),
    ...others.map(({ path, value }) => `${path}=${JSON.stringify(value)}`),
  ];
}

/**
 * So many seeds from the first on.
 * @throws CahootsError where there are not so many
 */
export function seedsFrom(first: number, count: number, file: string): number[] {
  if (first > Number.MAX_SAFE_INTEGER - (count - 1)) {
    const message = `expected seeds up to ${Number.MAX_SAFE_INTEGER}, got ${count} from ${first} on`;
    throw new CahootsError('bad-input', message, { file, path: 'seed' });
  }
  return Array.from({ length: count }, (_, i) => first + i);
}
