/**
 * What a sender knows of its segments in flight: which are delivered beyond the first that is missing (RFC 2018, RFC 6675), which
 * count as lost (RFC 8985, since a path does not change the order of packets), and which were sent again.
 */

import type { DeliveryRate } from './delivery-rate.ts';
import {
  AGAIN,
  END,
  EVER_AGAIN,
  FLAGS,
  LOST,
  NEXT,
  NONE,
  SACKED,
  type Segments,
  SENT,
  START,
} from './segments.ts';

/** How many segments must be delivered after one for it to count as lost at once (`tcp_reordering`). */
const REORDERING = 3;

export class Scoreboard {
  readonly #segments: Segments;
  readonly #rate: DeliveryRate;
  first = NONE;
  #last = NONE;
  /** How many are not acknowledged; and of these, how many are delivered, lost, and sent again since. */
  out = 0;
  sacked = 0;
  lost = 0;
  again = 0;
  /** What the present acknowledgement says: when its first and its last segment were sent, if once only; -1 if not. */
  firstSentNs = -1;
  lastSentNs = -1;
  sackedSentNs = -1;
  /** Whether it delivers anything that was not known. */
  delivers = false;
  /** The latest sent of all delivered segments, and its round trip. */
  #latestSentNs = -1;
  #latestEnd = 0;
  #latestTripNs = 0;

  constructor(segments: Segments, rate: DeliveryRate) {
    this.#segments = segments;
    this.#rate = rate;
  }

  get inFlight(): number {
    return this.out - this.sacked - this.lost + this.again;
  }

