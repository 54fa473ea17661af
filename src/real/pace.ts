/**
 * Minimum durations of a party's computations, so that many parties can share one machine and still be as
 * slow as their devices.
 */

import { Profiled } from '../run/execute/profiled.ts';
import type { Profile } from '../run/scenario/profile.ts';

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
