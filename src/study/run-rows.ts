/** The runs of a study as rows: every figure, and all that it follows from, so that any of them can be made again. */

import { cpus } from 'node:os';
import { version } from '../base/version.ts';
import type { Row } from '../results/rows.ts';
import { buildOf } from './build.ts';
import type { RunOrder } from './run-job.ts';
import type { RunSummary } from './summary.ts';

/** A run, and what asked for it. */
export interface RunOf {
  /** What is compared: a protocol, with what its scenario's list says of it. */
  readonly title: string;
  readonly order: RunOrder;
  /** SHA-256 over the scenario as resolved, this seed, and the contents of every file that it names. */
  readonly scenario: string;
  readonly run: RunSummary;
}

/** What made the figures, beside the scenario. */
export interface Provenance {
  readonly cahoots: string;
  /** SHA-256 over the code that ran. */
  readonly code: string;
  readonly node: string;
  /** What measured times depend on. */
  readonly machine: string;
}

/** @param modules URLs of the plugins that took part */
export function provenanceOf(modules: readonly string[]): Provenance {
  return {
    cahoots: version(),
    code: buildOf(modules),
    node: process.versions.node,
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  };
}

/** A row for every run. Times are nanoseconds, volumes bytes. */
export function runRows(runs: readonly RunOf[], provenance: Provenance): Row[] {
  return runs.map(({ title, order: { file, seed, set, variant }, scenario, run }) => {
    const { findings, waits = [], ending, hash, ...costs } = run;
    const {
      figures = [],
      quality,
      warnings = [],
      missing = [],
      accuracy,
      loss,
      equalsLloyd,
      aborted,
    } = findings;
    const [most] = waits;
    return {
      title,
      file,
      variant,
      settings: set.join(' '),
      seed,
      scenario,
      ...provenance,
      ending,
      aborted,
      iterations: findings.iterations,
      converged: findings.converged,
      equalsLloyd,
      accuracy,
      loss,
      ...quality,
      ...Object.fromEntries(figures.map(({ name, value }) => [name, value])),
      missing: missing.join(' '),
      warnings: warnings.join('; '),
      ...costs,
      waitedMostFor: most && `${most.resource} ${most.of}`.trim(),
      waitedMostShare: most?.share,
      hash,
    };
  });
}
