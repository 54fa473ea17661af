/** Counts the messages that are dropped, since anybody may send anything to a broker, and reports of them without repeating itself. */

import { visible } from '../../../core/base/visible.ts';
import { counted } from '../../../run/report/format.ts';

/** As much of a subject as is shown: some of its parts are digests. */
const MOST_SUBJECT = 100;

export class Dropped {
  readonly #onNews: (line: string) => void;
  /** By the first two parts of their subjects. */
  readonly #counts = new Map<string, number>();
  readonly #reported = new Set<string>();
  #total = 0;

  constructor(onNews: (line: string) => void) {
    this.#onNews = onNews;
  }

  /** Reports the first of each kind, and then ever fewer. */
  add(subject: string, reason: string): void {
    const kind = subject.split('.', 2).join('.');
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#total++;
    const isNew = !this.#reported.has(`${kind} ${reason}`);
    this.#reported.add(`${kind} ${reason}`);
    if (!isNew && !/^10+$/.test(String(this.#total))) return;
    const before = this.#total === 1 ? '' : ` (${this.#total} so far)`;
    this.#onNews(`dropped a message on ${visible(subject.slice(0, MOST_SUBJECT))}: ${reason}${before}`);
  }

  /** How many there were, by subject; undefined if there were none. */
  get summary(): string | undefined {
    if (this.#total === 0) return undefined;
    const each = [...this.#counts].map(([kind, count]) => `${count} on ${visible(kind)}`);
    return `dropped ${counted(this.#total, 'message')} of strangers: ${each.join(', ')}`;
  }
}
