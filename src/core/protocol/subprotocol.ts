/**
 * A building block of several protocols: its two halves are behaviours that any protocol's parties call with
 * `yield*`. A protocol that lists it under `uses` has its messages and tasks, and those of its own
 * sub-protocols.
 */

import type { ZodType } from 'zod';
import type { Task } from '../engine/compute/task.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { PhaseCost } from './cost.ts';
import type { Invariant } from './invariant.ts';

/** `S` is what the parties agree on for one use of it. */
export interface Subprotocol<S = never> {
  readonly name: string;
  /** One line, to help choose. */
  readonly summary: string;
  /** Its own settings, for a section of the protocol that uses it. */
  readonly settings?: ZodType;
  readonly uses?: readonly Subprotocol[];
  readonly messages: readonly AnyMessageType[];
  readonly tasks: readonly Task<never, unknown>[];
  /** What must hold in every protocol that uses it. */
  readonly invariants?: readonly Invariant[];
  /** What one use should cost if nobody drops out. */
  cost?(session: S): readonly PhaseCost[];
}

/** The names of the messages, or tasks, of a sub-protocol and of those that it uses. */
export type NamesIn<U, K extends 'messages' | 'tasks'> =
  U extends Pick<Subprotocol, K>
    ? U[K][number]['name'] | (U extends { readonly uses: readonly (infer V)[] } ? NamesIn<V, K> : never)
    : never;

/** Declares a sub-protocol. */
export function subprotocol<T extends Subprotocol>(declared: T): Readonly<T> {
  return Object.freeze(declared);
}

/** What several sub-protocols include, each once, however many of them share it. */
export function broughtBy(
  parts: readonly Pick<Subprotocol, 'messages' | 'tasks' | 'uses' | 'invariants'>[],
): {
  readonly messages: readonly AnyMessageType[];
  readonly tasks: readonly Task<never, unknown>[];
  readonly invariants: readonly Invariant[];
} {
  const all = parts.flatMap(({ messages, tasks, uses = [], invariants = [] }) => {
    const below = broughtBy(uses);
    return {
      messages: [...messages, ...below.messages],
      tasks: [...tasks, ...below.tasks],
      invariants: [...invariants, ...below.invariants],
    };
  });
  return {
    messages: [...new Set(all.flatMap(({ messages }) => messages))],
    tasks: [...new Set(all.flatMap(({ tasks }) => tasks))],
    invariants: [...new Set(all.flatMap(({ invariants }) => invariants))],
  };
}
