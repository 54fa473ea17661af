/**
 * The time that encoding and decoding take on measured devices. A processor does one thing at a time, so a computation begins when
 * earlier messages have been encoded and decoded. Messages themselves are not delayed by this.
 */

import type { Delivered, Sent, TrafficListener, Viewed } from '../messages/bus.ts';
import type { DeviceTimes } from './options.ts';

export class Handling implements TrafficListener {
  readonly #times: DeviceTimes;
  /** Until when each actor's processor is busy. */
  readonly #untilNs: number[] = [];
  /** The types of messages in transit, by message. */
  readonly #types = new Map<number, string>();

  constructor(times: DeviceTimes) {
    this.#times = times;
  }

  /** How long a computation that begins now would have to wait. */
  busyNs(actor: number, nowNs: number): number {
    return Math.max(0, (this.#untilNs[actor] ?? 0) - nowNs);
  }

  sent({ timeNs, id, from, type, payloadBytes }: Viewed<Sent>): void {
    this.#types.set(id, type);
    this.#add(from, timeNs, this.#times.encodeNs(from, type, payloadBytes));
  }

  delivered({ timeNs, id, to, payloadBytes }: Viewed<Delivered>): void {
    this.#add(to, timeNs, this.#times.decodeNs(to, this.#types.get(id) ?? '', payloadBytes));
  }

  #add(actor: number, nowNs: number, ns: number): void {
    this.#untilNs[actor] = Math.max(nowNs, this.#untilNs[actor] ?? 0) + ns;
  }
}
