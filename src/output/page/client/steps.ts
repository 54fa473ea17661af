/** A run step by step: every event that passes a filter, in order of time. */

import type { Run } from './data.ts';
import { type Filter, shows } from './filter.ts';
import { computationWords, markWords, messageWords } from './words.ts';

export type Thing =
  | { readonly kind: 'sent' | 'ended'; readonly place: number }
  | { readonly kind: 'computation' | 'mark'; readonly place: number };

export interface Step {
  readonly timeNs: number;
  readonly thing: Thing;
}

export class Steps {
  readonly #run: Run;
  #filter: Filter | undefined;
  #all: readonly Step[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  /** The step after or before an index in the list, or the first at or after a time. */
  under(filter: Filter): readonly Step[] {
    if (filter === this.#filter) return this.#all;
    const { times, computations, marks, messages } = this.#run;
    const all: Step[] = [];
    for (let i = 0; i < times.count; i++) {
      if (!shows(this.#run, filter, i)) continue;
      all.push({ timeNs: times.sentNs[i], thing: { kind: 'sent', place: i } });
      if (messages.tookNs[i] >= 0) all.push({ timeNs: times.endNs[i], thing: { kind: 'ended', place: i } });
    }
    const any = filter.type < 0 && !filter.trouble;
    for (let i = 0; i < computations.actor.length; i++) {
      const is =
        (filter.actor < 0 || computations.actor[i] === filter.actor) &&
        (filter.round < 0 || computations.round[i] === filter.round);
      if (any && is) all.push({ timeNs: computations.startNs[i], thing: { kind: 'computation', place: i } });
    }
    for (let i = 0; i < marks.actor.length; i++)
      if (filter.actor < 0 || marks.actor[i] === filter.actor)
        all.push({ timeNs: marks.timeNs[i], thing: { kind: 'mark', place: i } });
    this.#filter = filter;
    this.#all = all.toSorted((a, b) => a.timeNs - b.timeNs);
    return this.#all;
  }
}

/** What there is to read about one thing of a run, line by line. */
export function wordsOf(run: Run, { kind, place }: Thing): string[] {
  if (kind === 'computation') return computationWords(run, place);
  return kind === 'mark' ? markWords(run, place) : messageWords(run, place);
}
