/**
 * How much a receiver takes beyond what has come, which Linux finds out as it goes (`tcp_rcv_space_adjust`, `tcp_grow_window`): the
 * room follows what comes in a round trip, and the window grows towards it with each segment.
 */

import type { TcpSpec } from './spec.ts';

/** What a receiver takes before it has seen any data. */
export const FIRST_WINDOW_BYTES = 65_535;
/** The data that fits its first buffer: 131,072 bytes (`tcp_rmem`), of which a segment of 1448 takes 2304. */
const FIRST_ROOM_BYTES = 81_920;
/** What it expects of the first round trip, in segments (`TCP_INIT_CWND`). */
const FIRST_SEGMENTS = 10;
/** Shorter segments do not make the window grow. */
const LEAST_BYTES = 128;

export class ReceiveWindow {
  readonly #segmentBytes: number;
  readonly #mostBytes: number;
  bytes: number;
  #roomBytes: number;
  /** The most that has come in a round trip, and when and where the present one began. */
  #perTrip: number;
  #sinceNs = -1;
  #since = 0;
  /** Smoothed; 0 before the first measurement. */
  #tripNs = 0;
  #echoNs = -1;

  constructor({ segmentBytes, windowBytes }: TcpSpec) {
    this.#segmentBytes = segmentBytes;
    this.#mostBytes = windowBytes;
    this.bytes = Math.min(windowBytes, FIRST_WINDOW_BYTES);
    this.#roomBytes = Math.min(windowBytes, FIRST_ROOM_BYTES);
    this.#perTrip = FIRST_SEGMENTS * segmentBytes;
  }

  /** A segment has come in order. @returns whether the window has grown */
  grow(bytes: number): boolean {
    const room = this.#roomBytes - this.bytes;
    if (room <= 0 || bytes < LEAST_BYTES) return false;
    this.bytes += Math.min(room, 2 * Math.max(bytes, this.#segmentBytes));
    return true;
  }

  /**
   * Data has come and was taken.
   * @param echoNs when the packet was sent that its sender had answered
   * @param until the first byte that is missing
   */
  adjust(bytes: number, echoNs: number, until: number, nowNs: number): void {
    if (echoNs >= 0 && echoNs !== this.#echoNs && bytes >= this.#segmentBytes) {
      this.#echoNs = echoNs;
      const tripNs = Math.max(1, nowNs - echoNs);
      // Shorter ones count at once.
      const isLess = this.#tripNs === 0 || tripNs < this.#tripNs;
      this.#tripNs = isLess ? tripNs : this.#tripNs + (tripNs - this.#tripNs) / 8;
    }
    if (this.#sinceNs < 0) this.#sinceNs = nowNs;
    if (this.#tripNs === 0 || nowNs - this.#sinceNs < this.#tripNs) return;
    const came = until - this.#since;
    if (came > this.#perTrip) {
      // The sender may double its rate in the next round trip, and this is one late.
      const room = 2 * came * (1 + (2 * (came - this.#perTrip)) / this.#perTrip);
      this.#roomBytes = Math.min(this.#mostBytes, Math.max(this.#roomBytes, Math.floor(room)));
      this.#perTrip = came;
    }
    this.#since = until;
    this.#sinceNs = nowNs;
  }
}
