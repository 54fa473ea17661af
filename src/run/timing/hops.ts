/** The hops of packets as rows of numbers; a {@link Hop} is made of one only where it is asked for. */

import { grown } from '../../core/base/grown.ts';
import type { Hop } from './packet-path.ts';

/** The columns of a hop. */
const FROM_ACTOR = 0;
const TO_ACTOR = 1;
const WIRE_BYTES = 2;
export const ENTERED = 3;
export const UPLINK = 4;
export const DEPARTED = 5;
export const CONNECTION = 6;
export const LOSS = 7;
export const LATENCY = 8;
export const HELD = 9;
export const ARRIVED = 10;
export const DOWNLINK = 11;
export const LEFT = 12;
export const TWIN_OF = 13;
/** From here on, for how long each rule of the chain delayed it. */
export const RULES = 14;

const FIRST_SLOTS = 64;

/** Marks a hop that was not made, or that is no copy of another. */
const NONE = -1;

export class Hops {
  /** All rows; replaced by a larger array when there are more. */
  cells: Float64Array<ArrayBuffer>;
  readonly #rules: readonly string[];
  readonly #columns: number;
  /** The columns of a slot: its hops, one behind the other. */
  readonly #slotColumns: number;

  /**
   * @param most hops that a slot may have
   * @param rules the names of those that may delay packets
   */
  constructor(most: number, rules: readonly string[]) {
    this.#rules = rules;
    this.#columns = RULES + rules.length;
    this.#slotColumns = most * this.#columns;
    this.cells = new Float64Array(FIRST_SLOTS * this.#slotColumns);
  }

  /** Makes room for a slot, of which no hop was made yet. */
  open(slot: number): void {
    const end = (slot + 1) * this.#slotColumns;
    while (end > this.cells.length) this.cells = grown(this.cells);
    this.cells[end - this.#columns + ENTERED] = NONE;
  }

  /** The number of a hop: the place at which its row begins. @param at 0 for the first hop of its slot */
  number(slot: number, at: number): number {
    return slot * this.#slotColumns + at * this.#columns;
  }

  /** Begins a hop at the uplink; nothing delays it yet. */
  enter(hop: number, from: number, to: number, wireBytes: number, nowNs: number): void {
    const { cells } = this;
    cells.fill(0, hop, hop + this.#columns);
    cells[hop + FROM_ACTOR] = from;
    cells[hop + TO_ACTOR] = to;
    cells[hop + WIRE_BYTES] = wireBytes;
    cells[hop + ENTERED] = nowNs;
    cells[hop + DEPARTED] = nowNs;
    cells[hop + ARRIVED] = nowNs;
    cells[hop + LEFT] = nowNs;
    cells[hop + TWIN_OF] = NONE;
  }

  /** It leaves its downlink later. */
  shift(hop: number, leftNs: number): void {
    const { cells } = this;
    cells[hop + ARRIVED] += leftNs - cells[hop + LEFT];
    cells[hop + LEFT] = leftNs;
  }

  /** Copies the hops of a slot to another one. */
  copy(from: number, to: number): void {
    const start = from * this.#slotColumns;
    this.cells.copyWithin(to * this.#slotColumns, start, start + this.#slotColumns);
  }

  /** The hops of a slot, in order. */
  of(slot: number): Hop[] {
    const hops: Hop[] = [];
    const start = slot * this.#slotColumns;
    for (let hop = start; hop < start + this.#slotColumns; hop += this.#columns)
      if (this.cells[hop + ENTERED] !== NONE) hops.push(this.hop(hop));
    return hops;
  }

  /** A hop by its number. */
  hop(number: number): Hop {
    const { cells } = this;
    const delays = [
      { by: 'connection', ns: cells[number + CONNECTION] },
      { by: 'loss', ns: cells[number + LOSS] },
      { by: 'latency', ns: cells[number + LATENCY] },
      ...this.#rules.map((by, rule) => ({ by, ns: cells[number + RULES + rule] })),
      { by: 'connection', ns: cells[number + HELD] },
    ];
    const twinOf = cells[number + TWIN_OF];
    return {
      number,
      from: cells[number + FROM_ACTOR],
      to: cells[number + TO_ACTOR],
      wireBytes: cells[number + WIRE_BYTES],
      enteredNs: cells[number + ENTERED],
      uplinkNs: cells[number + UPLINK],
      departedNs: cells[number + DEPARTED],
      delays: delays.filter(({ ns }) => ns > 0),
      arrivedNs: cells[number + ARRIVED],
      downlinkNs: cells[number + DOWNLINK],
      leftNs: cells[number + LEFT],
      ...(twinOf !== NONE && { twinOf }),
    };
  }
}
