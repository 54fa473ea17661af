/**
 * Future events and packets in order of time, without those that have become void: deadlines that were met in time, what a crashed
 * actor would have done, and interference after all actors are done.
 */

import { Agenda } from '../clock/agenda.ts';
import type { Soon } from '../clock/queue.ts';
import type { Event } from './event.ts';
import type { PendingReceive, Process } from '../actors/process.ts';
import type { Processes } from '../actors/processes.ts';

export class Schedule {
  readonly agenda: Agenda<Event>;
  readonly #processes: Processes;

  /** @param soon see {@link Agenda} */
  constructor(processes: Processes, soon: Soon) {
    this.agenda = new Agenda(soon);
    this.#processes = processes;
  }

  /** The next event, or a packet by its number, without removing it. */
  next(): number | Event | undefined {
    for (;;) {
      const event = this.agenda.peek();
      if (event === undefined || typeof event === 'number' || !this.#isVoid(event)) return event;
      const atNs = this.agenda.nextTime;
      this.agenda.pop();
      if (event.kind === 'deadline') this.#requeueDeadline(event.process, atNs);
    }
  }

  /**
   * Empties the schedule of a run that has ended.
   * @param receiver of a packet
   * @param keeps whether packets in transit, and what moves them, stay
   * @returns whether nothing was left but packets to actors that are done, which decide nothing: then the run was complete
   */
  close(receiver: (packet: number) => number, keeps: boolean): boolean {
    const { agenda } = this;
    const kept: { readonly atNs: number; readonly event: number | Event }[] = [];
    let complete = this.#processes.allFinished;
    for (let event = this.next(); event !== undefined; event = this.next()) {
      complete &&= this.#decidesNothing(event, receiver);
      if (!complete && !keeps) return false;
      if (keeps && (typeof event === 'number' || event.kind === 'flows'))
        kept.push({ atNs: agenda.nextTime, event });
      agenda.pop();
    }
    for (const { atNs, event } of kept) {
      if (typeof event === 'number') agenda.pushPacket(atNs, event);
      else agenda.pushLast(atNs, event);
    }
    return complete;
  }

  #decidesNothing(event: number | Event, receiver: (packet: number) => number): boolean {
    const isOver = (packet: number): boolean => this.#processes.isDone(receiver(packet));
    if (typeof event === 'number') return isOver(event);
    // In a star, connections lead to the hub, whoever receives what they carry.
    return event.kind !== 'flows' || event.tcp.holdsOnly(isOver);
  }

  /**
   * Puts a deadline into the queue, unless an earlier one is there, which will be replaced by it in time. Most waits end long before
   * their deadlines, and all deadlines together would outnumber the other events.
   */
  addDeadline(process: Process, { nextNs, sequence }: PendingReceive): void {
    if (nextNs >= (process.queuedNs ?? Number.POSITIVE_INFINITY)) return;
    process.queuedNs = nextNs;
    this.agenda.push(nextNs, { kind: 'deadline', process, sequence }, sequence);
  }

  /** Whether an event must wait for its paused actor; it is then scheduled again. */
  postpones(event: Event, nowNs: number): boolean {
    if (event.kind === 'act' || event.kind === 'flows') return false;
    const { pausedUntilNs } = event.process;
    if (pausedUntilNs <= nowNs) return false;
    if (event.kind === 'deadline') event.process.queuedNs = pausedUntilNs;
    this.agenda.push(pausedUntilNs, event);
    return true;
  }

  #isVoid(event: Event): boolean {
    if (event.kind === 'act') return this.#processes.allFinished;
    // Another time has been requested since.
    if (event.kind === 'flows') return event.tcp.nextNs !== this.agenda.nextTime;
    if (event.process.gone) return true;
    return event.kind === 'deadline' && event.process.wait?.sequence !== event.sequence;
  }

  /** A void deadline was removed: puts that of the present wait into the queue. */
  #requeueDeadline(process: Process, atNs: number): void {
    if (process.gone || process.queuedNs !== atNs) return;
    process.queuedNs = undefined;
    if (process.wait !== undefined) this.addDeadline(process, process.wait);
  }
}
