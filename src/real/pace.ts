/** How long a party's computations last at least, so that many parties can share one machine and still be as slow as their devices. */

import type { Executor } from '../engine/compute/executor.ts';
import type { Task } from '../engine/compute/task.ts';
import { Profiled } from '../run/profiled.ts';
import type { Profile } from '../scenario/profile.ts';

/** Has a thread load the modules of tasks beforehand, as no run's time is theirs. */
export async function loadTasks(executor: Executor, tasks: readonly Task<never, unknown>[]): Promise<void> {
  const modules = new Map(tasks.map((task) => [task.module, task]));
  // Tasks that are not there: then the thread is up and has their modules, and has run nothing.
  const loads = [...modules.values()].map((task) =>
    executor.start({ ...task, name: '' }, undefined as never)(),
  );
  await Promise.allSettled(loads);
}

/** Nanoseconds that the next run of a task lasts at least. */
export type Pace = (task: string, operations: number) => number;

/** A device, as a scenario describes it. */
export interface Device {
  /** Operations a second. */
  readonly rate: number;
  /** What tasks took on it, where that was measured: before the rate. */
  readonly profile?: Profile;
}

export function paceOf({ rate, profile }: Device): Pace {
  const profiled = profile && new Profiled(() => profile);
  return (task, operations) =>
    profiled?.computeNs(0, task, operations) ?? Math.ceil((operations * 1e9) / rate);
}
