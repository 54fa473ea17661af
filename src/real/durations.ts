/** How long the computations of a real run took, beside what their devices' profiles say. */

import { defined } from '../core/base/defined.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import type { Bus } from '../core/engine/messages/bus.ts';
import type { DeviceSettings } from '../run/scenario/devices.ts';
import type { Profile } from '../run/scenario/profile.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { deviceOf } from './inputs.ts';
import { type Pace, paceOf } from './pace.ts';

/** All runs of a task, of all parties. */
export interface TaskTime {
  readonly runs: number;
  /** What their devices' profiles or rates say, for the same operations. */
  readonly predictedNs: number;
  /** What they took, without waiting for a slower device's time to be up. */
  readonly tookNs: number;
}

/** What was seen of a task of a party, in order. */
interface Series {
  readonly operations: number[];
  /** With any wait for a slower device's time to be up. */
  readonly elapsedNs: number[];
}

/** Watches the computations of one run. */
export class Durations {
  readonly #names: readonly string[];
  readonly #paces: readonly Pace[];
  readonly #tasks = new Map<string, { runs: number; predictedNs: number; tookNs: number }>();
  readonly #series = new Map<string, Map<string, Series>>();
  readonly #scenario: Scenario;

  constructor(scenario: Scenario, bus: Bus) {
    const directory = new Directory(scenario.parties.roles);
    const parties = Array.from({ length: directory.size }, (_, id) => id);
    this.#scenario = scenario;
    this.#names = parties.map((id) => directory.name(id));
    this.#paces = parties.map((id) => paceOf(deviceOf(scenario, id)));
    bus.on('computing', ({ actor, task, operations, durationNs }) => {
      this.#of(task).predictedNs += this.#paces[actor](task, operations);
      const { operations: all, elapsedNs } = this.#seriesOf(this.#names[actor], task);
      all.push(operations);
      elapsedNs.push(durationNs);
    });
    bus.on('computed', ({ task, measuredNs }) => {
      const sum = this.#of(task);
      sum.runs++;
      sum.tookNs += measuredNs;
    });
  }

  /** By the names of tasks, in the order of first use. */
  get tasks(): ReadonlyMap<string, TaskTime> {
    return this.#tasks;
  }

  /** The scenario on devices whose computations take what these took, waits for a processor included; messages take what they take there. */
  asTaken(): Scenario {
    return { ...withMachines(this.#scenario, []), profileOf: (actor) => this.#profileOf(actor) };
  }

  #profileOf(actor: string): Profile {
    const { messages = {}, turns } = this.#scenario.profileOf?.(actor) ?? {};
    const tasks = [...(this.#series.get(actor) ?? [])].map(([task, { operations, elapsedNs }]) => {
      const warmNs = elapsedNs[elapsedNs.length - 1];
      // The same for the fewest and the most operations, and so for all between.
      const sizes = [...new Set([Math.min(...operations), Math.max(...operations)])];
      return [task, sizes.map((size) => ({ operations: size, coldNs: elapsedNs, warmNs }))] as const;
    });
    return defined({ profile: 1, machine: '', tasks: Object.fromEntries(tasks), messages, turns });
  }

  #of(task: string): { runs: number; predictedNs: number; tookNs: number } {
    const known = this.#tasks.get(task) ?? { runs: 0, predictedNs: 0, tookNs: 0 };
    this.#tasks.set(task, known);
    return known;
  }

  #seriesOf(actor: string, task: string): Series {
    const own = this.#series.get(actor) ?? new Map<string, Series>();
    this.#series.set(actor, own);
    const series = own.get(task) ?? { operations: [], elapsedNs: [] };
    own.set(task, series);
    return series;
  }
}

/** The scenario with other machines than its own. */
export function withMachines(scenario: Scenario, machines: DeviceSettings['machines']): Scenario {
  const { settings } = scenario;
  return { ...scenario, settings: { ...settings, devices: { ...settings.devices, machines } } };
}

/** The scenario on devices that compute in no time: what remains is the network's. */
export function withoutComputing(scenario: Scenario, tasks: Iterable<string>): Scenario {
  const none: Profile = {
    profile: 1,
    machine: '',
    tasks: Object.fromEntries([...tasks].map((task) => [task, [{ operations: 0, coldNs: [], warmNs: 0 }]])),
    messages: {},
  };
  return { ...scenario, durations: 'counted', profileOf: () => none };
}
