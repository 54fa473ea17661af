/**
 * A plugin: everything that can be added to Cahoots, as one value. The protocols in `actors/` are one, and a
 * user's own are made by the same function.
 */

import { platform } from '#platform';
import { z } from 'zod';
import type { AnyLatency } from '../../core/engine/network/latency.ts';
import type { AnyRuleKind } from '../../core/engine/network/rule-kind.ts';
import { MOST_ATTEMPTS, type TransportKind } from '../../core/engine/network/transport-kind.ts';
import type { AnyPartition } from '../data/partition.ts';
import type { AnyScaling } from '../data/scaling.ts';
import type { AnySource } from '../data/source.ts';
import type { FaultKind } from '../fault/kind.ts';
import type { AnyMiddleware } from '../middleware/middleware.ts';
import { figureShape } from '../figures/shape.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { PictureDescription } from './picture-description.ts';
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
  readonly suggest?: Suggest;
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
  const named = shape.safeParse(additions);
  if (!named.success) {
    const [{ path, message }] = named.error.issues;
    const name = typeof additions.name === 'string' ? additions.name : 'without a name';
    throw new CahootsError('bad-input', `plugin ${name}: ${path.join('.')}: ${message}`);
  }
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

const name = z.string({ error: 'expected a name' }).min(1, { error: 'expected a name' });
const list = { error: 'expected a list' };
const fun = z.custom((value) => typeof value === 'function', { error: 'expected a function' });

const types = z.record(z.string(), z.custom(isType, { error: 'expected a zod type' }));

/** A list of what a function makes. */
function listOf(maker: string, parts: z.ZodRawShape) {
  return z.array(z.object({ name, ...parts }, { error: `expected ${maker}(...)` }), list).optional();
}

const shape = z.object({
  name,
  protocols: z
    .array(
      z.object(
        {
          name,
          parameters: z.instanceof(z.ZodObject, { error: 'expected z.object or z.strictObject of settings' }),
          messages: z.array(z.object({ name }, { error: 'expected message(...)' }), list),
          tasks: z.array(z.object({ name, run: fun }, { error: 'expected defineTask(...)' }), list),
          check: fun,
          agree: fun,
          roles: z.record(z.string(), z.object({ play: fun }, { error: 'expected role(...)' })),
          cost: fun,
          figures: z.array(figureShape, list).optional(),
          properties: z
            .record(
              z.string(),
              z.object({ violated: fun }, { error: 'expected a mapping with summary and violated' }),
            )
            .optional(),
        },
        { error: 'expected protocol(...)' },
      ),
      list,
    )
    .optional(),
  faults: z
    .array(
      z.object({ name, draw: fun, act: fun }, { error: 'expected actorFault, linkFault or messageFault' }),
      list,
    )
    .optional(),
  sources: z
    .array(
      z.object(
        {
          name,
          settings: types,
          load: fun,
        },
        { error: 'expected source(...)' },
      ),
      list,
    )
    .optional(),
  pictures: listOf('picture', { summary: name, rows: fun, draw: fun }),
  latencies: listOf('latency', { settings: z.custom(isType, { error: 'expected a zod type' }), draws: fun }),
  rules: listOf('rule', { settings: types, apply: fun }),
  transports: listOf('transport', {
    summary: name,
    attempts: z.int({ error: 'expected a whole number of 1 or more' }).min(1).max(MOST_ATTEMPTS),
    resendsAfter: fun.optional(),
  }),
  partitions: listOf('partition', { settings: types, deal: fun }),
  scalings: listOf('scaling', {
    settings: z.custom(isType, { error: 'expected a zod type' }).optional(),
    scale: fun,
  }),
  middleware: listOf('middleware', {
    setting: z.custom(isType, { error: 'expected a zod type' }).optional(),
    layer: fun,
  }),
  suggest: fun.optional(),
});

function isType(value: unknown): boolean {
  return value instanceof z.ZodType;
}
