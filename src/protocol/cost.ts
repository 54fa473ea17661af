/** What a protocol should cost by the papers' count: formulas that refer to types of message and tasks. */

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
  /** In the papers' unit of communication, over all messages. */
  readonly elements: number;
}

export interface WorkCost {
  readonly task: Task<never, unknown>;
  readonly runs: number;
  /** Over all runs. */
  readonly operations: number;
}

/** So many messages of a type, of so many elements all together. */
export function sends(type: AnyMessageType, messages: number, elements = 0): MessageCost {
  return { type, messages, elements };
}

/** So many runs of a task, of so many operations all together. */
export function runs(task: Task<never, unknown>, count: number, operations: number): WorkCost {
  return { task, runs: count, operations };
}

/** A phase with what is sent and computed in it. */
export function phaseCost(phase: string, ...items: readonly (MessageCost | WorkCost)[]): PhaseCost {
  return {
    phase,
    messages: items.filter((item) => 'type' in item),
    work: items.filter((item) => 'task' in item),
  };
}
