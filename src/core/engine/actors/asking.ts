/**
 * Waiting, taking and saving for actors that ask again: connects their {@link Correspondence} and {@link MessageLog} to what runs
 * them. For all other actors it only passes everything on.
 */

import { assert } from '../../base/errors.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Effect } from './effects.ts';
import { assertMessage, type Conversation } from './conversation.ts';
import { bytesOf, type Taken } from './letters.ts';
import type { PendingReceive, Process } from './process.ts';

export interface AskingOptions {
  readonly conversation: Conversation;
  /** Stores what an actor will find when it is restarted. */
  readonly processes: { save(id: number, value: unknown): void };
  /** Schedules the next check of a wait. */
  readonly schedule: { addDeadline(process: Process, wait: PendingReceive): void };
  readonly bounds: Bounds;
}

export class Asking {
  readonly #conversation: Conversation;
  readonly #processes: AskingOptions['processes'];
  readonly #schedule: AskingOptions['schedule'];
  readonly #bounds: Bounds;

  constructor({ conversation, processes, schedule, bounds }: AskingOptions) {
    this.#conversation = conversation;
    this.#processes = processes;
    this.#schedule = schedule;
    this.#bounds = bounds;
  }

  /** Sends a message, unless it was sent before a crash. */
  send(process: Process, effect: Extract<Effect, { kind: 'send' }>): void {
    assertMessage(process, effect);
    process.correspondence?.say(effect.to, effect.type, effect.body);
    if (process.log?.replaying !== true) this.#conversation.say(process, effect);
  }

  /** The same for many messages at once. */
  sendEach(process: Process, effect: Extract<Effect, { kind: 'send-each' }>): void {
    const { to, body } = effect;
    if (!Array.isArray(to) || typeof body !== 'function')
      assert(
        false,
        `${process.name} sends to each of something other than a list, or without a function for bodies`,
      );
    process.correspondence?.sayEach(effect.to, effect.type, effect.body);
    if (process.log?.replaying !== true) this.#conversation.sayEach(process, effect);
  }

  /** What a wait received before a crash, if it is being repeated. */
  remembered(process: Process): Taken | undefined {
    const taken = process.log?.next();
    if (taken !== undefined) process.correspondence?.took(taken);
    return taken;
  }

  /** Begins to wait. */
  begin(process: Process, wait: PendingReceive, nowNs: number): void {
    process.wait = wait;
    const { correspondence } = process;
    // Asking again in a wait without a deadline would keep the run going for ever.
    if (correspondence === undefined || wait.deadlineNs === Number.POSITIVE_INFINITY)
      return this.#schedule.addDeadline(process, wait);
    if (process.recovering) return this.again(process, wait, nowNs);
    wait.nextNs = Math.min(wait.deadlineNs, nowNs + correspondence.everyNs);
    this.#schedule.addDeadline(process, wait);
  }

  /** Asks again for what is missing, and schedules the next check. */
  again(process: Process, wait: PendingReceive, nowNs: number): void {
    const everyNs = process.correspondence?.everyNs ?? Number.POSITIVE_INFINITY;
    wait.nextNs = Math.min(wait.deadlineNs, nowNs + everyNs);
    this.#schedule.addDeadline(process, wait);
    this.#conversation.askAgain(process, wait);
  }

  /** A wait is over: stores what it received where it survives a crash. */
  took(process: Process, taken: Taken): void {
    const { correspondence, log } = process;
    if (correspondence === undefined || log === undefined) return;
    if (taken.length > 0) process.recovering = false;
    correspondence.took(taken);
    log.append(taken);
    this.#bounds.keep(bytesOf(taken), taken.length);
  }

  save(process: Process, value: unknown): void {
    // It was stored already, before the crash.
    if (process.log?.replaying === true) return;
    this.#unlog(process.log?.clear());
    this.#processes.save(process.id, value);
    this.#bounds.save(process.id, value);
  }

  /** A step is over: what was received during it is no longer needed. */
  leave(process: Process, { outcome }: Extract<Effect, { kind: 'leave' }>): void {
    this.#unlog(process.log?.leave(outcome));
  }

  #unlog(dropped: readonly Taken[] = []): void {
    for (const taken of dropped) this.#bounds.read(bytesOf(taken), taken.length);
  }
}
