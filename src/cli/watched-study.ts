/** `--watch` for many runs: what a page shows while they run, and the report that it becomes. */

import { integer, time } from '../run/report/format.ts';
import type { FigureTable } from '../run/figures/table.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import type { Row } from '../run/tidy/rows.ts';
import type { Count } from './progress.ts';
import { pageOfRuns } from './report-page.ts';
import { Watch, type Watched } from './watch.ts';

/** Nobody reads more lines while they change. */
const MOST_LINES = 40;

/** Shows on a page what is counted for the terminal. */
export class WatchedStudy implements Watched {
  readonly page: Watched['page'];
  #watch: Watch | undefined;
  readonly #began = performance.now();
  readonly #lines: string[] = [];
  #done = 0;
  #of = 0;
  #fresh = 0;

  private constructor(title: string) {
    const table = { caption: 'Messages, the newest first', columns: [{ title: 'line', words: true }] };
    this.page = { title, table };
  }

  /**
   * @param title of what is running
   * @throws CahootsError if there is no folder for the report
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
      rows: this.#lines.map((line) => [line]),
    };
  }

  /** Forwards everything shown on the terminal from now on to the page as well. */
  beside(count: Count): Count {
    return {
      update: (done, of, fresh = done) => {
        [this.#done, this.#of, this.#fresh] = [done, of, fresh];
        count.update(done, of, fresh);
      },
      print: (line) => {
        this.#lines.unshift(line);
        this.#lines.splice(MOST_LINES);
        count.print(line);
      },
      hide: count.hide,
    };
  }

  /**
   * It has ended.
   * @param files where the rows come from
   * @param figures what their columns mean
   * @param plugins what can be drawn of them besides
   */
  async done(
    files: readonly string[],
    rows: readonly Row[],
    figures: FigureTable,
    plugins: readonly Plugin[],
  ): Promise<void> {
    await this.#watch?.done(pageOfRuns(files, rows, figures, plugins));
  }

  close(): void {
    this.#watch?.close();
  }
}
