/** Runs a scenario once to collect what is to be measured: inputs of its tasks and payloads of its messages, by size. */

import { inlineExecutor } from '../../core/engine/compute/inline.ts';
import type { Executor } from '../../core/engine/compute/executor.ts';
import type { Task } from '../../core/engine/compute/task.ts';
import type { Plugged } from '../plugin/registry.ts';
import { run } from './run.ts';
import type { Scenario } from '../scenario/load.ts';
import { Bus } from '../../core/engine/messages/bus.ts';

export interface TaskSample {
  readonly task: Task<unknown, unknown>;
  readonly operations: number;
  readonly input: unknown;
}

export interface MessageSample {
  readonly type: string;
  readonly payload: Uint8Array;
}

export interface Samples {
  readonly tasks: readonly TaskSample[];
  readonly messages: readonly MessageSample[];
}

/** How many sizes of one task or type of message are measured: the smallest, the largest, and some in between. */
const MOST_SHAPES = 6;

/** How many of them are kept until it is known which will be measured. */
const MOST_KEPT = 512;

/** Device profiles, faults and limits on virtual time are left out, as they do not affect what is measured. */
export async function samplesOf(scenario: Scenario, plugged: Plugged): Promise<Samples> {
  const tasks = new Map<string, Map<number, TaskSample>>();
  const messages = new Map<string, Map<number, MessageSample>>();
  const executor: Executor = {
    start(task, input) {
      const operations = task.operations(input);
      keep(tasks, task.name, operations, () => ({ task: task as Task<unknown, unknown>, operations, input }));
      return inlineExecutor.start(task, input);
    },
    close: () => Promise.resolve(),
  };
  const bus = new Bus();
  bus.onTraffic({
    sent: ({ type, payloadBytes, payload }) =>
      keep(messages, type, payloadBytes, () => ({ type, payload: payload.show().slice() })),
    delivered: () => undefined,
  });
  await run({ ...scenario, faults: [] }, { ...plugged, executor, bus });
  return { tasks: chosen(tasks), messages: chosen(messages) };
}

function keep<S>(known: Map<string, Map<number, S>>, name: string, size: number, make: () => S): void {
  let shapes = known.get(name);
  if (shapes === undefined) known.set(name, (shapes = new Map()));
  if (!shapes.has(size) && shapes.size < MOST_KEPT) shapes.set(size, make());
}

function chosen<S>(known: ReadonlyMap<string, ReadonlyMap<number, S>>): S[] {
  return [...known.values()].flatMap((shapes) => {
    const bySize = [...shapes].toSorted(([a], [b]) => a - b).map(([, sample]) => sample);
    if (bySize.length <= MOST_SHAPES) return bySize;
    const step = (bySize.length - 1) / (MOST_SHAPES - 1);
    return Array.from({ length: MOST_SHAPES }, (_, i) => bySize[Math.round(i * step)]);
  });
}
