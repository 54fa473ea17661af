/**
 * A piece of a protocol that several are made of: its halves are behaviours that any protocol's parties call with `yield*`.
 * Whoever names it under `uses` has its messages and tasks, and those of what it uses itself.
 */

import type { ZodType } from 'zod';
import type { Task } from '../engine/compute/task.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { PhaseCost } from './cost.ts';
import type { Invariant } from './invariant.ts';

/** `S` is what the parties agree on about one use of it. */
export interface Subprotocol<S = never> {
  readonly name: string;
  /** One line for people who choose. */
  readonly summary: string;
  /** Its own settings, for a section of whoever uses it. */
  readonly settings?: ZodType;
  readonly uses?: readonly Subprotocol[];
  readonly messages: readonly AnyMessageType[];
  readonly tasks: readonly Task<never, unknown>[];
  /** What must hold whoever uses it. */
  readonly invariants?: readonly Invariant[];
  /** What one use should cost where nobody drops out. */
  cost?(session: S): readonly PhaseCost[];
}

/** Declares a sub-protocol. */
export function subprotocol<T extends Subprotocol>(declared: T): Readonly<T> {
  return Object.freeze(declared);
}

/** What several parts bring, each once: two that use the same third bring it together. */
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
