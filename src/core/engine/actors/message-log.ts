/**
 * The messages that an actor received, stored where they survive a crash (pessimistic message logging: Elnozahy, Alvisi, Wang and
 * Johnson 2002, section 4.2). After a crash the actor repeats its steps up to where it was. Since its random streams are the same,
 * it reaches the same state, deals the same shares and announces the same sets, and never decides anything twice.
 */

import { assert } from '../../base/errors.ts';
import type { Attempt } from './abortion.ts';
import type { ReceivedMessages } from './received-batch.ts';

/** What a wait received, the outcome of a whole step, or the time on the clock. */
export type LogEntry =
  | { readonly received: ReceivedMessages }
  | { readonly step: Attempt<unknown> }
  | { readonly clockNs: number };

export class MessageLog {
  #entries: LogEntry[];
  /** How many of the entries have been used since the last crash. */
  #given = 0;
  /** Where the unfinished steps began. */
  #open: number[] = [];

  /** @param entries those stored before a crash */
  constructor(entries: readonly LogEntry[] = []) {
    this.#entries = [...entries];
  }

  /** All stored entries, in order. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** Starts again from the first entry, after a crash. */
  rewind(): void {
    this.#given = 0;
    this.#open = [];
  }

  /** Whether there are entries left to replay. */
  get replaying(): boolean {
    return this.#given < this.#entries.length;
  }

  /** What the next wait received before the crash; undefined if there is nothing left to replay. */
  next(): ReceivedMessages | undefined {
    const entry = this.#entries[this.#given];
    if (entry === undefined || !('received' in entry)) return undefined;
    this.#given++;
    return entry.received;
  }

  /** A wait is over. */
  append(received: ReceivedMessages): void {
    this.#entries.push({ received });
    this.#given = this.#entries.length;
  }

  /** The time on the clock, or that of the same reading before the crash. */
  clock(nowNs: number): number {
    const entry = this.#entries[this.#given++] ?? { clockNs: nowNs };
    assert('clockNs' in entry, 'a life that reads the clock elsewhere than the one before');
    this.#entries[this.#given - 1] = entry;
    return entry.clockNs;
  }

  /** A step begins. Returns its outcome if it ended before the crash. */
  enter(): Attempt<unknown> | undefined {
    const entry = this.#entries[this.#given];
    if (entry !== undefined && 'step' in entry) {
      this.#given++;
      return entry.step;
    }
    this.#open.push(this.#given);
    return undefined;
  }

  /** The innermost step is over. Removes and returns what was received during it, which is no longer needed. */
  leave(outcome: Attempt<unknown>): readonly ReceivedMessages[] {
    const from = this.#open.pop() ?? 0;
    const dropped = this.#entries.splice(from);
    this.#entries.push({ step: outcome });
    this.#given = this.#entries.length;
    return receivedIn(dropped);
  }

  /** The actor has saved its state itself. Removes and returns all stored messages. */
  clear(): readonly ReceivedMessages[] {
    const dropped = this.#entries;
    this.#entries = [];
    this.#given = 0;
    this.#open = this.#open.map(() => 0);
    return receivedIn(dropped);
  }
}

function receivedIn(entries: readonly LogEntry[]): readonly ReceivedMessages[] {
  return entries.flatMap((entry) => ('received' in entry ? [entry.received] : []));
}
