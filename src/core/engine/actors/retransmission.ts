/**
 * Retransmission on timeout, and recovery after a crash, for actors that have them: connects their {@link RetransmissionBuffer} and {@link MessageLog} to what runs
 * them. For all other actors it only passes everything on.
 */

import { assert } from '../../base/errors.ts';
import { provenance } from '../../base/provenance.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Effect } from './effects.ts';
import { assertMessage, type MessageExchange } from './message-exchange.ts';
import { bytesOf, type ReceivedMessages } from './received-batch.ts';
import type { PendingReceive, Process } from './process.ts';
import { OwnView } from './self.ts';

export interface RetransmissionOptions {
  readonly exchange: MessageExchange;
  /** Stores what an actor will find when it is restarted. */
  readonly processes: { save(id: number, value: unknown): void };
  /** Schedules the next check of a wait. */
  readonly schedule: { addDeadline(process: Process, wait: PendingReceive): void };
  readonly bounds: Bounds;
}

export class Retransmission {
  readonly #exchange: MessageExchange;
  readonly #processes: RetransmissionOptions['processes'];
  readonly #schedule: RetransmissionOptions['schedule'];
  readonly #bounds: Bounds;

  constructor({ exchange, processes, schedule, bounds }: RetransmissionOptions) {
    this.#exchange = exchange;
    this.#processes = processes;
    this.#schedule = schedule;
    this.#bounds = bounds;
  }

  /** Sends a message, unless it was sent before a crash. */
  send(process: Process, effect: Extract<Effect, { kind: 'send' }>): void {
    assertMessage(process, effect);
    process.retransmissionBuffer?.add(effect.to, effect.type, effect.body);
    if (process.log?.replaying !== true) this.#exchange.send(process, effect);
  }

  /** Sends a message of its own to each of several parties, unless they were sent before a crash. */
  sendEach(process: Process, effect: Extract<Effect, { kind: 'send-each' }>): void {
    const { to, body } = effect;
    if (!Array.isArray(to) || typeof body !== 'function')
      assert(
        false,
        `${process.name} sends to each of something other than a list, or without a function for bodies`,
      );
    process.retransmissionBuffer?.addEach(effect.to, effect.type, effect.body);
    if (process.log?.replaying !== true) this.#exchange.sendEach(process, effect);
  }

  /** What a wait received before a crash, if it is being repeated. */
  replayed(process: Process): ReceivedMessages | undefined {
    const received = process.log?.next();
    if (received !== undefined) process.retransmissionBuffer?.received(received);
    return received;
  }

  /** Begins to wait. */
  begin(process: Process, wait: PendingReceive, nowNs: number): void {
    process.wait = wait;
    const { retransmissionBuffer } = process;
    // Retransmission in a wait without a deadline would keep the run going for ever.
    if (retransmissionBuffer === undefined || wait.deadlineNs === Number.POSITIVE_INFINITY)
      return this.#schedule.addDeadline(process, wait);
    if (process.recovering) return this.retry(process, wait, nowNs);
    wait.nextNs = Math.min(wait.deadlineNs, nowNs + retransmissionBuffer.timeoutNs);
    this.#schedule.addDeadline(process, wait);
  }

  /** Retransmits to those whose messages are missing, and schedules the next check. */
  retry(process: Process, wait: PendingReceive, nowNs: number): void {
    const everyNs = process.retransmissionBuffer?.timeoutNs ?? Number.POSITIVE_INFINITY;
    wait.nextNs = Math.min(wait.deadlineNs, nowNs + everyNs);
    this.#schedule.addDeadline(process, wait);
    this.#exchange.retransmitToMissing(process, wait);
  }

  /** A wait is over: stores what it received where it survives a crash. */
  received(process: Process, received: ReceivedMessages): void {
    const { retransmissionBuffer, log } = process;
    if (retransmissionBuffer === undefined) return;
    if (received.length > 0) process.recovering = false;
    retransmissionBuffer.received(received);
    if (log === undefined) return;
    log.append(received);
    this.#bounds.keep(bytesOf(received), received.length);
  }

  /** Stores what an actor will find when it is restarted, in place of what it received so far. */
  save(process: Process, value: unknown): void {
    if (process.self === undefined || !OwnView.hasReadSaved(process.self))
      assert(
        false,
        `${process.name} saves before it has read self.saved: after a crash it would begin anew, without what it received`,
      );
    // It was stored already, before the crash.
    if (process.log?.replaying === true) return;
    this.#unlog(process.log?.clear());
    provenance?.saved(process.name, value);
    this.#bounds.save(process.id, value);
    this.#processes.save(process.id, value);
  }

  /** A step is over: what was received during it is no longer needed. */
  leave(process: Process, { outcome }: Extract<Effect, { kind: 'leave' }>): void {
    this.#unlog(process.log?.leave(outcome));
  }

  #unlog(dropped: readonly ReceivedMessages[] = []): void {
    for (const received of dropped) this.#bounds.read(bytesOf(received), received.length);
  }
}
