/** Scenarios and protocols side by side: the same data, the same seeds. */

import { dirname } from 'node:path';
import { CahootsError, CahootsErrors } from '../base/errors.ts';
import { placesOf } from '../plugin/modules.ts';
import type { Plugged } from '../plugin/registry.ts';
import { loadScenario, variantsOf } from '../scenario/load.ts';
import { type Compared, compared } from './comparison.ts';
import { Fingerprints } from './fingerprint.ts';
import { journalOf } from './build.ts';
import { type RunOrder, runScenario } from './run-job.ts';
import { study } from './study.ts';
import type { RunSummary } from './summary.ts';
import { provenanceOf, runRows } from './run-rows.ts';
import type { Row } from '../results/rows.ts';

export interface CompareOptions extends Plugged {
  /** Each scenario runs under its own seed and those that follow, so many in all. */
  readonly seeds: number;
  /** Threads to spread the runs over; 0 runs them in this one. */
  readonly threads: number;
  /** Settings laid over every file. */
  readonly set?: readonly string[];
  /** A file that keeps finished runs; those that are in it are not run again. */
  readonly journal?: string;
  /** See {@link study}. */
  readonly onOutdated?: (runs: number) => void;
  readonly onDone?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

export interface Comparison {
  readonly columns: readonly Compared[];
  /** The runs of each column, in order of their seeds. */
  readonly runs: readonly (readonly RunSummary[])[];
  /** All of them as rows, with everything that they follow from. */
  readonly rows: readonly Row[];
}

/**
 * Runs every scenario, and every protocol in its `compare` list on the same data from the same start, under every seed.
 * @throws CahootsError with every mistake that was found, before anything runs
 */
export async function compareScenarios(
  files: readonly string[],
  options: CompareOptions,
): Promise<Comparison> {
  const { seeds, threads, onDone, signal } = options;
  const subjects = allSubjects(files, options);
  const journal = journalOf(options);
  const orders = subjects.flatMap((subject) => subject.orders);
  const keys = subjects.flatMap((subject) => subject.keys);
  const found = await study(runScenario, orders, {
    threads,
    ...(journal && { journal: { file: journal, keys } }),
    onOutdated: options.onOutdated,
    ...(onDone && { onDone }),
    ...(signal && { signal }),
  }).finally(() => journal?.close());
  const runs = subjects.map((_, s) => found.slice(s * seeds, (s + 1) * seeds));
  const rows = runRows(
    subjects.flatMap(({ title, orders: own, keys: scenarios }, s) =>
      runs[s].map((run, i) => ({ title, order: own[i], scenario: scenarios[i], run })),
    ),
    provenanceOf(options.plugins.map(({ module }) => module)),
  );
  return { columns: subjects.map(({ title }, s) => compared(title, runs[s])), runs, rows };
}

/** One column: its runs, and under what a journal keeps them. */
interface Subject {
  readonly title: string;
  readonly orders: readonly RunOrder[];
  readonly keys: readonly string[];
}

/** @throws CahootsError with what is wrong in any of the files, and in what they compare */
function allSubjects(files: readonly string[], options: CompareOptions): Subject[] {
  const refused: CahootsError[] = [];
  const found = <T>(find: () => T): T[] => {
    try {
      return [find()];
    } catch (error) {
      if (!(error instanceof CahootsError)) throw error;
      refused.push(error);
      return [];
    }
  };
  const subjects = files.flatMap((file) => {
    const fingerprints = new Fingerprints(dirname(file));
    return found(() => variantsOf(file, options)).flatMap((titles) =>
      titles.flatMap((title, variant) =>
        found(() => {
          const { name, ...subject } = subjectOf(file, variant, fingerprints, options);
          return { ...subject, title: files.length > 1 ? `${name || file}: ${title}` : title };
        }),
      ),
    );
  });
  const [first, ...others] = refused;
  if (first !== undefined) throw new CahootsErrors([first, ...others]);
  return subjects;
}

function subjectOf(
  file: string,
  variant: number,
  fingerprints: Fingerprints,
  { plugins, seeds, set = [] }: CompareOptions,
): Omit<Subject, 'title'> & { name: string } {
  const { name, seed: first, source } = loadScenario(file, { plugins, set, variant });
  if (first > Number.MAX_SAFE_INTEGER - (seeds - 1)) {
    const message = `expected seeds up to ${Number.MAX_SAFE_INTEGER}, got ${seeds} from ${first} on`;
    throw new CahootsError('bad-input', message, { file, path: 'seed' });
  }
  const orders = Array.from({ length: seeds }, (_, i) => ({
    plugins: placesOf(plugins),
    file,
    seed: first + i,
    variant,
    set,
  }));
  const keys = orders.map(({ seed }) => fingerprints.of({ ...(source as object), seed }));
  return { name, orders, keys };
}
