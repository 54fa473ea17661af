/**
 * Controlled delay (Nichols, Jacobson, RFC 8289), as Linux has it (`codel_impl.h`): a queue that drops packets while even the least
 * wait of the last 100 ms exceeded 5 ms.
 */

import { BYTES, type IpPackets, QUEUED } from './ip-packets.ts';
import type { Lines } from './lines.ts';
import { NONE } from './ip-packets.ts';

const TARGET_NS = 5e6;
const INTERVAL_NS = 100e6;

/** What a queue of that kind gives back, and tells of those that it drops. */
export interface CodelHost {
  readonly packets: IpPackets;
  readonly lines: Lines;
  drop(packet: number): void;
}

export class Codel {
  readonly #host: CodelHost;
  /** The line in which its packets wait. */
  readonly line: number;
  bytes = 0;
  packets = 0;
  #isDropping = false;
  #count = 0;
  #lastCount = 0;
  #nextNs = 0;
  /** When the wait will have been too long for an interval; 0 if it is not too long. */
  #firstAboveNs = 0;

  constructor(host: CodelHost, line: number) {
    this.#host = host;
    this.line = line;
  }

  add(packet: number): void {
    const { packets, lines } = this.#host;
    lines.add(this.line, packet);
    this.bytes += packets.cells[packet + BYTES];
    this.packets++;
  }

  /** The next packet to be sent, or {@link NONE}. @param largest packet so far, which alone is not a queue */
  take(nowNs: number, largest: number): number {
    let packet = this.#pop();
    if (packet === NONE) {
      this.#isDropping = false;
      return NONE;
    }
    let isLate = this.#waitsTooLong(packet, nowNs, largest);
    if (this.#isDropping) {
      if (!isLate) this.#isDropping = false;
      while (this.#isDropping && nowNs >= this.#nextNs) {
        this.#count++;
        this.#host.drop(packet);
        packet = this.#pop();
        isLate = this.#waitsTooLong(packet, nowNs, largest);
        if (isLate) this.#nextNs = this.#after(this.#nextNs);
        else this.#isDropping = false;
      }
    } else if (isLate) {
      this.#host.drop(packet);
      packet = this.#pop();
      this.#waitsTooLong(packet, nowNs, largest);
      this.#isDropping = true;
      // It goes on as fast as it dropped before, if that was recently.
      const before = this.#count - this.#lastCount;
      this.#count = before > 1 && nowNs - this.#nextNs < 16 * INTERVAL_NS ? before : 1;
      this.#lastCount = this.#count;
      this.#nextNs = this.#after(nowNs);
    }
    return packet;
  }

  /** Removes and returns the first packet, whatever it is. */
  #pop(): number {
    const { packets, lines } = this.#host;
    if (this.packets === 0) return NONE;
    const packet = lines.take(this.line);
    this.bytes -= packets.cells[packet + BYTES];
    this.packets--;
    return packet;
  }

  /** Removes the first packet to make room. */
  dropFirst(): void {
    this.#host.drop(this.#pop());
  }

  #waitsTooLong(packet: number, nowNs: number, largest: number): boolean {
    if (packet === NONE) {
      this.#firstAboveNs = 0;
      return false;
    }
    const waitedNs = nowNs - this.#host.packets.cells[packet + QUEUED];
    if (waitedNs < TARGET_NS || this.bytes <= largest) {
      this.#firstAboveNs = 0;
      return false;
    }
    if (this.#firstAboveNs === 0) {
      this.#firstAboveNs = nowNs + INTERVAL_NS;
      return false;
    }
    return nowNs > this.#firstAboveNs;
  }

  #after(ns: number): number {
    return ns + INTERVAL_NS / Math.sqrt(this.#count);
  }
}
