/**
 * The queues of all links, first in, first out, which drop what comes when they are full. When a packet will have passed is known
 * when it joins, so nothing happens in between. Links are given by number: two for each actor, then those that parties share.
 */

import { grown } from '../../base/grown.ts';
import { RateOverTime, type Series } from './series.ts';

/** The number of an actor's uplink. */
export function uplinkOf(actor: number): number {
  return 2 * actor;
}

/** The number of an actor's downlink. */
export function downlinkOf(actor: number): number {
  return 2 * actor + 1;
}

/** The most that waits at a link, the packet being sent included, and which packets go first and are dropped. */
export interface QueueSpec {
  readonly packets: number;
  readonly bytes: number;
  /**
   * `droptail`: first in, first out; `codel`: drops what has waited too long (RFC 8289); `fq`: a queue of that kind for each
   * connection, which take turns (RFC 8290).
   */
  readonly discipline: 'droptail' | 'codel' | 'fq';
}

/** As long as the queue of a device in Linux (`txqueuelen`). */
export const DEFAULT_QUEUE: QueueSpec = {
  discipline: 'droptail',
  packets: 1000,
  bytes: Number.POSITIVE_INFINITY,
};

/** A link: bits per second, or those measured over time, and its queue. */
export interface LinkRate {
  readonly bps: number;
  readonly series?: Series | undefined;
  readonly queue: QueueSpec;
}

/** What a link has carried. */
export interface Carried {
  readonly packets: number;
  readonly bytes: number;
  readonly busyNs: number;
  /** How long packets waited behind others, in total. */
  readonly queuedNs: number;
  readonly dropped: number;
}

export const DROPPED = -1;

const NONE = -1;
const FIRST_WAITING = 64;

/** The columns of a link. Bits per second, NaN until first needed; the most packets and bytes that may wait: */
const BPS = 0;
const MOST_PACKETS = 1;
const MOST_BYTES = 2;
/** When all that has joined has passed. */
const FREE = 3;
/** What it has carried. */
const PACKETS = 4;
const BYTES = 5;
const BUSY = 6;
const QUEUED = 7;
const DROPS = 8;
/** The packets that wait or are being sent: how many, their bytes, the first and the last. */
const WAITING = 9;
const WAITING_BYTES = 10;
const FIRST = 11;
const LAST = 12;

const COLUMNS = 16;

export class Queues {
  readonly #linkOf: (link: number) => LinkRate;
  /** All links, one row each. */
  readonly #cells: Float64Array;
  /** Those measured over time. */
  readonly #over = new Map<number, RateOverTime>();
  /** The packets that wait: when they will have passed, their bytes, and the next. */
  #passedNs = new Float64Array(FIRST_WAITING);
  #sizes = new Int32Array(FIRST_WAITING);
  #next = new Int32Array(FIRST_WAITING);
  #free = NONE;
  #used = 0;

  constructor(links: number, linkOf: (link: number) => LinkRate) {
    this.#linkOf = linkOf;
    this.#cells = new Float64Array(links * COLUMNS);
    for (let row = 0; row < this.#cells.length; row += COLUMNS) {
      this.#cells[row + BPS] = Number.NaN;
      this.#cells[row + FIRST] = this.#cells[row + LAST] = NONE;
    }
  }

  /** How long a link takes for this many bytes that nothing is ahead of. */
  ns(link: number, bytes: number, nowNs: number): number {
    const bps = this.#rate(link);
    if (bps === Number.POSITIVE_INFINITY) return 0;
    const over = this.#over.size === 0 ? undefined : this.#over.get(link);
    return over === undefined ? Math.ceil((bytes * 8e9) / bps) : over.doneNs(nowNs, bytes) - nowNs;
  }

  /** When all that has joined has passed. */
  freeNs(link: number): number {
    return this.#cells[link * COLUMNS + FREE];
  }

