/**
 * Middleware as a value: something around the messages or computations of every party, with any protocol, which scenarios name
 * under `use`. Ours in this folder and a user's are made by the same function.
 */

import type { z } from 'zod';
import type { Self } from '../../core/engine/actors/actor.ts';
import type { Around } from './around.ts';
import type { Wrapping } from '../../core/engine/wire/wrapping.ts';

/** What one entry of `use` does in a run. */
export interface Layer {
  /** Around what each party does, given itself. The same steps must follow from the same effects and results. */
  readonly around?: ((self: Self) => Around) | undefined;
  /** What becomes of every message's bytes. The same bytes must be wrapped in the same way. */
  readonly bytes?: Wrapping | undefined;
}

/** @typeParam S the type of its setting */
export interface Middleware<S extends z.ZodType = z.ZodType> {
  /** Its name in scenarios. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What a scenario writes after its name, as in `{ pad: 1KiB }`; absent: it has none, and its name is all. */
  readonly setting?: S;
  layer(setting: z.output<S>): Layer;
}

/** Any middleware: what lists of it hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyMiddleware = Middleware<any>;

/** Declares middleware. */
export function middleware<S extends z.ZodType>(declared: Middleware<S>): Middleware<S> {
  return Object.freeze(declared);
}
