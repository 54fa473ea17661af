/**
 * Minimum durations of a party's computations, so that many parties can share one machine and still be as
 * slow as their devices.
 */

import type { Executor } from '../core/engine/compute/executor.ts';
import type { Task } from '../core/engine/compute/task.ts';
import { Profiled } from '../run/execute/profiled.ts';
import type { Profile } from '../run/scenario/profile.ts';

/** Makes a thread import the modules of tasks beforehand, so that no run's time includes that. */
export async function loadTasks(executor: Executor, tasks: readonly Task<never, unknown>[]): Promise<void> {
  const modules = new Map(tasks.map((task) => [task.module, task]));
  // Requests for unknown tasks: the thread then has imported their modules, and has run nothing.
  const loads = [...modules.values()].map((task) =>
    executor.start({ ...task, name: '' }, undefined as never)(),
  );
  await Promise.allSettled(loads);
}

/** The minimum duration of the next run of a task, in nanoseconds. */
export type Pace = (task: string, operations: number) => number;

/** A device, as a scenario describes it. */
export interface Device {
  /** Operations a second. */
  readonly rate: number;
  /** Durations of tasks measured on it, if available: they take precedence over the rate. */
  readonly profile?: Profile;
}

/** How long tasks take at least on a device: as measured, or by its rate. */
export function paceOf({ rate, profile }: Device): Pace {
  const profiled = profile && new Profiled(() => profile);
  return (task, operations) =>
    profiled?.computeNs(0, task, operations) ?? Math.ceil((operations * 1e9) / rate);
}
