/** Compares a run with the trace of an earlier one, entry by entry, until they differ. */

import { areSameBytes } from '../../core/base/bytes.ts';
import type { TraceReader } from '../trace/reader.ts';
import { type Entry, LAYOUTS } from '../trace/record.ts';

/** Where two runs diverge: an entry is undefined if its run has ended. */
export interface Parting {
  /** From 1. */
  readonly number: number;
  readonly earlier: Entry | undefined;
  readonly now: Entry | undefined;
}

export class Comparison {
  /** How many entries are the same. */
  same = 0;
  parting: Parting | undefined;
  /** The trace's entries: after the divergence, those that followed. */
  readonly earlier: Iterator<Entry, void>;
  readonly #reader: TraceReader;
  /** An entry that was read ahead. */
  #ahead: Entry | undefined;
  #over = false;

  constructor(reader: TraceReader) {
    this.#reader = reader;
    this.earlier = reader.entries();
  }

  /**
   * Whether nothing is left to compare: the runs have diverged, or the trace has ended or cannot be read
   * further.
   */
  get over(): boolean {
    return this.#over;
  }

  /** Compares with the next event. Returns false if nothing is left to compare. */
  add(now: Entry): boolean {
    if (this.#over) return false;
    const earlier = this.#next();
    if (earlier !== undefined && differingFields(earlier, now).length === 0) {
      this.same++;
      return true;
    }
    return this.#end(earlier, now);
  }

  /** There are no more events. */
  end(): void {
    if (this.#over) return;
    this.#end(this.#next(), undefined);
  }

  /**
   * The duration in the trace of the computation that begins next; undefined if it is not this actor's and
   * task's.
   */
  durationOf(actor: number, task: string): number | undefined {
    if (this.#over) return undefined;
    const next = (this.#ahead ??= this.#next());
    const isIt = next?.kind === 'computing' && next.actor === actor && next.task === task;
    return isIt ? next.durationNs : undefined;
  }

  #next(): Entry | undefined {
    const entry = this.#ahead ?? this.earlier.next().value ?? undefined;
    this.#ahead = undefined;
    return entry;
  }

  #end(earlier: Entry | undefined, now: Entry | undefined): false {
    this.#over = true;
    // Entries after damage may have been the same.
    const unreadable = earlier === undefined && this.#reader.problem !== undefined;
    if (!unreadable && earlier !== now) this.parting = { number: this.same + 1, earlier, now };
    return false;
  }
}

/**
 * The fields that differ between two entries, of those that are in the hash; `kind` if their kinds differ.
 */
export function differingFields(a: Entry, b: Entry): readonly string[] {
  if (a.kind !== b.kind) return ['kind'];
  const [left, right] = [a, b] as unknown as readonly Readonly<Record<string, unknown>>[];
  return LAYOUTS[a.kind].flatMap(([field]) => (sameValue(left[field], right[field]) ? [] : [field]));
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return areSameBytes(a, b);
  return a === b;
}
