/** What a plugin may bring, by shape: authors who write JavaScript are told what is wrong. */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import { MOST_ATTEMPTS } from '../../core/engine/network/transport-kind.ts';
import { figureShape } from '../figures/shape.ts';

/**
 * Checks what a plugin brings. The schema is made here, as most commands load no plugin but our own.
 * @throws CahootsError for values of the wrong kind
 */
export function checkAdditions(additions: { readonly name: unknown }): void {
  const checked = shapeOfAdditions().safeParse(additions);
  if (checked.success) return;
  const [{ path, message }] = checked.error.issues;
  const by = typeof additions.name === 'string' ? additions.name : 'without a name';
  throw new CahootsError('bad-input', `plugin ${by}: ${path.join('.')}: ${message}`);
}

const name = z.string({ error: 'expected a name' }).min(1, { error: 'expected a name' });
const list = { error: 'expected a list' };
const fun = z.custom((value) => typeof value === 'function', { error: 'expected a function' });

const types = z.record(z.string(), z.custom(isType, { error: 'expected a zod type' }));

/** A list of what a function makes. */
function listOf(maker: string, parts: z.ZodRawShape) {
  return z.array(z.object({ name, ...parts }, { error: `expected ${maker}(...)` }), list).optional();
}

const shapeOfAdditions = () =>
  z.object({
    name,
    protocols: listOf('protocol', {
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
    }),
    faults: z
      .array(
        z.object({ name, draw: fun, act: fun }, { error: 'expected actorFault, linkFault or messageFault' }),
        list,
      )
      .optional(),
    sources: listOf('source', { settings: types, load: fun }),
    pictures: listOf('picture', { summary: name, rows: fun, draw: fun }),
    latencies: listOf('latency', {
      settings: z.custom(isType, { error: 'expected a zod type' }),
      draws: fun,
    }),
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
