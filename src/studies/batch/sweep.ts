/** Runs a sweep or a part of it. Results are written at once, and existing ones are reused. */

import { join, relative } from 'node:path';
import { writeFigures } from '../tables/figure-files.ts';
import { withDigest } from '../../run/tidy/digest.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { journalOf } from './journal.ts';
import { runAll, type RunAllOptions } from './run-all.ts';
import { runsOf, type Shard, WHOLE } from './shard.ts';
import { JOURNAL, SweepRows, writeAbout } from './sweep-folder.ts';
import type { SweepPlan } from './sweep-plan.ts';

export interface SweepOptions extends Omit<RunAllOptions, 'journal'> {
  /** The part to run; absent: all. */
  readonly shard?: Shard | undefined;
  /** A folder for the results. */
  readonly out?: string | undefined;
}

/**
 * The rows of the part's runs, in the order of the plan.
 * @throws CahootsError for a run that is refused; the signal's reason if it stops the sweep, with all results so far in the folder
 */
export async function sweep(
  plan: SweepPlan,
  { shard = WHOLE, out, ...options }: SweepOptions,
): Promise<Iterable<Row>> {
  const places = runsOf(shard, plan.runs);
  const about = {
    name: plan.name,
    file: out === undefined ? plan.file : relative(out, plan.file),
    axes: plan.axes,
    points: plan.points.length,
    seeds: plan.seeds.length,
    runs: plan.runs,
    skipped: plan.skipped,
    digest: plan.digest,
    part: shard,
  };
  const journal = journalOf({
    plugins: options.plugins,
    journal: out === undefined ? undefined : join(out, JOURNAL),
  });
  try {
    if (out !== undefined) {
      writeAbout(out, about);
      await writeFigures(out, plan.figures, 'jsonl');
    }
    const found = await runAll(places.length, (at) => plan.at(places[at]), { ...options, journal });
    const rows = {
      *[Symbol.iterator](): Generator<Row> {
        for (const [at, place] of places.entries())
          yield withDigest({ ...plan.at(place).about, ...found[at] });
      },
    };
    if (out !== undefined) {
      const written = new SweepRows(out);
      for (const row of rows) written.add(row);
      writeAbout(out, { ...about, complete: written.finish() });
    }
    return rows;
  } finally {
    journal?.close();
  }
}
