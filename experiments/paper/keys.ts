/**
 * The inputs of the runs of tables, which are their scenarios and data files: keys under which results are kept, and
 * what remote workers are sent.
 */

import { dirname } from 'node:path';
import { standard } from '../../bin/standard.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { Fingerprints } from '../../src/run/tidy/fingerprint.ts';
import type { CellRequest } from './cell.ts';
import type { Files } from '../../src/studies/executor/job.ts';

const plugins = [standard];

interface Request {
  readonly file: string;
  readonly variant: number;
  readonly set: readonly string[];
  readonly seed: number;
  /** Inputs of the run besides its scenario. */
  readonly centres?: CellRequest['centres'];
  /** Runs of a centralised clustering that it is compared with. */
  readonly central?: number;
}

/** The details of jobs for a study. Jobs that differ only in their seed share everything else, which is read once. */
export function detailsOf(requests: readonly Request[]) {
  const scenarios = new Map<string, Pick<Scenario, 'source' | 'files'>>();
  const fingerprints = new Map<string, Fingerprints>();
  const found = requests.map(({ file, variant, set, seed, centres, central }) => {
    const kind = JSON.stringify([file, variant, set]);
    const known = scenarios.get(kind);
    const { source, files } = known ?? loadScenario(file, { plugins, set, variant });
    if (known === undefined) scenarios.set(kind, { source, files });
    const folder = dirname(file);
    if (!fingerprints.has(folder)) fingerprints.set(folder, new Fingerprints(folder));
    const own = fingerprints.get(folder) as Fingerprints;
    const all = { ...(source as object), seed, centres, central };
    const beside = typeof centres === 'object' ? [centres.file] : [];
    return {
      key: own.of(all, [...files.named, ...beside]),
      files: own.filesOf(file, { ...files, all: [...files.all, ...beside] }),
    };
  });
  return {
    plugins,
    keys: found.map(({ key }) => key),
    files: (at: number): Files => found[at].files,
  };
}
