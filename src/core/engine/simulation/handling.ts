/**
 * The time of a measured device's processor that actors take beside their tasks: for encoding and decoding, and for their turns. A
 * processor does one thing at a time, so a computation begins when what came before is done. Messages themselves are not delayed by
 * this, except that what follows from a result is sent after the turn that the result begins.
 */

import type { Delivered, Sent, TrafficListener, Viewed } from '../messages/bus.ts';
import type { Machines } from './machines.ts';
import type { DeviceTimes } from './options.ts';

export class Handling implements TrafficListener {
  readonly #times: DeviceTimes;
  readonly #machines: Machines;
  /** Until when each actor is busy. */
  readonly #untilNs: number[] = [];
  /** The types of messages in transit, by message. */
  readonly #types = new Map<number, string>();

  /** @param machines whose processors actors share */
  constructor(times: DeviceTimes, machines: Machines) {
    this.#times = times;
    this.#machines = machines;
  }

  /** How long a computation that begins now would have to wait. */
  busyNs(actor: number, nowNs: number): number {
    return Math.max(0, this.#until(actor) - nowNs);
  }

  sent({ timeNs, id, from, type, payloadBytes }: Viewed<Sent>): void {
    this.#types.set(id, type);
    this.#add(from, timeNs, this.#times.encodeNs(from, type, payloadBytes));
  }

  delivered({ timeNs, id, to, payloadBytes }: Viewed<Delivered>): void {
    const decodeNs = this.#times.decodeNs(to, this.#types.get(id) ?? '', payloadBytes);
    // Before the turn of its first message it has begun.
    this.#until(to);
    this.#add(to, timeNs, decodeNs + this.#times.turnNs(to));
  }

  #add(actor: number, nowNs: number, ns: number): void {
    const fromNs = Math.max(nowNs, this.#until(actor));
    this.#untilNs[actor] = ns === 0 ? fromNs : fromNs + this.#machines.waitNs(actor, fromNs, ns) + ns;
  }

  /** Its first turn begins with the run. */
  #until(actor: number): number {
    const known = this.#untilNs[actor];
    if (known !== undefined) return known;
    const turnNs = this.#times.turnNs(actor);
    return (this.#untilNs[actor] = turnNs === 0 ? 0 : this.#machines.waitNs(actor, 0, turnNs) + turnNs);
  }
}
