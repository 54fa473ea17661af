/** Reads a scenario once and rejects whatever could not run: file, line, column, path, expected, got. */

import { platform } from '#platform';
import type { Labels } from '../../core/base/labels.ts';
import { readAssignment } from '../data/assignment.ts';
import type { DataSet } from '../data/data-set.ts';
import { inYaml } from '../../core/base/in-yaml.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { Fault } from '../fault/fault.ts';
import { deepFreeze } from '../../core/base/freeze.ts';
import { hasSetting, type Plugged, type Registry, registered } from '../plugin/registry.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { Population } from '../../core/protocol/population.ts';
import { Random } from '../../core/base/random.ts';
import type { Limits } from '../../core/engine/clock/bounds.ts';
import type { NetworkSpec } from '../../core/engine/network/network.ts';
import { type ChosenTimeout, chosenTimeout } from './chosen-timeout.ts';
import { type Collusion, type ActiveAdversary, adversaryOf } from './collusion.ts';
import {
  type DataFiles,
  filesAt,
  filesBelow,
  filesFrom,
  type FilesRead,
  type FindFile,
  type Locate,
  noting,
} from './data-files.ts';
import { deviceRates, ownBandwidth, profilesOf, type Rates } from './devices.ts';
import { ScenarioFile } from './document.ts';
import { namedFaults } from './faults.ts';
import type { Layer } from '../middleware/middleware.ts';
import { askable, type Expectations } from './expect.ts';
import { inlined } from './inlined.ts';
import { limitsOf } from './limits.ts';
import type { Profile } from './profile.ts';
import { unknownActors, wrongFaults } from './names.ts';
import { networkSpec } from './network.ts';
import { parse, refuse } from './parse.ts';
import { placedIn } from './placed.ts';
import { type ScenarioPoints, scenarioPoints } from './points.ts';
import { populationOf } from './population.ts';
import { problemsOf } from './problems.ts';
import { protocolAndParties } from './protocol-and-parties.ts';
import type { ScenarioDocument } from './schema.ts';
import type { Budget } from './swarm.ts';
import { layersOf } from './use.ts';
import { storedSource } from './stored-source.ts';
import type { AxisSetting, SweepSettings } from './sweep.ts';

/** A scenario that can run. */
export interface Scenario extends ScenarioPoints {
  readonly name: string;
  readonly description: string;
  readonly seed: number;
  readonly protocol: string;
  /** The protocol's settings, defaults filled in. */
  readonly parameters: CommonParameters;
  /** The timeout among these, if the file sets none. */
  readonly timeout?: ChosenTimeout;
  readonly population: Population;
  readonly parties: Parties;
  /** The cluster of each row of the data to start from, if given in a file (0xffff: none). */
  readonly start?: Labels;
  readonly network: NetworkSpec;
  readonly rates: Rates;
  /** Measured durations of each party's device; absent if none were measured. */
  readonly profileOf?: (actor: string) => Profile | undefined;
  /** How computations are timed: by counted operations and rates, or as measured on this machine. */
  readonly durations: 'counted' | 'measured';
  readonly faults: readonly Fault[];
  /** What is around the parties' messages and computations. */
  readonly layers: readonly Layer[];
  /** What must hold of the run. */
  readonly expect: Expectations;
  /** Expectations in the file that do not apply to this protocol from a `compare` list; absent: none. */
  readonly unasked?: readonly string[];
  /** The limits on random faults. */
  readonly swarm: Budget;
  /** The limits that end a run wherever it is. */
  readonly limits: Required<Limits>;
  readonly messageBytes: number;
  readonly mailboxBytes: number;
  readonly collusion: readonly Collusion[];
  /** The members that do not follow the protocol. */
  readonly adversary?: ActiveAdversary;
  /** The file as plain values, overrides applied, with contents in place of the files that a trace stores whole. */
  readonly source: unknown;
  readonly files: FilesRead;
  /** The file with all defaults filled in, quantities in their base units. */
  readonly settings: ScenarioDocument;
}

/** The overrides of one point of a sweep. */
export interface Point {
  /** Where in the document its protocol is, if not in the usual place. */
  readonly protocol?: readonly PropertyKey[];
  readonly settings: readonly AxisSetting[];
}

