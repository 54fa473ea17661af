/** What each actor has computed in its current round, and the maximum by round and role. */

import { grown } from '../../core/base/grown.ts';
import { cellsOf, type Load, type Share, spanOf } from './account.ts';

const FIRST_ACTORS = 64;

const NOTHING: Load = { operations: 0, durationNs: 0 };

/** The columns of a load that an actor left behind: the row of the one that it left before, from 1, and what is in it. */
const BEFORE = 0;
const SPAN = 1;
const OPERATIONS = 2;
const DURATION_NS = 3;
const COLUMNS = 4;

export class Loads {
  /** The part and round that each actor computed in last, and what it has computed there. */
  readonly #spans: string[] = [];
  #operations = new Float64Array(FIRST_ACTORS);
  #durationsNs = new Float64Array(FIRST_ACTORS);
  /** Spans by number, from 1, in the order in which somebody first computed in them; and the latest of each actor. */
  readonly #numbers = new Map<string, number>();
  #latest = new Int32Array(FIRST_ACTORS);
  /** What actors have computed in spans that they left: one that crashed may return to an earlier round. */
  #left = new Float64Array(FIRST_ACTORS * COLUMNS);
  #rows = 0;
  /** The row that each actor left last. */
  #newest = new Int32Array(FIRST_ACTORS);
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
      this.#latest = grown(this.#latest);
      this.#newest = grown(this.#newest);
    }
    if (this.#spans[actor] !== span) this.#enter(actor, span);
    const load = {
      operations: (this.#operations[actor] += operations),
      durationNs: (this.#durationsNs[actor] += durationNs),
    };
    if (span !== this.#span || role !== this.#role) this.#turnTo(span, role);
    if (load.durationNs < this.#mostNs) return;
    this.#mostNs = load.durationNs;
    cellsOf(this.#slowest, span).set(role, load);
  }

  /** An actor computes in another span than before: it goes on from what it has computed there, if it ever has. */
  #enter(actor: number, span: string): void {
    if (this.#spans[actor] !== undefined) this.#leave(actor);
    this.#spans[actor] = span;
    const number = this.#numberOf(span);
    const row = number <= this.#latest[actor] ? this.#rowOf(actor, number) : 0;
    this.#operations[actor] = row === 0 ? 0 : this.#left[row * COLUMNS + OPERATIONS];
    this.#durationsNs[actor] = row === 0 ? 0 : this.#left[row * COLUMNS + DURATION_NS];
    this.#latest[actor] = Math.max(this.#latest[actor], number);
  }

  #leave(actor: number): void {
    const row = ++this.#rows;
    if ((row + 1) * COLUMNS > this.#left.length) this.#left = grown(this.#left);
    this.#left[row * COLUMNS + BEFORE] = this.#newest[actor];
    this.#left[row * COLUMNS + SPAN] = this.#numberOf(this.#spans[actor]);
    this.#left[row * COLUMNS + OPERATIONS] = this.#operations[actor];
    this.#left[row * COLUMNS + DURATION_NS] = this.#durationsNs[actor];
    this.#newest[actor] = row;
  }

  /** The newest row of an actor in a span; 0 if there is none. */
  #rowOf(actor: number, number: number): number {
    let row = this.#newest[actor];
    while (row !== 0 && this.#left[row * COLUMNS + SPAN] !== number) row = this.#left[row * COLUMNS + BEFORE];
    return row;
  }

  #numberOf(span: string): number {
    let number = this.#numbers.get(span);
    if (number === undefined) this.#numbers.set(span, (number = this.#numbers.size + 1));
    return number;
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
