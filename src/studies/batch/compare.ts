/** Scenarios and protocols side by side: the same data, the same seeds. */

import { registryOf } from '../../run/plugin/registry.ts';
import type { FigureTable } from '../../run/figures/table.ts';
import { withDigest } from '../../run/tidy/digest.ts';
import type { Row } from '../../run/tidy/rows.ts';
import type { RunRow } from '../../run/tidy/run-row.ts';
import { writeBeside } from '../tables/figure-files.ts';
import { type Compared, compared } from './comparison.ts';
import { journalOf, keepingRows, type Kept } from './journal.ts';
import { runAll } from './run-all.ts';
import type { Planned, Ran } from './run-job.ts';
import type { BatchOptions } from './batch.ts';
import { type SubjectOptions, subjectsOf } from './subjects.ts';

export interface CompareOptions extends SubjectOptions, BatchOptions {
  /** A file that keeps finished runs, which are not run again; what their figures mean is written beside it. */
  readonly journal?: string | undefined;
  /** See {@link runAll}. */
  readonly flags?: readonly string[] | undefined;
}

export interface Comparison {
  readonly columns: readonly Compared[];
  /** Of the protocols that are compared. */
  readonly figures: FigureTable;
  /** The runs of each column, as rows. */
  readonly runs: readonly (readonly RunRow[])[];
}

/** All runs of a comparison as one table, each with the title of its column. */
export function rowsOf({ columns, runs }: Comparison): Row[] {
  return columns.flatMap(({ title }, at) => runs[at].map((row) => withDigest({ title, ...row })));
}

/**
 * Runs every scenario, and every protocol in its `compare` list on the same data from the same start, with every seed.
 * @throws CahootsError with all mistakes that were found, before anything runs
 */
export async function compareScenarios(
  files: readonly string[],
  options: CompareOptions,
): Promise<Comparison> {
  const { plugins, seeds } = options;
  const subjects = subjectsOf(files, options);
  const journal = journalOf(options);
  const requests = subjects.flatMap((subject) => subject.requests);
  const figures = registryOf(plugins).figures.ofProtocols(requests.map(({ about }) => about.protocol));
  const kept = journal && wholeRows(keepingRows(journal), requests);
  // Before the runs, since a comparison that is interrupted is read as far as it came.
  const found = await writeBeside(options.journal, figures, 'csv')
    .then(() => runAll(requests.length, (at) => requests[at], { ...options, journal: kept }))
    .finally(() => journal?.close());
  const rows = found.map((ran, at): RunRow => withDigest({ ...requests[at].about, ...ran }));
  const runs = subjects.map((_, s) => rows.slice(s * seeds, (s + 1) * seeds));
  const columns = subjects.map((subject, s) => ({ ...subject, runs: runs[s] }));
  return { columns: compared(columns, figures), figures, runs };
}

/** A journal whose lines are complete rows, so that an interrupted comparison can be exported too. */
function wholeRows(journal: Kept, plans: readonly Planned[]): Kept {
  const abouts = new Map(plans.map(({ about }) => [about.run, about]));
  return {
    get: (key) => journal.get(key),
    isOutdated: (key) => journal.isOutdated(key),
    add: (key, ran) => journal.add(key, withDigest({ ...abouts.get(key), ...(ran as Ran) })),
  };
}