  /** A packet joins. @returns when it will have passed, or {@link DROPPED} */
  join(link: number, bytes: number, nowNs: number): number {
    const bps = this.#rate(link);
    const cells = this.#cells;
    const row = link * COLUMNS;
    if (bps === Number.POSITIVE_INFINITY) {
      cells[row + PACKETS]++;
      cells[row + BYTES] += bytes;
      return nowNs;
    }
    if (cells[row + FIRST] !== NONE) this.#forget(row, nowNs);
    if (
      cells[row + WAITING] >= cells[row + MOST_PACKETS] ||
      cells[row + WAITING_BYTES] + bytes > cells[row + MOST_BYTES]
    ) {
      cells[row + DROPS]++;
      return DROPPED;
    }
    const passedNs = this.send(link, bytes, nowNs);
    this.#wait(row, bytes, passedNs);
    return passedNs;
  }

  /** A packet is sent as soon as all before it have been. @returns when it has passed */
  send(link: number, bytes: number, nowNs: number): number {
    const cells = this.#cells;
    const row = link * COLUMNS;
    const startNs = Math.max(nowNs, cells[row + FREE]);
    const ownNs = this.ns(link, bytes, startNs);
    cells[row + PACKETS]++;
    cells[row + BYTES] += bytes;
    cells[row + BUSY] += ownNs;
    cells[row + QUEUED] += startNs - nowNs;
    return (cells[row + FREE] = startNs + ownNs);
  }

  /** A packet has waited elsewhere for this link. */
  addWait(link: number, ns: number): void {
    this.#cells[link * COLUMNS + QUEUED] += ns;
  }

  /** A packet was dropped elsewhere instead of joining this link. */
  drop(link: number): void {
    this.#cells[link * COLUMNS + DROPS]++;
  }

  carried(link: number): Carried {
    const cells = this.#cells;
    const row = link * COLUMNS;
    return {
      packets: cells[row + PACKETS],
      bytes: cells[row + BYTES],
      busyNs: cells[row + BUSY],
      queuedNs: cells[row + QUEUED],
      dropped: cells[row + DROPS],
    };
  }

  #rate(link: number): number {
    const bps = this.#cells[link * COLUMNS + BPS];
    return Number.isNaN(bps) ? this.#look(link) : bps;
  }

  /** A link is used for the first time. */
  #look(link: number): number {
    const { bps: own, series, queue } = this.#linkOf(link);
    const cells = this.#cells;
    const row = link * COLUMNS;
    cells[row + MOST_PACKETS] = queue.packets;
    cells[row + MOST_BYTES] = queue.bytes;
    if (series === undefined) return (cells[row + BPS] = own);
    const over = new RateOverTime(series);
    this.#over.set(link, over);
    return (cells[row + BPS] = over.meanBps);
  }

  /** Takes those that have passed out of the line. */
  #forget(row: number, nowNs: number): void {
    const cells = this.#cells;
    let first = cells[row + FIRST];
    while (first !== NONE && this.#passedNs[first] <= nowNs) {
      cells[row + WAITING]--;
      cells[row + WAITING_BYTES] -= this.#sizes[first];
      const next = this.#next[first];
      this.#next[first] = this.#free;
      this.#free = first;
      first = next;
    }
    cells[row + FIRST] = first;
    if (first === NONE) cells[row + LAST] = NONE;
  }

  #wait(row: number, bytes: number, passedNs: number): void {
    let waiting = this.#free;
    if (waiting === NONE) {
      waiting = this.#used++;
      if (waiting === this.#passedNs.length) {
        this.#passedNs = grown(this.#passedNs);
        this.#sizes = grown(this.#sizes);
        this.#next = grown(this.#next);
      }
    } else this.#free = this.#next[waiting];
    this.#passedNs[waiting] = passedNs;
    this.#sizes[waiting] = bytes;
    this.#next[waiting] = NONE;
    const cells = this.#cells;
    if (cells[row + LAST] === NONE) cells[row + FIRST] = waiting;
    else this.#next[cells[row + LAST]] = waiting;
    cells[row + LAST] = waiting;
    cells[row + WAITING]++;
    cells[row + WAITING_BYTES] += bytes;
  }
}
