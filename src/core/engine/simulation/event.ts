/** The events on a simulation's agenda, besides packets. */

import type { Computed } from '../compute/executor.ts';
import type { Tcp } from '../tcp/tcp.ts';
import type { Process } from '../actors/process.ts';

/** A computation that was handed to the executor. */
export interface Computation {
  readonly process: Process;
  readonly task: string;
  readonly operations: number;
  readonly result: () => Computed<unknown> | Promise<Computed<unknown>>;
}

export type Event =
  /** The computation must be measured before its duration is known. */
  | { readonly kind: 'measuring'; readonly process: Process; readonly computation: Computation }
  | { readonly kind: 'computed'; readonly process: Process; readonly computation: Computation }
  | { readonly kind: 'wake'; readonly process: Process }
  /** Flows begin, end and change their rates after all other events of that time. */
  | { readonly kind: 'flows'; readonly tcp: Tcp }
  | { readonly kind: 'act'; readonly act: () => void }
  | { readonly kind: 'deadline'; readonly process: Process; readonly sequence: number };