export interface LoadOptions extends Plugged {
  /** Replaces the file's seed. */
  readonly seed?: number | undefined;
  /** Overrides, such as `protocol.privacy=3`. */
  readonly set?: readonly string[] | undefined;
  /** What a sweep varies besides what the file says, such as `protocol.privacy=1..4`. */
  readonly axes?: readonly string[] | undefined;
  /**
   * Whether it comes from somebody else's file: it may then read only files below its folder, and errors
   * quote nothing from them.
   */
  readonly foreign?: boolean | undefined;
  /** The actual path of a file, given its name, including the scenario's; absent: the name itself. */
  readonly locate?: Locate | undefined;
  /** 0, the default: the scenario's own protocol; otherwise the position, from 1, of one in its `compare` list. */
  readonly variant?: number | undefined;
  /** A point of a sweep, which overrides everything else. */
  readonly point?: Point | undefined;
}

/**
 * @param file path of a YAML file; data files in it are relative to it
 * @throws CahootsError with every mistake found
 */
export function loadScenario(file: string, options: LoadOptions): Scenario {
  return load(openScenario(file, options), filesOf(platform.paths.dirname(file), options), options);
}

function filesOf(folder: string, { foreign, locate }: LoadOptions): DataFiles {
  if (foreign === true) return filesBelow(folder);
  return locate === undefined ? filesFrom(folder) : filesAt(folder, locate);
}

/**
 * Loads a scenario from its {@link Scenario.source}, as stored in a trace.
 * @param name its name in errors
 * @param folder what its data files are relative to
 * @throws CahootsError if it cannot run here: an unknown protocol, a missing data file
 */
export function reloadScenario(
  source: unknown,
  name: string,
  folder: string,
  options: LoadOptions,
): Scenario {
  return load(new ScenarioFile(name, { values: source }), filesOf(folder, options), options);
}

function load(source: ScenarioFile, { find, list }: DataFiles, options: LoadOptions): Scenario {
  const known = registered(options);
  const unasked = applyOverrides(source, known, options);
  const placed = <T>(read: () => T): T => placedIn(source, options.foreign === true, read);
  const written = parse(source, known);
  const [stored, named] = [new Set<string>(), new Set<string>()];
  const { protocol, parties } = protocolAndParties(written.protocol, written.clients, known.protocols);
  const values = placed(() => inlined(written, source.values, parties, noting(find, stored)));
  const files = noting(find, named);
  const document = values === source.values ? written : parse(source, known, values);
  const { name: _, ...settings } = document.protocol;
  const given = settings as CommonParameters;
  refuse([
    ...unknownActors(document, parties, source),
    ...wrongFaults(document, known.faults, protocol, parties, source),
  ]);

  const random = new Random(document.seed);
  const points = placed(() => scenarioPoints(document, parties.clients, { ...known, files, list, random }));
  const population = populationOf(points.data, parties.clients, points.shards);
  const heldOut = points.heldOut !== undefined;
  refuse(
    problemsOf(document, { protocol, parameters: given, parties, population, heldOut }).map(
      ({ path, expected, got }) =>
        new CahootsError('bad-input', `expected ${expected}, got ${got}`, source.place(path.split('.'))),
    ),
  );
  const bandwidth = ownBandwidth(document.devices, parties);
  const network = networkSpec(document.network, parties, bandwidth, random, known);
  const rates = deviceRates(document.devices, parties, random);
  const { latencies } = known;
  const timed = { document, protocol, parameters: given, population, parties, network, rates, latencies };
  const timeout = chosenTimeout(timed, values);
  const parameters = { ...given, ...(timeout && { timeout: timeout.timeoutNs }) };
  const adversary = adversaryOf(document.collusion);
  const profileOf = profilesOf(document.devices, parties);
  const start = placed(() => startIn(parameters, points.data, files));
  return Object.freeze({
    name: document.name,
    description: document.description,
    seed: document.seed,
    protocol: protocol.name,
    parameters: deepFreeze(parameters, 'protocol'),
    ...points,
    population: deepFreeze(population, 'population'),
    parties,
    ...(start && { start }),
    network: deepFreeze(network, 'network'),
    rates: deepFreeze(rates, 'rates'),
    ...(timeout && { timeout: Object.freeze(timeout) }),
    durations: document.devices.durations,
    faults: deepFreeze(namedFaults(document.faults), 'faults'),
    layers: layersOf(document.use, known.middleware),
    expect: deepFreeze(document.expect, 'expect'),
    ...(unasked.length > 0 && { unasked }),
    swarm: deepFreeze(document.swarm, 'swarm'),
    limits: Object.freeze(limitsOf(document.limits)),
    messageBytes: document.limits.message,
    mailboxBytes: document.limits.mailbox,
    collusion: deepFreeze(document.collusion, 'collusion'),
    ...(adversary && { adversary }),
    ...(profileOf && { profileOf }),
    source: storedSource(values, source.isUnseeded ? document.seed : undefined),
    files: { all: [...new Set([...stored, ...named])], named: [...named] },
    settings: { ...document, protocol: { ...document.protocol, ...parameters } },
  });
}

