/**
 * The simulation owns time, order and randomness. It runs actors synchronously, hands their messages to the network
 * and their computations to an executor, and says on the bus everything that happens.
 *
 * Time moves only here, from event to event in order of (time, insertion). A computation's duration is fixed from
 * its counted operations when it starts, so the loop waits for a worker thread only when a result's time has come, and
 * the number of threads cannot change what happens. Only where durations are measured it must wait at the start.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Computed, Executor } from '../compute/executor.ts';
import { assert } from '../base/errors.ts';
import type { Random } from '../base/random.ts';
import { encode } from '../wire/bytes.ts';
import { type Aborted, Abortion } from './abort.ts';
import type { Role } from './actor.ts';
import { Agenda } from './agenda.ts';
import { type Bound, Bounds, type Limits } from './bounds.ts';
import type { Bus } from './bus.ts';
import { controlsOf } from './controls.ts';
import { isDelay } from './delay.ts';
import { DIGESTS, type PayloadDigest } from './digest.ts';
import { Directory } from './directory.ts';
import type { Effect } from './effects.ts';
import type { Computation, Event } from './event.ts';
import type { Interference } from './interference.ts';
import type { AnyMessageType } from '../wire/message.ts';
import { Network, type NetworkSpec } from './network.ts';
import { Post } from './post.ts';
import { type Process, PendingReceive } from './process.ts';
import { Processes } from './processes.ts';
import type { Rule } from './rule.ts';

export interface SimulationOptions {
  readonly roles: readonly Role[];
  /** The types of message that actors can take. */
  readonly messages: readonly AnyMessageType[];
  readonly network: NetworkSpec;
  /** Rules of the user's own, see {@link Network}. */
  readonly rules?: readonly Rule[];
  readonly random: Random;
  readonly executor: Executor;
  readonly bus: Bus;
  /**
   * Given where computations take as long as they are measured to take, not as their counted operations say. It knows how
   * long one took in an earlier run; undefined: it is to be measured.
   */
  readonly durations?: Durations;
  /** Does things to actors and to what they send. */
  readonly interference?: Interference;
  /** What ends the run wherever it is. */
  readonly limits?: Limits;
  /** What stands for payloads wherever something is said of them; absent: CRC-32. */
  readonly digest?: PayloadDigest;
  /** Larger messages are refused unread. */
  readonly messageBytes?: number;
  /** What may lie unread at an actor, beyond the newest message of each sender. */
  readonly mailboxBytes?: number;
  /** Ends the run in order, between two events. */
  readonly signal?: AbortSignal;
}

/** The virtual duration of the computation that an actor begins now. */
export type Durations = (actor: number, task: string) => number | undefined;

/**
 * How a run ended: `done` when every started actor finished; `stalled` when nothing can happen any more and some still
 * wait; `limit` when it would have gone beyond its limits; `aborted` by the signal.
 */
export type Ending = 'done' | 'stalled' | 'limit' | 'aborted';

export interface SimulationResult {
  readonly ending: Ending;
  /** Which limit it was, where it was one. */
  readonly bound?: Bound | undefined;
  /** When the last thing happened. */
  readonly endNs: number;
  /** How many events came at the time of the one before, so that the order of insertion decided. */
  readonly ties: number;
  /** What each finished actor gave as its result, by name; only those that gave one. */
  readonly results: ReadonlyMap<string, unknown>;
  /** What each actor that did not finish was waiting for. */
  readonly awaiting: ReadonlyMap<string, string>;
  /** Who left, and did not come back. */
  readonly left: readonly string[];
}

/** The result of an actor that gave none. */
const NOTHING = encode(null);

/** Events handled before the loop lets signals and the news from worker threads have a turn. */
const EVENTS_PER_TURN = 1024;

