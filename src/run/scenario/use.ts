/** The `use` list: middleware, outermost for effects and innermost for bytes first. */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import type { Wrapping } from '../../core/engine/wire/wrapping.ts';
import type { AnyMiddleware, Layer } from '../middleware/middleware.ts';

/** An entry: a name, or a mapping of a name to its setting. */
type Use = string | Readonly<Record<string, unknown>>;

/** The list with this middleware. */
export function useSection(known: readonly AnyMiddleware[]): z.ZodType<readonly Use[]> {
  const forms = known.map(({ name, setting }): z.ZodType<Use> =>
    setting === undefined ? z.literal(name) : z.strictObject({ [name]: setting as z.ZodType }),
  );
  const names = known.map(({ name, setting }) => (setting === undefined ? name : `{ ${name}: ... }`));
  const [first, ...others] = forms;
  return z
    .array(z.union([first, ...others], { error: `expected one of ${names.join(', ')}` }))
    .default([])
    .meta({
      description: 'what is done with the messages and computations of every party, in this order',
      example: '[compress, { pad: 1KiB }]',
    });
}

/** What the entries do, each in its place. */
export function layersOf(uses: readonly Use[], known: readonly AnyMiddleware[]): readonly Layer[] {
  return uses.flatMap((use) => {
    const [name, setting] = typeof use === 'string' ? [use, undefined] : Object.entries(use)[0];
    return known.filter((one) => one.name === name).map((one) => layerOf(one, setting));
  });
}

/** @throws CahootsError for something else than a layer, which a plugin's author may return */
function layerOf(one: AnyMiddleware, setting: unknown): Layer {
  const { around, bytes } = ((one.layer(setting as never) as unknown) ?? {}) as Record<keyof Layer, unknown>;
  const { wrap, unwrap } = (bytes ?? {}) as Record<keyof Wrapping, unknown>;
  const parts = [...(around === undefined ? [] : [around]), ...(bytes === undefined ? [] : [wrap, unwrap])];
  if (parts.length > 0 && parts.every((part) => typeof part === 'function'))
    return { around, bytes } as Layer;
  throw new CahootsError(
    'bad-input',
    `middleware ${one.name}: expected a layer with a function \`around\`, or \`bytes\` with \`wrap\` and \`unwrap\`, got something else`,
  );
}