/**
 * Lays a compared protocol, or the settings of a sweep's point, over the file.
 * @returns the expectations in the file that do not apply then, by name
 */
function applyOverrides(
  source: ScenarioFile,
  known: Registry,
  { variant = 0, point }: LoadOptions,
): readonly string[] {
  if (variant > 0) {
    const { compare } = parse(source, known);
    if (variant > compare.length) {
      const message = `expected at most ${compare.length} protocols to compare with, got ${variant}`;
      throw new CahootsError('bad-input', message, source.place(['compare']));
    }
  }
  const other = variant > 0 ? ['compare', variant - 1] : point?.protocol;
  if (other !== undefined)
    source.useProtocol(other, (name, setting) => hasSetting(known.protocols, name, setting));
  for (const { path, value, place } of point?.settings ?? []) source.lay(path, value, ['sweep', ...place]);
  return other === undefined ? [] : askOnly(source, known);
}

/** The clustering to start from, if it is given in a file. */
function startIn(
  { start, clusters }: CommonParameters,
  { points, sourceRows }: DataSet,
  files: FindFile,
): Labels | undefined {
  if (typeof start !== 'object' || !('file' in start)) return undefined;
  return readAssignment(files(start.file), { points: points.rows, sourceRows, clusters });
}

/** Removes expectations that do not apply to the protocol. Returns their names. */
function askOnly(source: ScenarioFile, known: Registry): readonly string[] {
  const { protocol } = parse(source, known);
  const { expect: expected = {} } = source.values as { expect?: Readonly<Record<string, unknown>> };
  const asked = known.protocols.find(({ name }) => name === protocol.name) as AnyProtocol;
  const { expect, unasked } = askable(expected, asked);
  if (unasked.length > 0) source.lay('expect', expect, ['expect']);
  return unasked;
}

/**
 * What a scenario compares: its own protocol, then those of its `compare` list, each by its name and the settings that
 * the list gives it.
 */
export function variantsOf(file: string, options: LoadOptions): readonly string[] {
  const source = openScenario(file, options);
  const { protocol } = parse(source, registered(options));
  // As written: parsed, they would include all defaults.
  const { compare = [] } = source.values as { compare?: readonly (string | { readonly name: string })[] };
  const titles = compare.map((item) => {
    const { name, ...settings } = typeof item === 'string' ? { name: item } : item;
    return [name, ...Object.entries(settings).map(([key, value]) => `${key}=${inYaml(value)}`)].join(' ');
  });
  return [protocol.name, ...titles];
}

/** Its sweep section, and the name of its own protocol. */
export function sweepOf(
  file: string,
  options: LoadOptions,
): { readonly settings: SweepSettings; readonly protocol: string } {
  const { sweep, protocol } = parse(openScenario(file, options), registered(options));
  return { settings: sweep, protocol: protocol.name };
}

function openScenario(file: string, { seed, set = [], axes = [], locate }: LoadOptions): ScenarioFile {
  const source = new ScenarioFile(file, locate && { path: locate(file) });
  for (const setting of set) source.set(setting);
  for (const axis of axes) source.vary(axis);
  if (seed !== undefined) source.set(`seed=${seed}`);
  return source;
}
