/** What each actor has computed in its current round, and the maximum by round and role. */

import { grown } from '../../core/base/grown.ts';
import { cellsOf, type Load, type Share, spanOf } from './account.ts';

const FIRST_ACTORS = 64;

const NOTHING: Load = { operations: 0, durationNs: 0 };

export class Loads {
  /** The part and round that each actor computed in last, and what it has computed there. */
  readonly #spans: string[] = [];
  #operations = new Float64Array(FIRST_ACTORS);
  #durationsNs = new Float64Array(FIRST_ACTORS);
  readonly #slowest = new Map<string, Map<string, Load>>();
  /** The span and role of the last load, as the next one usually has the same, and the most there so far. */
  #span = '';
  #role = '';
  #mostNs = 0;

  /** @param span a part and round, see {@link spanOf} */
  add(actor: number, role: string, span: string, { operations, durationNs }: Load): void {
    while (actor >= this.#operations.length) {
      this.#operations = grown(this.#operations);
      this.#durationsNs = grown(this.#durationsNs);
    }
    if (this.#spans[actor] !== span) {
      this.#spans[actor] = span;
      this.#operations[actor] = this.#durationsNs[actor] = 0;
    }
    const load = {
      operations: (this.#operations[actor] += operations),
      durationNs: (this.#durationsNs[actor] += durationNs),
    };
    if (span !== this.#span || role !== this.#role) this.#turnTo(span, role);
    if (load.durationNs < this.#mostNs) return;
    this.#mostNs = load.durationNs;
    cellsOf(this.#slowest, span).set(role, load);
  }

  #turnTo(span: string, role: string): void {
    this.#span = span;
    this.#role = role;
    this.#mostNs = (this.#slowest.get(span)?.get(role) ?? NOTHING).durationNs;
  }

  /** What the actor of a role computed whose processor took longest in a round. */
  slowest(round: number, role: string, part: Share): Load {
    return this.#slowest.get(spanOf(part, round))?.get(role) ?? NOTHING;
  }
}
