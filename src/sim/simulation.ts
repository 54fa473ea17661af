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
import { isDelay } from './delay.ts';
import { Directory } from './directory.ts';
import type { Effect } from './effects.ts';
import { type AnyMessageType, decodeMessage, elementsOf, encodeMessage } from './message.ts';
import { Network, type NetworkSpec } from './network.ts';
import { type Letter, Process, Wait } from './process.ts';
import { EventQueue } from './queue.ts';
import type { Packet, Rule } from './rule.ts';
import { type Transit, Transport } from './transport.ts';

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
  /** The run ends when virtual time would pass this. */
  readonly limitNs?: number;
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
  | { readonly kind: 'deadline'; readonly process: Process; readonly wait: Wait };

/** Events handled before the loop lets signals and other work of this thread have a turn. */
const EVENTS_PER_TURN = 4096;

/** Runs actors to the end; never throws for anything that an actor received. */
export function simulate(options: SimulationOptions): Promise<SimulationResult> {
  return new Simulation(options).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #bus: Bus;
  readonly #directory: Directory;
  readonly #network: Network;
  readonly #transport: Transport;
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  readonly #queue = new EventQueue<Event>();
  readonly #processes: (Process | undefined)[] = [];
  readonly #results = new Map<string, unknown>();
  #nowNs = 0;
  #endNs = 0;
  #sent = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#bus = options.bus;
    this.#directory = new Directory(options.roles);
    this.#network = new Network(
      options.network,
      this.#directory,
      options.random.scope('network'),
      options.rules,
    );
    this.#transport = new Transport(this.#network, {
      nowNs: () => this.#nowNs,
      later: (atNs, transit) => this.#queue.push(atNs, transit),
      deliver: (packet, retransmissions) => this.#deliver(packet, retransmissions),
      lose: (packet, reason) => this.#lose(packet, reason),
    });
    this.#types = new Map(options.messages.map((type) => [type.name, type]));
  }

  async run(): Promise<SimulationResult> {
    const { limitNs = Number.MAX_SAFE_INTEGER, signal } = this.#options;
    this.#startActors();
    for (let handled = 1; ; handled++) {
      if (handled % EVENTS_PER_TURN === 0) await nextTurn();
      if (signal?.aborted === true) return this.#end('aborted');
      const event = this.#nextEvent();
      if (event === undefined) return this.#end(undefined);
      if (this.#queue.nextTime > limitNs) return this.#end('limit');
      this.#nowNs = this.#queue.nextTime;
      this.#queue.pop();
      if (event.kind === 'computed') {
        // A turn of the event loop per long task, so that a run of few and heavy events can be interrupted too.
        await nextTurn();
        this.#computed(event.process, event.task, await event.result());
      } else this.#handle(event);
    }
  }

  /** The next thing to happen, which stays in the queue; deadlines that were met in time are not things that happen. */
  #nextEvent(): Event | undefined {
    for (;;) {
      const event = this.#queue.peek();
      if (event?.kind !== 'deadline' || event.process.wait === event.wait) return event;
      this.#queue.pop();
    }
  }

  #startActors(): void {
    let first = 0;
    for (const { count = 1, starts } of this.#options.roles) {
      const end = first + count;
      if (starts) for (let id = first; id < end; id++) this.#resume(this.#process(id), undefined);
      first = end;
    }
  }

  #handle(event: Exclude<Event, { kind: 'computed' }>): void {
    switch (event.kind) {
      case 'transit':
        return this.#transport.advance(event);
      case 'wake':
        this.#endNs = this.#nowNs;
        return this.#resume(event.process, undefined);
      case 'deadline':
        return this.#expire(event.process, event.wait);
    }
  }

  /** The actor of this number, started if it has not been. */
  #process(id: number): Process {
    let process = this.#processes[id];
    if (process === undefined) {
      const { role, index } = this.#directory.place(id);
      const played = this.#options.roles.find((candidate) => candidate.role === role);
      assert(played !== undefined, `no role ${role}`);
      const name = this.#directory.name(id);
      const behaviour = played.behaviour({ name, index, random: this.#options.random.scope(name) });
      process = new Process(id, name, played.rate(index), behaviour);
      this.#processes[id] = process;
    }
    return process;
  }

  /** Lets an actor go on until it asks for something that takes time. */
  #resume(process: Process, value: unknown): void {
    let result: unknown = value;
    for (;;) {
      const step = process.behaviour.next(result);
      if (step.done === true) return this.#finish(process, undefined);
      const effect = step.value;
      switch (effect.kind) {
        case 'send':
          this.#send(process, effect);
          result = undefined;
          break;
        case 'label':
          this.#label(process, effect);
          result = undefined;
          break;
        case 'wait': {
          this.#assertDelay(process, 'waits', effect.filter.timeoutNs ?? 0);
          const wait = new Wait(effect.types, effect.count, effect.filter, this.#nowNs);
          this.#readMailbox(process, wait);
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
    assert(isDelay(ns), `${name} ${does} for ${ns} ns`);
  }

  #send(process: Process, { to, type, body }: Extract<Effect, { kind: 'send' }>): void {
    assert(this.#types.get(type.name) === type, `${process.name} sends an undeclared message ${type.name}`);
    const payload = encodeMessage(type as AnyMessageType, body);
    const elements = elementsOf(type as AnyMessageType, body);
    const wireBytes = payload.byteLength + this.#network.framingBytes;
    const from = process.id;
    for (const name of typeof to === 'string' ? [to] : to) {
      const receiver = this.#directory.find(name);
      assert(receiver !== undefined, `${process.name} sends to ${name}, who does not exist`);
      const id = this.#sent++;
      this.#bus.emit('sent', {
        timeNs: this.#nowNs,
        id,
        from,
        to: receiver,
        type: type.name,
        payload,
        wireBytes,
        elements,
      });
      const hop = { from, to: this.#network.firstHop(from, receiver) };
      this.#transport.depart({ id, from, to: receiver, type, payload, wireBytes, hop });
    }
  }

  #lose({ id, wireBytes }: Packet, reason: string): void {
    this.#bus.emit('lost', { timeNs: this.#nowNs, id, wireBytes, reason });
  }

  #deliver({ id, from, to, payload, wireBytes }: Packet, retransmissions: number): void {
    this.#endNs = this.#nowNs;
    this.#bus.emit('delivered', { timeNs: this.#nowNs, id, from, to, payload, wireBytes, retransmissions });
    if (this.#processes[to]?.finished === true) return this.#refuse(id, to, 'the actor is done');
    const message = decodeMessage(payload, this.#types);
    if ('malformed' in message) return this.#refuse(id, to, `malformed: ${message.malformed}`);
    let process = this.#processes[to];
    if (process === undefined) {
      process = this.#process(to);
      this.#resume(process, undefined);
    }
    const letter = { id, from: this.#directory.name(from), ...message };
    const { wait } = process;
    if (wait?.wants(letter) !== true) {
      if (process.finished) this.#refuse(id, to, 'the actor is done');
      else process.mailbox.push(letter);
      return;
    }
    this.#consider(process, wait, letter);
    if (wait.complete) {
      process.wait = undefined;
      this.#resume(process, wait.taken);
    }
  }

  /** Offers the letters that already lie in the mailbox to a new wait; those of other types stay. */
  #readMailbox(process: Process, wait: Wait): void {
    if (process.mailbox.length === 0) return;
    const letters = process.mailbox;
    process.mailbox = [];
    for (const letter of letters) {
      if (wait.wants(letter)) this.#consider(process, wait, letter);
      else process.mailbox.push(letter);
    }
  }

  #consider(process: Process, wait: Wait, letter: Letter): void {
    const refusal = wait.consider(letter);
    if (refusal !== undefined) this.#refuse(refusal.refused.id, process.id, refusal.reason);
  }

  #refuse(id: number, by: number, reason: string): void {
    this.#bus.emit('refused', { timeNs: this.#nowNs, id, by, reason });
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
    const durationNs = Math.ceil((operations * 1e9) / process.rate);
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
    for (const { id } of process.mailbox) this.#refuse(id, process.id, 'the actor is done');
    process.mailbox = [];
  }

  /** @param ending undefined when nothing is left to happen */
  #end(ending: 'limit' | 'aborted' | undefined): SimulationResult {
    const awaiting = new Map<string, string>();
    for (const process of this.#processes) {
      if (process === undefined || process.finished) continue;
      const waitsFor = process.wait?.awaiting ?? 'its processor';
      awaiting.set(process.name, waitsFor);
      if (ending === undefined) {
        this.#bus.emit('stalled', { timeNs: this.#endNs, actor: process.id, awaiting: waitsFor });
      }
    }
    return {
      ending: ending ?? (awaiting.size === 0 ? 'done' : 'stalled'),
      endNs: this.#endNs,
      results: this.#results,
      awaiting,
    };
  }
}
