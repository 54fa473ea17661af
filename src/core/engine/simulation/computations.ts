/**
 * How long computations take. A duration is fixed when a computation begins, from the counted operations and the device's rate;
 * if durations are measured, it is fixed when the result is available.
 */

import { assert } from '../../base/errors.ts';
import { type Computed, startTask } from '../compute/executor.ts';
import { isRunHere } from '../compute/inline.ts';
import { measureTask } from '../compute/measure.ts';
import type { Agenda } from '../clock/agenda.ts';
import { isDelay } from '../clock/delay.ts';
import type { Effect } from '../actors/effects.ts';
import type { Computation, Event } from './event.ts';
import type { SimulationOptions } from './options.ts';
import { Handling } from './handling.ts';
import { Machines } from './machines.ts';
import type { Process } from '../actors/process.ts';

export class Computations {
  readonly #options: Pick<
    SimulationOptions,
    'bus' | 'durations' | 'executor' | 'interference' | 'machines' | 'tasks' | 'times'
  >;
  readonly #agenda: Agenda<Event>;
  readonly #rateOf: (actor: number) => number;
  /** Present if devices were measured. */
  readonly #handling: Handling | undefined;
  readonly #machines: Machines;

  /** @param rateOf operations per second of an actor's processor */
  constructor(options: SimulationOptions, agenda: Agenda<Event>, rateOf: (actor: number) => number) {
    this.#options = options;
    this.#rateOf = rateOf;
    this.#agenda = agenda;
    this.#machines = new Machines(options.machines ?? []);
    if (options.times === undefined) return;
    this.#handling = new Handling(options.times, this.#machines);
    options.bus.onTraffic(this.#handling);
  }

  /** Hands a computation to the executor, and puts its end on the agenda. */
  start(nowNs: number, process: Process, effect: Extract<Effect, { kind: 'compute' }>): void {
    const { task, input } = effect;
    const { durations, executor, tasks } = this.#options;
    if (tasks !== undefined && tasks.get(task.name) !== task)
      assert(false, `${process.name} computes an undeclared task ${task.name}`);
    const operations = task.operations(input);
    const result = isRunHere(executor, task) ? undefined : startTask(executor, task, input);
    if (durations === undefined) {
      const slowness = this.#slowness(process);
      const measuredNs = this.#options.times?.computeNs(process.id, task.name, operations);
      const ownNs =
        measuredNs === undefined
          ? Math.ceil((operations * 1e9 * slowness) / this.#rateOf(process.id))
          : Math.ceil(measuredNs * slowness);
      const busyNs = this.#handling?.busyNs(process.id, nowNs) ?? 0;
      // With the turn that its result begins.
      const wholeNs = ownNs + (this.#options.times?.turnNs(process.id) ?? 0);
      const durationNs = busyNs + this.#machines.waitNs(process.id, nowNs + busyNs, wholeNs) + wholeNs;
      // A duration that is too long for any run counts as the longest one.
      const computation: Computation<'computed'> = { kind: 'computed', process, effect, operations, result };
      this.#begin(nowNs, computation, Math.min(durationNs, Number.MAX_SAFE_INTEGER));
    } else this.#agenda.push(nowNs, { kind: 'measuring', process, effect, operations, result });
  }

  /** The result is available, with the time that it took; the actor gets it after that time. */
  measured(nowNs: number, computation: Computation, computed: Computed<unknown>): void {
    const { process, effect } = computation;
    const ownNs = Math.ceil(computed.measuredNs * this.#slowness(process));
    const durationNs =
      this.#options.durations?.(process.id, effect.task.name) ??
      this.#machines.waitNs(process.id, nowNs, ownNs) + ownNs;
    const known: Computation<'computed'> = { ...computation, kind: 'computed', result: () => computed };
    this.#begin(nowNs, known, Math.min(durationNs, Number.MAX_SAFE_INTEGER));
  }

  /** The result of a computation whose time has come. */
  resultOf({ effect: { task, input }, result }: Computation): Computed<unknown> | Promise<Computed<unknown>> {
    return result === undefined ? measureTask(task, input) : result();
  }

  #begin(timeNs: number, computation: Computation<'computed'>, durationNs: number): void {
    const { process, effect, operations } = computation;
    const task = effect.task.name;
    if (typeof operations !== 'number')
      assert(false, `${task} takes ${String(operations)} operations, in other words than a number`);
    assert(isDelay(durationNs), `${task} takes ${durationNs} ns`);
    this.#options.bus.emit('computing', { timeNs, actor: process.id, task, operations, durationNs });
    this.#agenda.push(timeNs + durationNs, computation);
  }

  #slowness({ id }: Process): number {
    // A finite factor, however many faults slow the actor, so that a computation of no operations still takes no time.
    return Math.min(this.#options.interference?.slowness(id) ?? 1, Number.MAX_VALUE);
  }
}
