/**
 * Interprets effects. It runs an actor until the actor requests something that takes time, and leaves to its host what differs between
 * simulated and real time: when a sleep or a computation ends, and what happens to a result.
 */

import { assert } from '../../base/errors.ts';
import { stepOf } from './abort.ts';
import type { Retransmission } from './retransmission.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Bus } from '../messages/bus.ts';
import type { Directory } from '../messages/directory.ts';
import type { MessageExchange } from './message-exchange.ts';
import { isDelay } from '../clock/delay.ts';
import type { Effect } from './effects.ts';
import { seenOf, type ReceivedMessages } from './received-batch.ts';
import type { Process } from './process.ts';
import { encode } from '../wire/bytes.ts';

export interface InterpreterHost {
  readonly nowNs: () => number;
  /** Something happened now: the run ends with the last of these. */
  readonly happened: () => void;
  /** A place in the order of events with the same time. */
  readonly reserve: () => number;
  /** Resumes the actor after this many nanoseconds. */
  readonly sleep: (process: Process, ns: number) => void;
  /** Resumes the actor with the task's result. */
  readonly compute: (process: Process, effect: Extract<Effect, { kind: 'compute' }>) => void;
  /** An actor is done, with or without a result. */
  readonly finished: (process: Process, result: unknown) => void;
}

export interface InterpreterOptions {
  readonly bus: Bus;
  readonly directory: Directory;
  readonly retransmission: Retransmission;
  readonly exchange: MessageExchange;
  readonly bounds: Bounds;
}

/** The result of an actor that finished without one. */
const NOTHING = encode(null);

export class Interpreter {
  readonly #host: InterpreterHost;
  readonly #bus: Bus;
  readonly #retransmission: Retransmission;
  readonly #exchange: MessageExchange;
  readonly #bounds: Bounds;
  readonly #directory: Directory;
  /** Lists of senders that exist, as one list may serve many waits. */
  readonly #known = new WeakSet<readonly string[]>();

  constructor(
    host: InterpreterHost,
    { bus, directory, retransmission, exchange, bounds }: InterpreterOptions,
  ) {
    this.#host = host;
    this.#bus = bus;
    this.#directory = directory;
    this.#retransmission = retransmission;
    this.#exchange = exchange;
    this.#bounds = bounds;
  }

  /** A wait is over: the actor continues with what it received. */
  received(process: Process, received: ReceivedMessages): void {
    this.#retransmission.received(process, received);
    this.resume(process, seenOf(received));
  }