  /** A new segment is sent. */
  add(start: number, end: number, nowNs: number): void {
    const row = this.#segments.open();
    const { cells } = this.#segments;
    cells[row + NEXT] = NONE;
    cells[row + START] = start;
    cells[row + END] = end;
    cells[row + SENT] = nowNs;
    cells[row + FLAGS] = 0;
    this.#rate.sent(cells, row, this.out === 0, nowNs);
    if (this.#last === NONE) this.first = row;
    else cells[this.#last + NEXT] = row;
    this.#last = row;
    this.out++;
  }

  /** A segment is sent again. */
  repeat(row: number, nowNs: number): void {
    const { cells } = this.#segments;
    this.#rate.sent(cells, row, false, nowNs);
    cells[row + SENT] = nowNs;
    if ((cells[row + FLAGS] & AGAIN) === 0) this.again++;
    cells[row + FLAGS] |= AGAIN | EVER_AGAIN;
  }

  /** The last segment, or {@link NONE}. */
  get last(): number {
    return this.#last;
  }

  /** An acknowledgement comes. */
  begin(): void {
    this.firstSentNs = this.lastSentNs = this.sackedSentNs = -1;
    this.delivers = false;
  }

  /** All before a byte is acknowledged. @param leastNs the shortest round trip */
  acknowledge(end: number, leastNs: number, nowNs: number): void {
    const { cells } = this.#segments;
    let row = this.first;
    while (row !== NONE && cells[row + END] <= end) {
      const flags = cells[row + FLAGS];
      if ((flags & EVER_AGAIN) === 0) {
        this.lastSentNs = cells[row + SENT];
        if (this.firstSentNs < 0) this.firstSentNs = this.lastSentNs;
      }
      if ((flags & SACKED) !== 0) this.sacked--;
      else this.#deliver(row, leastNs, nowNs);
      if ((flags & LOST) !== 0) this.lost--;
      if ((flags & AGAIN) !== 0) this.again--;
      this.out--;
      const next = cells[row + NEXT];
      this.#segments.close(row);
      row = next;
    }
    this.first = row;
    if (row === NONE) this.#last = NONE;
  }

  /** A block of data is delivered, before which something is missing. */
  sack(start: number, end: number, leastNs: number, nowNs: number): void {
    const { cells } = this.#segments;
    for (let row = this.first; row !== NONE && cells[row + END] <= end; row = cells[row + NEXT]) {
      const flags = cells[row + FLAGS];
      if (cells[row + START] < start || (flags & SACKED) !== 0) continue;
      if ((flags & EVER_AGAIN) === 0) this.sackedSentNs = cells[row + SENT];
      this.#deliver(row, leastNs, nowNs);
      if ((flags & LOST) !== 0) this.lost--;
      if ((flags & AGAIN) !== 0) this.again--;
      cells[row + FLAGS] = (flags & ~(LOST | AGAIN)) | SACKED;
      this.sacked++;
    }
  }

  /**
   * Marks what was sent before a segment that is delivered, and has not come within its time.
   * @param isRecovering whether something is known to be lost, so that nothing else is waited for
   * @returns when to look again, infinite if nothing is in doubt
   */
  detectLosses(isRecovering: boolean, leastNs: number, smoothNs: number, nowNs: number): number {
    if (this.#latestSentNs < 0) return Number.POSITIVE_INFINITY;
    const patienceNs =
      isRecovering || this.sacked >= REORDERING ? 0 : Math.round(Math.min(leastNs / 4, smoothNs));
    const { cells } = this.#segments;
    let againNs = Number.POSITIVE_INFINITY;
    for (let row = this.first; row !== NONE; row = cells[row + NEXT]) {
      const sentNs = cells[row + SENT];
      const flags = cells[row + FLAGS];
      // What was sent once was sent in order.
      if (sentNs > this.#latestSentNs && (flags & EVER_AGAIN) === 0) break;
      if ((flags & SACKED) !== 0 || ((flags & LOST) !== 0 && (flags & AGAIN) === 0)) continue;
      const isBefore =
        sentNs < this.#latestSentNs || (sentNs === this.#latestSentNs && cells[row + END] < this.#latestEnd);
      if (!isBefore) continue;
      const lostNs = sentNs + this.#latestTripNs + patienceNs;
      if (lostNs <= nowNs) this.#markLost(row);
      else againNs = Math.min(againNs, lostNs);
    }
    return againNs;
  }

  /** After a timeout everything that is not delivered counts as lost. */
  loseAll(): void {
    const { cells } = this.#segments;
    for (let row = this.first; row !== NONE; row = cells[row + NEXT])
      if ((cells[row + FLAGS] & SACKED) === 0) this.#markLost(row);
  }

  /** The losses were none. */
  undo(): void {
    const { cells } = this.#segments;
    for (let row = this.first; row !== NONE; row = cells[row + NEXT]) cells[row + FLAGS] &= ~LOST;
    this.lost = 0;
  }

  /** The first segment after another that counts as lost and was not sent again, or {@link NONE}. */
  nextLost(from: number): number {
    const { cells } = this.#segments;
    let row = from;
    while (row !== NONE && (cells[row + FLAGS] & (LOST | AGAIN)) !== LOST) row = cells[row + NEXT];
    return row;
  }

  /** The connection has failed. */
  clear(): void {
    const { cells } = this.#segments;
    for (let row = this.first; row !== NONE;) {
      const next = cells[row + NEXT];
      this.#segments.close(row);
      row = next;
    }
    this.first = this.#last = NONE;
    this.out = this.sacked = this.lost = this.again = 0;
  }

  #markLost(row: number): void {
    const { cells } = this.#segments;
    const flags = cells[row + FLAGS];
    if ((flags & AGAIN) !== 0) {
      cells[row + FLAGS] &= ~AGAIN;
      this.again--;
    }
    if ((flags & LOST) !== 0) return;
    cells[row + FLAGS] |= LOST;
    this.lost++;
  }

  #deliver(row: number, leastNs: number, nowNs: number): void {
    const { cells } = this.#segments;
    this.delivers = true;
    this.#rate.took(cells, row);
    const sentNs = cells[row + SENT];
    const tripNs = nowNs - sentNs;
    // An acknowledgement of the first copy, not of the second.
    if (tripNs < leastNs && (cells[row + FLAGS] & EVER_AGAIN) !== 0) return;
    this.#latestTripNs = tripNs;
    const end = cells[row + END];
    if (sentNs < this.#latestSentNs || (sentNs === this.#latestSentNs && end <= this.#latestEnd)) return;
    this.#latestSentNs = sentNs;
    this.#latestEnd = end;
  }
}
