/** A run beside the trace of an earlier one, entry by entry, as long as they are the same. */

import type { TraceReader } from '../trace/reader.ts';
import { type Entry, LAYOUTS } from '../trace/record.ts';

/** Where two runs part: an entry is undefined where its run is at its end. */
export interface Parting {
  /** Counts entries from 1. */
  readonly number: number;
  readonly earlier: Entry | undefined;
  readonly now: Entry | undefined;
}

export class Comparison {
  /** How many entries are the same. */
  same = 0;
  parting: Parting | undefined;
  /** The trace's entries: behind a parting, what followed then. */
  readonly earlier: Iterator<Entry, void>;
  readonly #reader: TraceReader;
  /** An entry that was looked at before its turn. */
  #ahead: Entry | undefined;
  #over = false;

  constructor(reader: TraceReader) {
    this.#reader = reader;
    this.earlier = reader.entries();
  }

  /** Whether nothing is left to compare: the runs have parted, or the trace is at its end or cannot be read on. */
  get over(): boolean {
    return this.#over;
  }

  /** Compares with the next thing that happened. Returns false when nothing is left to compare. */
  add(now: Entry): boolean {
    if (this.#over) return false;
    const earlier = this.#next();
    if (earlier !== undefined && differingFields(earlier, now).length === 0) {
      this.same++;
      return true;
    }
    return this.#end(earlier, now);
  }

  /** Says that nothing more happens. */
  end(): void {
    if (this.#over) return;
    this.#end(this.#next(), undefined);
  }

  /** What the trace says of the computation that begins next; undefined where none of this actor and task does. */
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
    // What stood behind a damage may have been the same.
    const unreadable = earlier === undefined && this.#reader.problem !== undefined;
    if (!unreadable && earlier !== now) this.parting = { number: this.same + 1, earlier, now };
    return false;
  }
}

/** The fields in which two entries differ, as far as they are in the hash; `kind` where they are of different kinds. */
export function differingFields(a: Entry, b: Entry): readonly string[] {
  if (a.kind !== b.kind) return ['kind'];
  const [left, right] = [a, b] as unknown as readonly Readonly<Record<string, unknown>>[];
  return LAYOUTS[a.kind].flatMap(([field]) => (sameValue(left[field], right[field]) ? [] : [field]));
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}
