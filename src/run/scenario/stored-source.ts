/** A scenario's values as a trace stores them. */

import { withoutSweep } from './sweep.ts';

/**
 * Without the sweep, of which it is one run.
 * @param seed of a file that has none: it is described with it, and in the same order, whichever way it got one
 */
export function storedSource(values: unknown, seed: number | undefined): unknown {
  const source = withoutSweep(values);
  if (seed === undefined) return source;
  const { seed: _, ...others } = source as { readonly seed?: unknown };
  return { ...others, seed };
}
