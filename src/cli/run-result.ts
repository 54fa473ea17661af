/** What `cahoots run` and `cahoots real` say of a run. */

import { defined } from '../core/base/defined.ts';
import type { Certificate } from '../lab/attack/certificate.ts';
import type { RunResult } from '../run/execute/run.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import type { Rerun } from '../run/replay/reruns.ts';
import { report, type Report } from '../run/report/report.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { Subject } from '../run/tidy/about.ts';
import { centreRows, labelRows } from '../run/tidy/clustering.ts';
import { placedIn } from '../studies/tables/placed.ts';
import { provenanceOf } from '../studies/tables/provenance.ts';
import { figuresOfRuns } from '../run/tidy/figure-rows.ts';
import type { Row } from '../run/tidy/rows.ts';
import { runRow } from '../run/tidy/run-row.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** A run as JSON: its report, its row, what leaked, and the centres if the protocol reveals them. */
export interface Found extends Report {
  readonly run?: Row;
  readonly figures?: ReturnType<typeof figuresOfRuns>;
  readonly certificate?: Certificate;
  /** Runs with changes, if they were asked for. */
  readonly faster?: readonly Rerun[];
  readonly centres?: readonly (readonly (number | null)[])[];
}

/**
 * Everything that is said of a run.
 * @param subject absent: there is no row
 */
export function foundIn(
  { seed }: Scenario,
  result: RunResult,
  subject: Subject | undefined,
  certificate: Certificate | undefined,
  plugins: readonly Plugin[],
): Found {
  const run = subject && runRow(subject.under(seed), result);
  const told = report(result.ledger, result, result.causalGraph);
  const figures = run && figuresOfRuns([run], plugins);
  return defined({ run, figures, ...told, certificate, centres: centresOf(result) });
}

/**
 * What a run's row says it is a run of.
 * @param set overrides from the command line
 * @param out the folder of its results, from which the scenario's file is seen; absent: they go nowhere
 */
export function subjectOf(
  scenario: Scenario,
  file: string,
  { set, out }: { readonly set: readonly string[] | undefined; readonly out: string | undefined },
  plugins: readonly Plugin[],
): Subject {
  const provenance = provenanceOf(plugins);
  const { made } = Subject.of(scenario, { file, set }, provenance);
  return new Subject(scenario, out === undefined ? made : placedIn(out, { ...made }));
}

/** The exit code for a run that ended in this way, given what its scenario expects. */
export function exitCode({ expect }: Scenario, { ending, findings }: RunResult): ExitCode {
  if (ending === 'aborted') return EXIT.interrupted;
  if (findings.violated !== undefined) return EXIT.violated;
  if (ending === 'limit') return EXIT.undecided;
  // A failure that was expected is the point of the scenario.
  const finished = findings.aborted === undefined || expect.finishes === false;
  return finished && findings.equalsLloyd !== false && ending === 'done' ? EXIT.done : EXIT.violated;
}

/** Labels and centres of a run, as the rows of two files; without rows if it has none. */
export function tablesOf(
  scenario: Scenario,
  { labels, outcome }: RunResult,
): { 'labels.csv': Row[]; 'centres.csv': Row[] } {
  const centres = outcome?.kind === 'clustered' ? outcome.centres : undefined;
  return {
    'labels.csv': labels ? labelRows(labels, scenario) : [],
    'centres.csv': centres ? centreRows(centres, labels, scenario.data.columns) : [],
  };
}

/** Row by row, if the protocol reveals them; null for the coordinates of an empty cluster. */
function centresOf({ outcome }: RunResult): (number | null)[][] | undefined {
  const centres = outcome?.kind === 'clustered' ? outcome.centres : undefined;
  if (centres === undefined) return undefined;
  const { rows, columns, values } = centres;
  return Array.from({ length: rows }, (_, k) =>
    Array.from(values.subarray(k * columns, (k + 1) * columns), (x) => (Number.isNaN(x) ? null : x)),
  );
}
