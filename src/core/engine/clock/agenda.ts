/**
 * Future events in order of (time, insertion): packets, which are the majority, as numbers, and everything else as objects stored
 * beside the queue.
 */

import { EventQueue, type Soon } from './queue.ts';

/** No run inserts as many events. */
const LAST = 2 ** 52;

/** `E`: everything but packets. */
export class Agenda<E extends object> {
  readonly #queue: EventQueue;
  /** Event k is the item ~k of the queue. */
  readonly #events: (E | undefined)[] = [];
  readonly #free: number[] = [];

  /** @param soon is told which packets come next, beside negative numbers of other events */
  constructor(soon?: Soon) {
    this.#queue = new EventQueue(soon);
  }

  /** The time of the next event; infinite if there is none. */
  get nextTime(): number {
    return this.#queue.nextTime;
  }

  /** A place in the order of insertion, for an event that is pushed later. */
  reserve(): number {
    return this.#queue.reserve();
  }

  pushPacket(timeNs: number, packet: number): void {
    this.#queue.push(timeNs, packet);
  }

  /** Removes all events of a packet. */
  removePacket(packet: number): void {
    this.#queue.remove(packet);
  }

  /** @param sequence the place in the order of insertion, if it was reserved */
  push(timeNs: number, event: E, sequence = this.#queue.reserve()): void {
    const place = this.#free.pop() ?? this.#events.length;
    this.#events[place] = event;
    this.#queue.push(timeNs, ~place, sequence);
  }

  /** Adds an event that comes before all others of its time that were not added in this way. */
  pushFirst(timeNs: number, event: E): void {
    this.push(timeNs, event, this.#queue.reserve() - LAST);
  }

  /** Adds an event that comes after all others of its time that were not added in this way. */
  pushLast(timeNs: number, event: E): void {
    this.push(timeNs, event, LAST + this.#queue.reserve());
  }

  /** The next event, without removing it: the number of a packet, or an object; undefined if there is none. */
  peek(): number | E | undefined {
    const item = this.#queue.peek();
    return item === undefined || item >= 0 ? item : this.#events[~item];
  }

  /** Removes the next event. */
  pop(): void {
    const item = this.#queue.pop();
    if (item === undefined || item >= 0) return;
    this.#events[~item] = undefined; // or it would be kept alive
    this.#free.push(~item);
  }
}
