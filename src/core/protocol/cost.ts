/** What a protocol should cost in its paper's units: formulas that refer to message types and tasks. */

import type { Task } from '../engine/compute/task.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';

/** What a phase should cost, over all parties. */
export interface PhaseCost {
  readonly phase: string;
  readonly messages: readonly MessageCost[];
  readonly work: readonly WorkCost[];
}

export interface MessageCost {
  readonly type: AnyMessageType;
  readonly messages: number;
  /** In the papers' unit of communication, in all messages together. */
  readonly elements: number;
}

export interface WorkCost {
  readonly task: Task<never, unknown>;
  readonly runs: number;
  /** In all runs together. */
  readonly operations: number;
}

/** This many messages of a type, with this many elements in total. */
export function sends(type: AnyMessageType, messages: number, elements = 0): MessageCost {
  return { type, messages, elements };
}

/** This many runs of a task, with this many operations in total. */
export function runs(task: Task<never, unknown>, count: number, operations: number): WorkCost {
  return { task, runs: count, operations };
}

/** A phase with the messages sent and tasks run in it. */
export function phaseCost(phase: string, ...items: readonly (MessageCost | WorkCost)[]): PhaseCost {
  return {
    phase,
    messages: items.filter((item) => 'type' in item),
    work: items.filter((item) => 'task' in item),
  };
}
