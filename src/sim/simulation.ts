/**
 * The simulation owns time, order and randomness. It runs actors synchronously, hands their messages to the network
 * and their computations to an executor, and says on the bus everything that happens.
 *
 * Time moves only here, from event to event in order of (time, insertion). A computation's duration is fixed from
 * its counted operations when it starts, so the loop waits for a worker thread only when a result's time has come, and
 * the number of threads cannot change what happens.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Computed, Executor } from '../compute/executor.ts';
import { assert } from '../errors.ts';
import type { Random } from '../random.ts';
import { encode } from '../wire.ts';
import type { Role } from './actor.ts';
import type { Bus } from './bus.ts';
import { controlsOf } from './controls.ts';
import { isDelay } from './delay.ts';
import { Directory } from './directory.ts';
import type { Effect } from './effects.ts';
import type { Interference } from './interference.ts';
import type { AnyMessageType } from './message.ts';
import { Network, type NetworkSpec } from './network.ts';
import { Post } from './post.ts';
import { type Process, Wait } from './process.ts';
import { Processes } from './processes.ts';
import { EventQueue } from './queue.ts';
import type { Rule } from './rule.ts';
import type { Transit } from './transport.ts';

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
  /** Does things to actors and to what they send. */
  readonly interference?: Interference;
  /** The run ends when virtual time would pass this. */
  readonly limitNs?: number;
  /** Larger messages are refused unread. */
  readonly messageBytes?: number;
  /** What may lie unread at an actor, beyond the newest message of each sender. */
  readonly mailboxBytes?: number;
  /** Ends the run in order, between two events. */
  readonly signal?: AbortSignal;
}

/**
 * How a run ended: `done` when every started actor finished; `stalled` when nothing can happen any more and some still
 * wait; `limit` when virtual time ran out; `aborted` by the signal.
 */
export type Ending = 'done' | 'stalled' | 'limit' | 'aborted';

export interface SimulationResult {
  readonly ending: Ending;
  /** When the last thing happened. */
  readonly endNs: number;
  /** How many events came at the time of the one before, so that the order of insertion decided. */
  readonly ties: number;
  /** What each finished actor gave as its result, by name; only those that gave one. */
  readonly results: ReadonlyMap<string, unknown>;
  /** What each actor that did not finish was waiting for. */
  readonly awaiting: ReadonlyMap<string, string>;
}