/** Runs actors to the end; never throws for anything that an actor received. */
export function simulate(options: SimulationOptions): Promise<SimulationResult> {
  return new Simulation(options).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #bus: Bus;
  readonly #processes: Processes;
  readonly #post: Post;
  readonly #bounds: Bounds;
  readonly #agenda = new Agenda<Event>();
  readonly #results = new Map<string, unknown>();
  #nowNs = 0;
  #endNs = 0;
  #ties = 0;

  constructor(options: SimulationOptions) {
    const { roles, bus, random, rules = [], messages, interference } = options;
    const { messageBytes = Number.POSITIVE_INFINITY, mailboxBytes = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#bus = bus;
    const bounds = new Bounds(options.limits);
    this.#bounds = bounds;
    const directory = new Directory(roles);
    const extra = [...rules, ...(interference?.rules ?? [])];
    const network = new Network(options.network, directory, random.scope('network'), extra);
    const processes = new Processes(roles, directory, random, mailboxBytes);
    const host = {
      nowNs: () => this.#nowNs,
      happened: () => void (this.#endNs = this.#nowNs),
      later: (atNs: number, packet: number) => this.#agenda.pushPacket(atNs, packet),
      act: (atNs: number, act: () => void) => this.#agenda.push(atNs, { kind: 'act', act }),
      start: (id: number) => this.#start(id),
      resume: (process: Process, envelopes: unknown) => this.#resume(process, envelopes),
    };
    const post = new Post(host, {
      bus,
      directory,
      processes,
      network,
      bounds,
      digestOf: DIGESTS[options.digest ?? 'crc32'],
      types: messages,
      messageBytes,
      interference,
    });
    this.#processes = processes;
    this.#post = post;
    interference?.begin(controlsOf(host, { bus, directory, processes, post }), bus);
  }

  async run(): Promise<SimulationResult> {
    const { signal } = this.#options;
    this.#startActors();
    for (let handled = 1; ; handled++) {
      if (handled % EVENTS_PER_TURN === 0) await nextTurn();
      if (signal?.aborted === true) return this.#end('aborted');
      const event = this.#nextEvent();
      if (event === undefined) return this.#end(this.#bounds.reached && 'limit');
      const timeNs = this.#agenda.nextTime;
      if (!this.#bounds.admits(timeNs)) return this.#end(this.#isLate() ? undefined : 'limit');
      if (timeNs === this.#nowNs && handled > 1) this.#ties++;
      this.#nowNs = timeNs;
      this.#agenda.pop();
      if (typeof event === 'number') {
        this.#post.advance(event);
        continue;
      }
      if (this.#isHeldUp(event)) continue;
      if (event.kind === 'computed') {
        // A turn of the event loop per long task, so that a run of few and heavy events can be interrupted too.
        await nextTurn();
        this.#computed(event.computation, await event.computation.result());
      } else if (event.kind === 'measuring')
        this.#measured(event.computation, await event.computation.result());
      else this.#handle(event);
    }
  }

  /** The next thing to happen, which stays in the queue. */
  #nextEvent(): number | Event | undefined {
    for (;;) {
      const event = this.#agenda.peek();
      if (event === undefined || typeof event === 'number' || !this.#isVoid(event)) return event;
      const atNs = this.#agenda.nextTime;
      this.#agenda.pop();
      if (event.kind === 'deadline') this.#letGoOfDeadline(event.process, atNs);
    }
  }

  /** Whether all that is left to happen is packets that come to actors who are done: they decide nothing. */
  #isLate(): boolean {
    if (!this.#processes.allFinished) return false;
    for (let event = this.#nextEvent(); event !== undefined; event = this.#nextEvent()) {
      if (typeof event === 'number' && !this.#processes.isDone(this.#post.receiver(event))) return false;
      this.#agenda.pop();
    }
    return true;
  }

  /** A deadline that is void made way for others: of the wait that goes on, one lies in the queue from now on. */
  #letGoOfDeadline(process: Process, atNs: number): void {
    if (process.gone || process.queuedNs !== atNs) return;
    process.queuedNs = Number.POSITIVE_INFINITY;
    if (process.wait !== undefined) this.#queueDeadline(process, process.wait);
  }

  /** Deadlines that were met in time do not happen, nor what a crashed actor would have done, nor what comes after all. */
  #isVoid(event: Event): boolean {
    if (event.kind === 'act') return this.#processes.allFinished;
    if (event.process.gone) return true;
    return event.kind === 'deadline' && event.process.wait?.sequence !== event.sequence;
  }

  /**
   * Puts a deadline into the queue if an earlier one does not lie there, which then makes way for it: most waits are over
   * long before their deadlines, and all of these together would be more than what happens.
   */
  #queueDeadline(process: Process, { deadlineNs, sequence }: PendingReceive): void {
    if (deadlineNs >= process.queuedNs) return;
    process.queuedNs = deadlineNs;
    this.#agenda.push(deadlineNs, { kind: 'deadline', process, sequence }, sequence);
  }

  /** Whether an event must wait for its paused actor; it then comes again. */
  #isHeldUp(event: Event): boolean {
    if (event.kind === 'act') return false;
    const { pausedUntilNs } = event.process;
    if (pausedUntilNs <= this.#nowNs) return false;
    if (event.kind === 'deadline') event.process.queuedNs = pausedUntilNs;
    this.#agenda.push(pausedUntilNs, event);
    return true;
  }

  #startActors(): void {
    let first = 0;
    for (const { count = 1, starts } of this.#options.roles) {
      const end = first + count;
      if (starts) for (let id = first; id < end; id++) this.#start(id);
      first = end;
    }
  }

  #start(id: number): void {
    this.#resume(this.#processes.start(id), undefined);
  }

  #handle(event: Exclude<Event, { kind: 'computed' | 'measuring' }>): void {
    switch (event.kind) {
      case 'wake':
        this.#endNs = this.#nowNs;
        return this.#resume(event.process, undefined);
      case 'deadline':
        return this.#expire(event.process);
      case 'act':
        return event.act();
    }
  }

  /** Lets an actor go on until it asks for something that takes time. */
  #resume(process: Process, value: unknown): void {
    let result: unknown = value;
    for (;;) {
      // Something that it said may have been its last word.
      if (process.gone) return;
      const step = stepOf(process, result);
      if (step.done === true) return this.#finish(process, step.value);
      const effect = step.value;
      switch (effect.kind) {
        case 'send':
          this.#post.send(process, effect);
          if (this.#bounds.reached !== undefined) return;
          result = undefined;
          break;
        case 'label':
          this.#label(process, effect);
          result = undefined;
          break;
        case 'save':
          this.#processes.save(process.id, effect.value);
          this.#bounds.save(process.id, effect.value);
          result = undefined;
          break;
        case 'wait': {
          const { types, count, filter } = effect;
          this.#assertDelay(process, 'waits', filter.timeoutNs ?? 0);
          const deadlineNs = this.#nowNs + (filter.timeoutNs ?? Number.POSITIVE_INFINITY);
          const wait = new PendingReceive(types, count, filter, deadlineNs, this.#agenda.reserve());
          this.#post.offerMailbox(process, wait);
          if (wait.complete) {
            result = wait.taken;
            break;
          }
          process.wait = wait;
          return this.#queueDeadline(process, wait);
        }
        case 'sleep':
          this.#assertDelay(process, 'sleeps', effect.ns);
          return this.#agenda.push(this.#nowNs + effect.ns, { kind: 'wake', process });
        case 'compute':
          return this.#compute(process, effect);
        case 'finish':
          return this.#finish(process, effect.result);
      }
    }
  }

  #assertDelay({ name }: Process, does: string, ns: number): void {
    if (!isDelay(ns)) assert(false, `${name} ${does} for ${ns} ns`);
  }

  #expire(process: Process): void {
    const { wait } = process;
    assert(wait !== undefined, `${process.name} waits for nothing`);
    this.#endNs = this.#nowNs;
    process.wait = undefined;
    process.queuedNs = Number.POSITIVE_INFINITY;
    const { taken, wanted } = wait;
    this.#bus.emit('expired', { timeNs: this.#nowNs, actor: process.id, got: taken.length, wanted });
    this.#resume(process, taken);
  }

  #compute(process: Process, { task, input }: Extract<Effect, { kind: 'compute' }>): void {
    const { durations, executor } = this.#options;
    const operations = task.operations(input);
    const result = executor.start(task, input);
    const computation = { process, task: task.name, operations, result };
    if (durations === undefined) {
      const durationNs = Math.ceil((operations * 1e9 * this.#slowness(process)) / process.rate);
      // Whatever cannot end in any run lasts as long as the longest.
      this.#begin(computation, Math.min(durationNs, Number.MAX_SAFE_INTEGER));
    } else this.#agenda.push(this.#nowNs, { kind: 'measuring', process, computation });
  }

  /** Its result is there, and how long it took; its actor has it when that time is over. */
  #measured(computation: Computation, computed: Computed<unknown>): void {
    const { process, task } = computation;
    const durationNs =
      this.#options.durations?.(process.id, task) ?? Math.ceil(computed.measuredNs * this.#slowness(process));
    this.#begin({ ...computation, result: () => computed }, Math.min(durationNs, Number.MAX_SAFE_INTEGER));
  }

  #begin(computation: Computation, durationNs: number): void {
    const { process, task, operations } = computation;
    assert(isDelay(durationNs), `${task} takes ${durationNs} ns`);
    this.#bus.emit('computing', { timeNs: this.#nowNs, actor: process.id, task, operations, durationNs });
    this.#agenda.push(this.#nowNs + durationNs, { kind: 'computed', process, computation });
  }

  #slowness({ id }: Process): number {
    // Slow in so many ways that it is no number any more, it still has nothing to do where there is nothing.
    return Math.min(this.#options.interference?.slowness(id) ?? 1, Number.MAX_VALUE);
  }

  #computed({ process, task }: Computation, { value, measuredNs }: Computed<unknown>): void {
    this.#endNs = this.#nowNs;
    this.#bus.emit('computed', { timeNs: this.#nowNs, actor: process.id, task, measuredNs });
    this.#resume(process, value);
  }

  #label(process: Process, { phase, round }: Extract<Effect, { kind: 'label' }>): void {
    const named = round ?? process.round;
    assert(
      Number.isInteger(named) && named >= 0 && named < 2 ** 32,
      `${process.name} names the round ${round}`,
    );
    process.phase = phase ?? process.phase;
    process.round = named;
    const { id: actor } = process;
    this.#bus.emit('labelled', { timeNs: this.#nowNs, actor, phase: process.phase, round: process.round });
  }

  #finish(process: Process, result: unknown): void {
    process.finished = true;
    process.behaviour.return();
    if (result !== undefined) this.#results.set(process.name, result);
    this.#bus.emit('finished', {
      timeNs: this.#nowNs,
      actor: process.id,
      result: result === undefined ? NOTHING : encode(result),
    });
    this.#post.refuseMailbox(process);
  }

  /** @param ending undefined when nothing is left to happen */
  #end(ending: 'limit' | 'aborted' | undefined): SimulationResult {
    const awaiting = new Map<string, string>();
    for (const { id, name, finished, wait } of this.#processes.started) {
      if (finished) continue;
      const waitsFor = wait?.awaiting ?? 'its processor';
      awaiting.set(name, waitsFor);
      if (ending === undefined) {
        this.#bus.emit('stalled', { timeNs: this.#endNs, actor: id, awaiting: waitsFor });
      }
    }
    return {
      ending: ending ?? (awaiting.size === 0 ? 'done' : 'stalled'),
      ...(ending === 'limit' && { bound: this.#bounds.reached }),
      endNs: this.#endNs,
      ties: this.#ties,
      results: this.#results,
      awaiting,
      left: this.#processes.left,
    };
  }
}

/** The next effect of an actor, or what it ends with: nothing, or why it gave up. */
function stepOf({ behaviour }: Process, result: unknown): IteratorResult<Effect, Aborted | undefined> {
  try {
    const step = behaviour.next(result);
    return step.done === true ? { done: true, value: undefined } : step;
  } catch (error) {
    if (error instanceof Abortion) return { done: true, value: error.outcome };
    throw error;
  }
}
