/** Everything that scenarios may name: what is built into Cahoots, and what plugins add. */

import { type TransportKind, transports } from '../../core/engine/network/transport-kind.ts';
import { type AnyLatency, latencies } from '../../core/engine/network/latency.ts';
import type { AnyRuleKind } from '../../core/engine/network/rule-kind.ts';
import { type AnyPartition, partitions } from '../data/partition.ts';
import { type AnyScaling, scalings } from '../data/scaling.ts';
import type { AnySource } from '../data/source.ts';
import { sources } from '../data/sources/list.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { type FigureTable, figuresOf } from '../figures/table.ts';
import type { FaultKind } from '../fault/kind.ts';
import { KINDS } from '../fault/kinds.ts';
import { MIDDLEWARE } from '../middleware/list.ts';
import type { AnyMiddleware } from '../middleware/middleware.ts';
import type { TaskTable } from '../../core/engine/compute/task.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { ownPlugin, type Plugin, plugin } from './plugin.ts';
import type { PictureDescription } from './picture-description.ts';
import { tasksOf } from './tasks.ts';

/** What functions take that read or run scenarios. */
export interface Plugged {
  /** What scenarios may name besides what is built in. */
  readonly plugins: readonly Plugin[];
  /** The caller's own kinds of fault, outside of any plugin. */
  readonly faults?: readonly FaultKind[] | undefined;
}

export interface Registry {
  readonly protocols: readonly AnyProtocol[];
  readonly faults: readonly FaultKind[];
  readonly sources: readonly AnySource[];
  /** Without built-in ones, which are drawn elsewhere. */
  readonly pictures: readonly PictureDescription[];
  readonly latencies: readonly AnyLatency[];
  readonly rules: readonly AnyRuleKind[];
  readonly transports: readonly TransportKind[];
  readonly partitions: readonly AnyPartition[];
  readonly scalings: readonly AnyScaling[];
  readonly middleware: readonly AnyMiddleware[];
  /** Of all protocols. */
  readonly tasks: TaskTable;
  /** Of every run, and of all protocols. */
  readonly figures: FigureTable;
}

/** What is available in every run. */
const BUILT_IN = ownPlugin(import.meta.url, {
  name: 'built in',
  faults: KINDS,
  sources,
  latencies,
  transports,
  partitions,
  scalings,
  middleware: MIDDLEWARE,
});

/** The registry requested last, since runs request the same one many times. */
let newest: { readonly plugins: readonly Plugin[]; readonly registry: Registry } | undefined;

/**
 * Everything that plugins add, in order. A plugin may be given twice.
 * @throws CahootsError for two things of the same kind and name, two tasks of one name, or one figure with two meanings
 */
export function registryOf(plugins: readonly Plugin[]): Registry {
  const known = newest?.plugins;
  const same = known?.length === plugins.length && known.every((one, i) => one === plugins[i]);
  if (!same || newest === undefined) newest = { plugins: [...plugins], registry: fold(plugins) };
  return newest.registry;
}

function fold(plugins: readonly Plugin[]): Registry {
  const all = [...new Set([BUILT_IN, ...plugins])];
  distinct(
    'plugin',
    all.map(({ name, module }) => ({ name, by: module })),
  );
  const protocols = brought(all, 'protocols', 'protocol');
  return {
    protocols,
    tasks: tasksOf(all),
    figures: figuresOf(protocols),
    faults: brought(all, 'faults', 'kind of fault'),
    sources: brought(all, 'sources', 'source of data'),
    pictures: brought(all, 'pictures', 'picture'),
    latencies: brought(all, 'latencies', 'latency'),
    rules: brought(all, 'rules', 'rule'),
    transports: brought(all, 'transports', 'transport'),
    partitions: brought(all, 'partitions', 'partition'),
    scalings: brought(all, 'scalings', 'scaling'),
    middleware: brought(all, 'middleware', 'middleware'),
  };
}

/** What registries have by name. */
type Named = Exclude<keyof Registry, 'tasks' | 'figures'>;

function brought<K extends Named>(all: readonly Plugin[], key: K, kind: string): Registry[K] {
  distinct(
    kind,
    all.flatMap((one) => one[key].map(({ name }) => ({ name, by: `plugin ${one.name}` }))),
  );
  return all.flatMap((one): Registry[K][number][] => [...one[key]]) as never;
}

/**
 * Plugins made for callers' own kinds of fault: the same for the same list, since registries are cached by
 * their plugins.
 */
const around = new WeakMap<readonly FaultKind[], Plugin>();

/** Everything that plugins and the caller add. */
export function registered({ plugins, faults }: Plugged): Registry {
  if (faults === undefined || faults.length === 0) return registryOf(plugins);
  const own = around.get(faults) ?? plugin(import.meta.url, { name: "the caller's faults", faults });
  around.set(faults, own);
  return registryOf([...plugins, own]);
}

/**
 * The protocol of this name, built in or of a plugin.
 * @throws CahootsError for an unknown protocol
 */
export function protocolNamed({ plugins }: Plugged, wanted: string): AnyProtocol {
  const protocol = registryOf(plugins).protocols.find(({ name }) => name === wanted);
  if (protocol === undefined) {
    throw new CahootsError('bad-input', `expected a known protocol, got ${wanted}`);
  }
  return protocol;
}

function distinct(kind: string, things: readonly { readonly name: string; readonly by: string }[]): void {
  const seen = new Map<string, string>();
  for (const { name, by } of things) {
    const before = seen.get(name);
    if (before !== undefined) {
      const message = `expected one ${kind} named ${name}, got two: of ${before} and of ${by}`;
      throw new CahootsError('bad-input', message);
    }
    seen.set(name, by);
  }
}

/** Whether the protocol of this name has a setting; false for an unknown protocol. */
export function hasSetting(protocols: readonly AnyProtocol[], name: string, setting: string): boolean {
  const parameters = protocols.find((protocol) => protocol.name === name)?.parameters;
  return parameters !== undefined && Object.hasOwn(parameters.shape, setting);
}
