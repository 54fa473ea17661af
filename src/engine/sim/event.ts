/** What lies on a simulation's agenda until its time comes, beside packets. */

import type { Computed } from '../compute/executor.ts';
import type { Tcp } from './tcp/tcp.ts';
import type { Process } from './process.ts';

/** A computation that was handed to the executor. */
export interface Computation {
  readonly process: Process;
  readonly task: string;
  readonly operations: number;
  readonly result: () => Computed<unknown> | Promise<Computed<unknown>>;
}

export type Event =
  /** It must be measured before anybody knows how long it takes. */
  | { readonly kind: 'measuring'; readonly process: Process; readonly computation: Computation }
  | { readonly kind: 'computed'; readonly process: Process; readonly computation: Computation }
  | { readonly kind: 'wake'; readonly process: Process }
  /** Flows begin, end and get other rates, when all else of that time has happened. */
  | { readonly kind: 'flows'; readonly tcp: Tcp }
  | { readonly kind: 'act'; readonly act: () => void }
  | { readonly kind: 'deadline'; readonly process: Process; readonly sequence: number };
