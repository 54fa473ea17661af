/**
 * A plugin: everything that can be added to Cahoots, as one value. The protocols in `actors/` are one, and a
 * user's own are made by the same function.
 */

import { platform } from '#platform';
import { z } from 'zod';
import type { AnySource } from '../data/source.ts';
import type { FaultKind } from '../fault/kind.ts';
import { figureShape } from '../figures/shape.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
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
  const { name, protocols = [], faults = [], sources = [], suggest } = additions;
  platform.threadsImport(module);
  return Object.freeze({ name, module, protocols, faults, sources, suggest, [MADE_BY]: import.meta.url });
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
          settings: z.record(z.string(), z.custom(isType, { error: 'expected a zod type' })),
          load: fun,
        },
        { error: 'expected source(...)' },
      ),
      list,
    )
    .optional(),
  suggest: fun.optional(),
});

function isType(value: unknown): boolean {
  return value instanceof z.ZodType;
}