type Event =
  | Transit
  | {
      readonly kind: 'computed';
      readonly process: Process;
      readonly task: string;
      readonly result: () => Computed<unknown> | Promise<Computed<unknown>>;
    }
  | { readonly kind: 'wake'; readonly process: Process }
  | { readonly kind: 'act'; readonly act: () => void }
  | { readonly kind: 'deadline'; readonly process: Process; readonly wait: Wait };

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
  readonly #queue = new EventQueue<Event>();
  readonly #results = new Map<string, unknown>();
  #nowNs = 0;
  #endNs = 0;
  #ties = 0;

  constructor(options: SimulationOptions) {
    const { roles, bus, random, rules = [], messages, interference } = options;
    const { messageBytes = Number.POSITIVE_INFINITY, mailboxBytes = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#bus = bus;
    const directory = new Directory(roles);
    const network = new Network(options.network, directory, random.scope('network'), [
      ...rules,
      ...(interference?.rules ?? []),
    ]);
    this.#processes = new Processes(roles, directory, random, mailboxBytes);
    const host = {
      nowNs: () => this.#nowNs,
      happened: () => void (this.#endNs = this.#nowNs),
      later: (atNs: number, transit: Transit) => this.#queue.push(atNs, transit),
      resume: (process: Process, letters: unknown) => this.#resume(process, letters),
    };
    this.#post = new Post(host, {
      bus,
      directory,
      processes: this.#processes,
      network,
      types: messages,
      messageBytes,
      interference,
    });
    const controls = {
      nowNs: host.nowNs,
      happened: host.happened,
      act: (atNs: number, act: () => void) => this.#queue.push(atNs, { kind: 'act', act }),
      start: (id: number) => this.#start(id),
    };
    const controlled = { bus, directory, processes: this.#processes, post: this.#post };
    interference?.begin(controlsOf(controls, controlled), bus);
  }

  async run(): Promise<SimulationResult> {
    const { limitNs = Number.MAX_SAFE_INTEGER, signal } = this.#options;
    this.#startActors();
    for (let handled = 1; ; handled++) {
      if (handled % EVENTS_PER_TURN === 0) await nextTurn();
      if (signal?.aborted === true) return this.#end('aborted');
      const event = this.#nextEvent();
      if (event === undefined) return this.#end(undefined);
      const timeNs = this.#queue.nextTime;
      if (timeNs > limitNs) return this.#end('limit');
      if (timeNs === this.#nowNs && handled > 1) this.#ties++;
      this.#nowNs = timeNs;
      this.#queue.pop();
      if (this.#isHeldUp(event)) continue;
      if (event.kind === 'computed') {
        // A turn of the event loop per long task, so that a run of few and heavy events can be interrupted too.
        await nextTurn();
        this.#computed(event.process, event.task, await event.result());
      } else this.#handle(event);
    }
  }

  /** The next thing to happen, which stays in the queue. */
  #nextEvent(): Event | undefined {
    for (;;) {
      const event = this.#queue.peek();
      if (event === undefined || !this.#isVoid(event)) return event;
      this.#queue.pop();
    }
  }

  /** Deadlines that were met in time do not happen, nor what a crashed actor would have done, nor what comes after all. */
  #isVoid(event: Event): boolean {
    if (event.kind === 'transit') return false;
    if (event.kind === 'act') return this.#processes.allFinished;
    if (event.process.gone) return true;
    return event.kind === 'deadline' && event.process.wait !== event.wait;
  }

  /** Whether an event must wait for its paused actor; it then comes again. */
  #isHeldUp(event: Event): boolean {
    if (event.kind === 'transit' || event.kind === 'act') return false;
    const { pausedUntilNs } = event.process;
    if (pausedUntilNs <= this.#nowNs) return false;
    this.#queue.push(pausedUntilNs, event);
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

  #handle(event: Exclude<Event, { kind: 'computed' }>): void {
    switch (event.kind) {
      case 'transit':
        return this.#post.advance(event);
      case 'wake':
        this.#endNs = this.#nowNs;
        return this.#resume(event.process, undefined);
      case 'deadline':
        return this.#expire(event.process, event.wait);
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
      const step = process.behaviour.next(result);
      if (step.done === true) return this.#finish(process, undefined);
      const effect = step.value;
      switch (effect.kind) {
        case 'send':
          this.#post.send(process, effect);
          result = undefined;
          break;
        case 'label':
          this.#label(process, effect);
          result = undefined;
          break;
        case 'save':
          this.#processes.save(process.id, effect.value);
          result = undefined;
          break;
        case 'wait': {
          this.#assertDelay(process, 'waits', effect.filter.timeoutNs ?? 0);
          const wait = new Wait(effect.types, effect.count, effect.filter, this.#nowNs);
          this.#post.offerMailbox(process, wait);
          if (wait.complete) {
            result = wait.taken;
            break;
          }
          process.wait = wait;
          if (wait.deadlineNs < Number.POSITIVE_INFINITY) {
            this.#queue.push(wait.deadlineNs, { kind: 'deadline', process, wait });
          }
          return;
        }
        case 'sleep':
          this.#assertDelay(process, 'sleeps', effect.ns);
          return this.#queue.push(this.#nowNs + effect.ns, { kind: 'wake', process });
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

  #expire(process: Process, wait: Wait): void {
    this.#endNs = this.#nowNs;
    process.wait = undefined;
    const { taken, wanted } = wait;
    this.#bus.emit('expired', { timeNs: this.#nowNs, actor: process.id, got: taken.length, wanted });
    this.#resume(process, taken);
  }

  #compute(process: Process, { task, input }: Extract<Effect, { kind: 'compute' }>): void {
    const operations = task.operations(input);
    const slowness = this.#options.interference?.slowness(process.id) ?? 1;
    const durationNs = Math.ceil((operations * 1e9 * slowness) / process.rate);
    assert(isDelay(durationNs), `${task.name} takes ${durationNs} ns`);
    this.#bus.emit('computing', {
      timeNs: this.#nowNs,
      actor: process.id,
      task: task.name,
      operations,
      durationNs,
    });
    const result = this.#options.executor.start(task, input);
    this.#queue.push(this.#nowNs + durationNs, { kind: 'computed', process, task: task.name, result });
  }

  #computed(process: Process, task: string, { value, measuredNs }: Computed<unknown>): void {
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
    this.#bus.emit('finished', { timeNs: this.#nowNs, actor: process.id, result: encode(result ?? null) });
    this.#post.refuseMailbox(process);
  }

  /** @param ending undefined when nothing is left to happen */
  #end(ending: 'limit' | 'aborted' | undefined): SimulationResult {
    const awaiting = new Map<string, string>();
    for (const process of this.#processes.started) {
      if (process.finished) continue;
      const waitsFor = process.wait?.awaiting ?? 'its processor';
      awaiting.set(process.name, waitsFor);
      if (ending === undefined) {
        this.#bus.emit('stalled', { timeNs: this.#endNs, actor: process.id, awaiting: waitsFor });
      }
    }
    return {
      ending: ending ?? (awaiting.size === 0 ? 'done' : 'stalled'),
      endNs: this.#endNs,
      ties: this.#ties,
      results: this.#results,
      awaiting,
    };
  }
}
