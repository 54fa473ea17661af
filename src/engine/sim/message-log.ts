/**
 * What an actor took, where a crash does not reach it (pessimistic message logging: Elnozahy, Alvisi, Wang and Johnson 2002,
 * section 4.2). Started again, it does the same again up to where it was: its random streams are the same in all its
 * lives, so it comes to the same state, deals the same shares and announces the same sets. It never decides anything twice.
 */

import { assert } from '../../base/errors.ts';
import type { Attempt } from './abortion.ts';
import type { Taken } from './letters.ts';

/** What a wait gave, what a whole step came to, or what the clock said. */
export type LogEntry =
  | { readonly taken: Taken }
  | { readonly step: Attempt<unknown> }
  | { readonly clockNs: number };

export class MessageLog {
  #entries: LogEntry[];
  /** How many of them the present life has been given. */
  #given = 0;
  /** Where the steps began that are not over. */
  #open: number[] = [];

  /** @param entries of an earlier life */
  constructor(entries: readonly LogEntry[] = []) {
    this.#entries = [...entries];
  }

  /** All that is kept, in order. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** Begins another life. */
  rewind(): void {
    this.#given = 0;
    this.#open = [];
  }

  /** Whether there is something that this life was not given yet. */
  get replaying(): boolean {
    return this.#given < this.#entries.length;
  }

  /** What the next wait gave in an earlier life; undefined where none came so far. */
  next(): Taken | undefined {
    const entry = this.#entries[this.#given];
    if (entry === undefined || !('taken' in entry)) return undefined;
    this.#given++;
    return entry.taken;
  }

  /** A wait is over. */
  append(taken: Taken): void {
    this.#entries.push({ taken });
    this.#given = this.#entries.length;
  }

  /** What the clock says, or said in an earlier life. */
  clock(nowNs: number): number {
    const entry = this.#entries[this.#given++] ?? { clockNs: nowNs };
    assert('clockNs' in entry, 'a life that reads the clock elsewhere than the one before');
    this.#entries[this.#given - 1] = entry;
    return entry.clockNs;
  }

  /** A step begins. Returns what it came to in an earlier life, if it came to an end there. */
  enter(): Attempt<unknown> | undefined {
    const entry = this.#entries[this.#given];
    if (entry !== undefined && 'step' in entry) {
      this.#given++;
      return entry.step;
    }
    this.#open.push(this.#given);
    return undefined;
  }

  /** The step that began last is over: what it took is of no more use. Returns this. */
  leave(outcome: Attempt<unknown>): readonly Taken[] {
    const from = this.#open.pop() ?? 0;
    const dropped = this.#entries.splice(from);
    this.#entries.push({ step: outcome });
    this.#given = this.#entries.length;
    return takenIn(dropped);
  }

  /** All is saved otherwise. Returns what was kept. */
  clear(): readonly Taken[] {
    const dropped = this.#entries;
    this.#entries = [];
    this.#given = 0;
    this.#open = this.#open.map(() => 0);
    return takenIn(dropped);
  }
}

function takenIn(entries: readonly LogEntry[]): readonly Taken[] {
  return entries.flatMap((entry) => ('taken' in entry ? [entry.taken] : []));
}
