/** The events on a simulation's agenda, besides packets. */

import type { Computed } from '../compute/executor.ts';
import type { Tcp } from '../tcp/tcp.ts';
import type { Process } from '../actors/process.ts';

/** A computation that was handed to the executor, and is itself the event that ends it. */
export interface Computation<K extends 'measuring' | 'computed' = 'measuring' | 'computed'> {
  /** `measuring`: it must be measured before its duration is known. */
  readonly kind: K;
  readonly process: Process;
  readonly task: string;
  readonly operations: number;
  readonly result: () => Computed<unknown> | Promise<Computed<unknown>>;
}

export type Event =
  | Computation<'measuring'>
  | Computation<'computed'>
  | { readonly kind: 'wake'; readonly process: Process }
  /** Flows begin, end and change their rates after all other events of that time. */
  | { readonly kind: 'flows'; readonly tcp: Tcp }
  | { readonly kind: 'act'; readonly act: () => void }
  | { readonly kind: 'deadline'; readonly process: Process; readonly sequence: number };
