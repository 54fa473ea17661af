/** The events on a simulation's agenda, besides packets. */

import type { Computed } from '../compute/executor.ts';
import type { Tcp } from '../tcp/tcp.ts';
import type { Effect } from '../actors/effects.ts';
import type { Process } from '../actors/process.ts';

/** A computation that has begun, and is itself the event that ends it. */
export interface Computation<K extends 'measuring' | 'computed' = 'measuring' | 'computed'> {
  /** `measuring`: it must be measured before its duration is known. */
  readonly kind: K;
  readonly process: Process;
  readonly effect: Extract<Effect, { kind: 'compute' }>;
  readonly operations: number;
  /** Absent if its task is run when the result is wanted: a million may begin at one time, and a function for each would wait with it. */
  readonly result: (() => Computed<unknown> | Promise<Computed<unknown>>) | undefined;
}

export type Event =
  | Computation<'measuring'>
  | Computation<'computed'>
  | { readonly kind: 'wake'; readonly process: Process }
  /** Flows begin, end and change their rates after all other events of that time. */
  | { readonly kind: 'flows'; readonly tcp: Tcp }
  | { readonly kind: 'act'; readonly act: () => void }
  | { readonly kind: 'deadline'; readonly process: Process; readonly sequence: number };
