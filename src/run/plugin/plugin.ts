/**
 * A plugin: everything that can be added to Cahoots, as one value. The protocols in `actors/` are one, and a
 * user's own are made by the same function.
 */

import { platform } from '#platform';
import type { AnyLatency } from '../../core/engine/network/latency.ts';
import type { AnyRuleKind } from '../../core/engine/network/rule-kind.ts';
import type { TransportKind } from '../../core/engine/network/transport-kind.ts';
import type { AnyPartition } from '../data/partition.ts';
import type { AnyScaling } from '../data/scaling.ts';
import type { AnySource } from '../data/source.ts';
import type { FaultKind } from '../fault/kind.ts';
import type { AnyMiddleware } from '../middleware/middleware.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { PictureDescription } from './picture-description.ts';
import { checkAdditions } from './shape.ts';
import type { Suggest } from './suggestion.ts';

/** What a plugin brings. */
export interface Additions {
  /** Its name in lists and errors. */
  readonly name: string;
  /** Protocols that scenarios can name under `protocol` and `compare`. */
  readonly protocols?: readonly AnyProtocol[];
  /** Kinds of fault, which scenarios can name under `faults` and swarms draw. */
  readonly faults?: readonly FaultKind[];
  /** Sources that scenarios can name under `data.source`. */
  readonly sources?: readonly AnySource[];
  /** What `cahoots plot` and pages draw. */
  readonly pictures?: readonly PictureDescription[];
  /** Distributions that scenarios can name wherever the network has a latency. */
  readonly latencies?: readonly AnyLatency[];
  /** Rules of the network, which scenarios can name under `network.rules`. */
  readonly rules?: readonly AnyRuleKind[];
  /** What becomes of packets that are lost, which scenarios can name under `network.transport`. */
  readonly transports?: readonly TransportKind[];
  /** How points are dealt, which scenarios can name under `data.partition.by`. */
  readonly partitions?: readonly AnyPartition[];
  /** How points are scaled, which scenarios can name under `data.scale`. */
  readonly scalings?: readonly AnyScaling[];
  /** What is around messages and computations, which scenarios can name under `use`. */
  readonly middleware?: readonly AnyMiddleware[];
  /** The protocols of a first scenario for a user's table (`cahoots init --csv`); the last plugin that suggests any is asked. */
  readonly suggest?: Suggest | undefined;
}

export interface Plugin extends Required<Omit<Additions, 'suggest'>> {
  readonly suggest?: Suggest | undefined;
  /** The URL of the module that exports it: a worker thread imports it from there. */
  readonly module: string;
  /** The file that the command line loaded it from, as given; absent if code passed it in. */
  readonly origin?: string;
}

/** What a plugin without it brings of each. */
const NOTHING = {
  protocols: [],
  faults: [],
  sources: [],
  pictures: [],
  latencies: [],
  rules: [],
  transports: [],
  partitions: [],
  scalings: [],
  middleware: [],
} satisfies Required<Omit<Additions, 'name' | 'suggest'>>;

/**
 * Declares a plugin; call it with `import.meta.url` and export the result.
 * @throws CahootsError for values of the wrong kind
 */
export function plugin(module: string, additions: Additions): Plugin {
  if (!URL.canParse(module) || typeof additions !== 'object') {
    throw new CahootsError(
      'bad-input',
      'expected plugin(import.meta.url, { name, ... }), got other arguments',
    );
  }
  checkAdditions(additions);
  return ownPlugin(module, additions);
}

/** Makes a plugin of what the compiler has checked: our own, which every command loads. */
export function ownPlugin(module: string, additions: Additions): Plugin {
  const { name, suggest } = additions;
  platform.threadsImport(module);
  return Object.freeze({ ...NOTHING, ...additions, name, module, suggest, [MADE_BY]: import.meta.url });
}

/**
 * The key under which a plugin records which copy of this module made it: an object that only looks like a
 * plugin has not been checked.
 */
const MADE_BY = Symbol.for('cahoots plugin');

/** The URL of the module that made a value a plugin; undefined if it is not one. */
export function makerOf(value: unknown): string | undefined {
  return (value as { readonly [MADE_BY]?: string } | null | undefined)?.[MADE_BY];
}

/** Whether a module's export was made with {@link plugin}. */
export function isPlugin(value: unknown): value is Plugin {
  return makerOf(value) === import.meta.url;
}
