/** `--watch` of many runs: what a page tells of them while they go on, and the report that it becomes. */

import { integer, time } from '../results/report/format.ts';
import type { Row } from '../results/tidy/rows.ts';
import type { Count } from './progress.ts';
import { pageOfRuns } from './report-page.ts';
import { Watch, type Watched } from './watch.ts';

/** More lines nobody reads while they change. */
const MOST_LINES = 40;

/** Counts for a page what is counted for the terminal. */
export class WatchedStudy implements Watched {
  readonly page: Watched['page'];
  #watch: Watch | undefined;
  readonly #began = performance.now();
  readonly #said: string[] = [];
  #done = 0;
  #of = 0;
  #fresh = 0;

  private constructor(title: string) {
    const table = { caption: 'What was said, the newest first', columns: [{ title: 'line', words: true }] };
    this.page = { title, table };
  }

  /**
   * @param title what runs
   * @throws CahootsError where there is no folder that the report could come to
   */
  static async of(title: string, out: string | undefined): Promise<WatchedStudy> {
    const study = new WatchedStudy(title);
    study.#watch = await Watch.of(out, study);
    return study;
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

  /**
   * It is over.
   * @param files where the rows are from
   */
  async done(files: readonly string[], rows: readonly Row[]): Promise<void> {
    await this.#watch?.done(pageOfRuns(files, rows));
  }

  close(): void {
    this.#watch?.close();
  }
}
