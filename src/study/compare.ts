/** Scenarios and protocols side by side: the same data, the same seeds. */

import { dirname } from 'node:path';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { loadScenario, variantsOf } from '../scenario/load.ts';
import { type Compared, compared } from './comparison.ts';
import { Fingerprints } from './fingerprint.ts';
import type { Journal } from './journal.ts';
import { type RunOrder, runScenario } from './run-job.ts';
import { study } from './study.ts';
import type { RunSummary } from './summary.ts';

export interface CompareOptions {
  readonly protocols: Readonly<Record<string, AnyProtocol>>;
  /** URL of the module that exports these protocols, for worker threads. */
  readonly module: string;
  /** Each scenario runs under its own seed and those that follow, so many in all. */
  readonly seeds: number;
  /** Threads to spread the runs over; 0 runs them in this one. */
  readonly threads: number;
  /** Settings laid over every file. */
  readonly set?: readonly string[];
  /** Keeps finished runs, and gives those that it has already. */
  readonly journal?: Journal;
  readonly onDone?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

export interface Comparison {
  readonly columns: readonly Compared[];
  /** The runs of each column, in order of their seeds. */
  readonly runs: readonly (readonly RunSummary[])[];
}

/**
 * Runs every scenario, and every protocol in its `compare` list on the same data from the same start, under every seed.
 * @throws CahootsError with every mistake that was found, before anything runs
 */
export async function compareScenarios(
  files: readonly string[],
  options: CompareOptions,
): Promise<Comparison> {
  const { seeds, threads, journal, onDone, signal } = options;
  const subjects = files.flatMap((file) => subjectsOf(file, files.length > 1, options));
  const found = await study(
    runScenario,
    subjects.flatMap(({ orders }) => orders),
    {
      threads,
      ...(journal && { journal: { file: journal, keys: subjects.flatMap(({ keys }) => keys) } }),
      ...(onDone && { onDone }),
      ...(signal && { signal }),
    },
  );
  const runs = subjects.map((_, s) => found.slice(s * seeds, (s + 1) * seeds));
  return { columns: subjects.map(({ title }, s) => compared(title, runs[s])), runs };
}

/** One column: its runs, and under what a journal keeps them. */
interface Subject {
  readonly title: string;
  readonly orders: readonly RunOrder[];
  readonly keys: readonly string[];
}

function subjectsOf(file: string, oneOfMany: boolean, options: CompareOptions): Subject[] {
  const { protocols, module, seeds, set = [] } = options;
  const fingerprints = new Fingerprints(dirname(file));
  return variantsOf(file, { protocols, set }).map((title, variant) => {
    const { name, seed: first, source } = loadScenario(file, { protocols, set, variant });
    const orders = Array.from({ length: seeds }, (_, i) => ({
      protocols: module,
      file,
      seed: first + i,
      variant,
      set,
    }));
    return {
      title: oneOfMany ? `${name || file}: ${title}` : title,
      orders,
      keys: orders.map(({ seed }) => fingerprints.of({ ...(source as object), seed })),
    };
  });
}
