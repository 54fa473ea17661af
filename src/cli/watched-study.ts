/** What a page tells of many runs while they go on. */

import { integer, time } from '../report/format.ts';
import type { Count } from './progress.ts';
import type { Watched } from './watch.ts';

/** More lines nobody reads while they change. */
const MOST_LINES = 40;

/** Counts for a page what is counted for the terminal. */
export class WatchedStudy implements Watched {
  readonly page: Watched['page'];
  readonly #began = performance.now();
  readonly #said: string[] = [];
  #done = 0;
  #of = 0;
  #fresh = 0;

  /** @param title what runs */
  constructor(title: string) {
    const table = { caption: 'What was said, the newest first', columns: [{ title: 'line', words: true }] };
    this.page = { title, table };
  }

  state(): ReturnType<Watched['state']> {
    const goneNs = (performance.now() - this.#began) * 1e6;
    const left = this.#of - this.#done;
    return {
      cards: [
        [this.#of === 0 ? 'starting' : `${integer(this.#done)} of ${integer(this.#of)}`, 'runs'],
        [time(goneNs), 'since it began'],
        ...(this.#fresh > 0 ? [[time((goneNs / this.#fresh) * left), 'left, about'] as const] : []),
      ],
      rows: this.#said.map((line) => [line]),
    };
  }

  /** What it tells the terminal from now on, the page is told too. */
  beside(count: Count): Count {
    return {
      update: (done, of, fresh = done) => {
        [this.#done, this.#of, this.#fresh] = [done, of, fresh];
        count.update(done, of, fresh);
      },
      say: (line) => {
        this.#said.unshift(line);
        this.#said.splice(MOST_LINES);
        count.say(line);
      },
      hide: count.hide,
    };
  }
}