  /** Runs an actor until it requests something that takes time. */
  resume(process: Process, value: unknown): void {
    let result: unknown = value;
    for (;;) {
      if (this.#isHeld(process)) return;
      const step = stepOf(process.behaviour, result);
      if (step.done === true) return this.#finish(process, step.value);
      const effect = step.value;
      switch (effect?.kind) {
        case 'send':
          this.#retransmission.send(process, effect);
          if (this.#bounds.reached !== undefined) return;
          result = undefined;
          break;
        case 'send-each':
          this.#retransmission.sendEach(process, effect);
          if (this.#bounds.reached !== undefined) return;
          result = undefined;
          break;
        case 'label':
          this.#label(process, effect);
          result = undefined;
          break;
        case 'save':
          this.#retransmission.save(process, effect.value);
          result = undefined;
          break;
        case 'enter':
          result = process.log?.enter();
          break;
        case 'leave':
          this.#retransmission.leave(process, effect);
          result = undefined;
          break;
        case 'wait':
          result = this.#wait(process, effect);
          if (result === undefined) return;
          break;
        case 'sleep':
          this.#assertDelay(process, 'sleeps', effect.ns);
          return this.#host.sleep(process, effect.ns);
        case 'clock':
          result = this.#clock(process);
          break;
        case 'compute':
          return this.#compute(process, effect);
        case 'finish':
          return this.#finish(process, effect.result);
        default:
          assert(false, `${process.name} yields something other than an effect`);
      }
    }
  }

  /**
   * Whether the actor has crashed, or is paused: before it starts, or after a message or label of its own, which have no result. It
   * then continues when the pause ends.
   */
  #isHeld(process: Process): boolean {
    if (process.gone) return true;
    if (process.pausedUntilNs === 0) return false;
    const leftNs = process.pausedUntilNs - this.#host.nowNs();
    if (leftNs > 0) this.#host.sleep(process, leftNs);
    return leftNs > 0;
  }

  /** The messages, if there are enough: as before a crash, or in the mailbox. Otherwise the wait begins. */
  #wait(process: Process, effect: Extract<Effect, { kind: 'wait' }>): unknown {
    const replayed = this.#retransmission.replayed(process);
    if (replayed !== undefined) return seenOf(replayed);
    this.#assertDelay(process, 'waits', effect.filter.timeoutNs ?? 0);
    if (!(effect.count >= 0)) assert(false, `${process.name} waits for ${effect.count} messages`);
    this.#assertSenders(process, effect.filter.from);
    const wait = process.newWait(effect, this.#host.nowNs(), this.#host.reserve());
    this.#exchange.offerMailbox(process, wait);
    if (!wait.complete) {
      this.#retransmission.begin(process, wait, this.#host.nowNs());
      return undefined;
    }
    const received = wait.end();
    this.#retransmission.received(process, received);
    return seenOf(received);
  }

  /** A name that nobody has would only show as a message that never comes. */
  #assertSenders({ name }: Process, from: unknown): void {
    if (from === undefined || this.#known.has(from as readonly string[])) return;
    const isList = Array.isArray(from);
    for (const sender of (isList ? from : [from]) as readonly unknown[])
      if (typeof sender !== 'string' || this.#directory.find(sender) === undefined)
        assert(false, `${name} waits for messages from ${String(sender)}, who does not exist`);
    if (isList) this.#known.add(from);
  }

  #compute(process: Process, effect: Extract<Effect, { kind: 'compute' }>): void {
    if (typeof (effect.task as object | undefined) !== 'object')
      assert(false, `${process.name} computes something other than a task`);
    this.#host.compute(process, effect);
  }

  /** The time now, or after a crash the one that was read before. */
  #clock({ log }: Process): number {
    const nowNs = this.#host.nowNs();
    return log === undefined ? nowNs : log.clock(nowNs);
  }

  #assertDelay({ name }: Process, does: string, ns: number): void {
    if (!isDelay(ns)) assert(false, `${name} ${does} for ${ns} ns`);
  }

  /** A wait is due for its next check: its actor retransmits, or it ends. */
  expire(process: Process): void {
    const { wait } = process;
    assert(wait !== undefined, `${process.name} waits for nothing`);
    process.queuedNs = undefined;
    const timeNs = this.#host.nowNs();
    if (timeNs < wait.deadlineNs) return this.#retransmission.retry(process, wait, timeNs);
    this.#host.happened();
    process.wait = undefined;
    const { wanted } = wait;
    const received = wait.end();
    this.#bus.emit('expired', { timeNs, actor: process.id, got: received.length, wanted });
    this.received(process, received);
  }

  #label(process: Process, { phase, round }: Extract<Effect, { kind: 'label' }>): void {
    const named = round ?? process.round;
    assert(
      Number.isInteger(named) && named >= 0 && named < 2 ** 32,
      `${process.name} names the round ${round}`,
    );
    if (phase !== undefined && typeof phase !== 'string')
      assert(false, `${process.name} names the phase ${String(phase)}`);
    process.label(phase, named);
    const { id: actor } = process;
    this.#bus.emit('labelled', {
      timeNs: this.#host.nowNs(),
      actor,
      phase: process.phase,
      round: process.round,
    });
  }

  #finish(process: Process, result: unknown): void {
    process.finish();
    this.#host.finished(process, result);
    this.#bus.emit('finished', {
      timeNs: this.#host.nowNs(),
      actor: process.id,
      result: result === undefined ? NOTHING : encode(result),
    });
    this.#exchange.refuseMailbox(process);
  }
}
