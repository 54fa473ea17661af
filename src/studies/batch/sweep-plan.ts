/** The runs of a sweep, all checked and numbered before the first begins. */

import { CahootsError, CahootsErrors } from '../../core/base/errors.ts';
import { suggestion } from '../../core/base/suggestion.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { FigureTable } from '../../run/figures/table.ts';
import { registryOf } from '../../run/plugin/registry.ts';
import { sha256 } from '../../run/tidy/fingerprint.ts';
import type { Provenance } from '../../run/tidy/provenance.ts';
import { provenanceOf } from '../tables/provenance.ts';
import { hasSetting } from '../../run/plugin/registry.ts';
import { sweepOf } from '../../run/scenario/load.ts';
import type { AxisSetting } from '../../run/scenario/sweep.ts';
import { type PlannedPoint, Planner, type PlanOptions, seedsFrom } from './planned-point.ts';
import { gridSize, pointsOf } from './points.ts';
import type { Planned } from './run-job.ts';

/** More are assumed to be a typing error. */
const MOST_POINTS = 100_000;
const MOST_RUNS = 10_000_000;
/** How many mistakes are shown. */
const SHOWN = 5;

/** A point that its protocol refuses. */
export interface Skipped {
  /** Such as `protocol=secfc protocol.privacy=9`. */
  readonly title: string;
  readonly reason: string;
}

export interface SweepPlan {
  readonly file: string;
  /** Of the scenario. */
  readonly name: string;
  /** The paths that are varied. */
  readonly axes: readonly string[];
  readonly points: readonly PlannedPoint[];
  readonly seeds: readonly number[];
  readonly skipped: readonly Skipped[];
  /** Points times seeds. */
  readonly runs: number;
  /** SHA-256 over the whole plan and the code: identifies the sweep, and is the same for all its parts. */
  readonly digest: string;
  /** Of its protocols. */
  readonly figures: FigureTable;
  /** The run at this index: points in order, and for each point all seeds. */
  readonly at: (place: number) => Planned;
}

/**
 * The points of a scenario's sweep, each checked as for a run, and its seeds.
 * @throws CahootsError for a scenario without a sweep, and with the mistakes in points, unless these are to be skipped
 */
export function planSweep(file: string, options: PlanOptions): SweepPlan {
  const { plugins, set = [] } = options;
  const { settings, protocol } = sweepOf(file, options);
  const { axes, skipInvalid } = settings;
  const paths = axes.flatMap((axis) => axis.paths);
  if (axes.length === 0 && settings.seeds === 1) {
    const message =
      'expected what to vary, such as `sweep: { clients: [10, 20] }` in the scenario or --axis clients=10,20, got none';
    throw new CahootsError('bad-input', message, { file });
  }
  refuseSets(set, paths);
  if (gridSize(axes) > MOST_POINTS) {
    const message = `expected at most ${MOST_POINTS} points, got ${gridSize(axes)}`;
    throw new CahootsError('bad-input', message, { file, path: 'sweep' });
  }
  const { protocols, figures } = registryOf(plugins);
  const grid = pointsOf(axes, protocol, (name, setting) => hasSetting(protocols, name, setting));
  const used = grid.flatMap((one) => one.settings);
  refuseUnknown(paths, { used, protocols, file });
  const provenance = provenanceOf(plugins);
  const planner = new Planner(file, options, provenance);
  const points: PlannedPoint[] = [];
  const skipped: (Skipped & { readonly error: CahootsError })[] = [];
  for (const { point, settings: shown } of grid) {
    try {
      points.push(planner.at(point, shown));
    } catch (error) {
      if (!(error instanceof CahootsError)) throw error;
      skipped.push({ title: titleOf(shown), reason: error.message, error });
    }
  }
  if (skipped.length > 0 && (!skipInvalid || points.length === 0)) throw refusal(skipped, skipInvalid);
  const [first] = points;
  const seeds =
    typeof settings.seeds === 'number' ? seedsFrom(first.firstSeed, settings.seeds, file) : settings.seeds;
  const runs = points.length * seeds.length;
  if (runs > MOST_RUNS)
    throw new CahootsError('bad-input', `expected at most ${MOST_RUNS} runs, got ${runs}`, {
      file,
      path: 'sweep',
    });
  return {
    file,
    name: first.name,
    axes: paths,
    points,
    seeds,
    skipped: skipped.map(({ title, reason }) => ({ title, reason })),
    runs,
    figures: figures.ofProtocols(points.map(({ protocol: { name } }) => name)),
    digest: digestOf(points, seeds, provenance),
    at: (place) => points[Math.floor(place / seeds.length)].under(seeds[place % seeds.length]),
  };
}

/** Such as `protocol=secfc protocol.privacy=2`. */
export function titleOf(settings: readonly Pick<AxisSetting, 'path' | 'cell'>[]): string {
  return settings.map(({ path, cell }) => `${path}=${cell}`).join(' ');
}

/** Refuses settings from outside for what is varied, since one of the two would be lost. */
function refuseSets(set: readonly string[], paths: readonly string[]): void {
  for (const setting of set) {
    const [path] = setting.split('=');
    const varied = paths.find(
      (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
    );
    if (varied === undefined) continue;
    const message = `expected a setting that the sweep does not vary, got one beside ${varied}`;
    throw new CahootsError('bad-input', message, { path: `--set ${setting}` });
  }
}

/** Refuses settings that no protocol of the sweep has: these are typing errors. */
function refuseUnknown(
  paths: readonly string[],
  {
    used,
    protocols,
    file,
  }: { used: readonly AxisSetting[]; protocols: readonly AnyProtocol[]; file: string },
): void {
  const known = new Set(used.map(({ path }) => path));
  const unknown = paths.find((path) => !known.has(path));
  if (unknown === undefined) return;
  const settings = protocols.flatMap(({ parameters }) =>
    Object.keys(parameters.shape).map((name) => `protocol.${name}`),
  );
  const meant = suggestion(unknown, [...new Set(settings)]);
  const message = `expected a setting of one of the sweep's protocols, got ${unknown}${meant}`;
  throw new CahootsError('bad-input', message, { file, path: `sweep.${unknown}` });
}

function refusal(
  skipped: readonly (Skipped & { readonly error: CahootsError })[],
  skipInvalid: boolean,
): CahootsError {
  const errors = skipped.slice(0, SHOWN).map(({ title, error }) => {
    return new CahootsError('bad-input', `${error.message} (${title})`);
  });
  const more = skipped.length - errors.length;
  const advice = skipInvalid ? 'nothing is left to run' : '`skip: invalid` leaves out what cannot run';
  const last = new CahootsError('bad-input', `${more > 0 ? `and ${more} more; ` : ''}${advice}`);
  const [head, ...tail] = [...errors, last];
  return new CahootsErrors([head, ...tail]);
}

function digestOf(points: readonly PlannedPoint[], seeds: readonly number[], { code }: Provenance): string {
  const [seed] = seeds;
  return sha256(JSON.stringify([code, seeds, points.map(({ about }) => about(seed).run)]));
}
