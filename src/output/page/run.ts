/** A run as shown on a page: from its trace, and from repeating it if its scenario is available. */

import type { Certificate } from '../../lab/attack/certificate.ts';
import { attackRun, protocolOf } from '../../lab/attack/attack-run.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { type Plugged, registryOf } from '../../run/plugin/registry.ts';
import { reproduce } from '../../run/replay/reproduce.ts';
import { askedOf, type Rerun, type RerunFlags, rerunsOf } from '../../run/replay/reruns.ts';
import { type FigureTable, figuresWith } from '../../run/figures/table.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { figuresOfReport, volumesOfReport } from '../../run/tidy/run-row.ts';
import { inputsOf } from '../../run/execute/cast.ts';
import type { RunResult } from '../../run/execute/run.ts';
import { reloadScenario, type Scenario } from '../../run/scenario/load.ts';
import { picturesFrom } from '../figure/kinds.ts';
import type { Picture } from '../figure/picture.ts';
import { type Forecast, forecasts } from '../record/forecast.ts';
import { iterationRows } from '../record/iterations.ts';
import { type RunRecord, runRecordOf } from '../record/run-record.ts';

export interface PageRun {
  /** Its name if there are two runs. */
  readonly label: string;
  readonly record: RunRecord;
  /** What plugins can draw of it besides the built-in kinds. */
  readonly pictures?: readonly Picture[];
  /** Runs with changes that could make it faster; absent if its scenario was not run again, or is large. */
  readonly faster?: readonly Rerun[];
  /** The command that repeats it, if known. */
  readonly command?: string;
  /** Whether its scenario was run again, and reproduced the run entry by entry. */
  readonly again: { readonly same: true } | { readonly same: false; readonly why: string };
  readonly iterations?: readonly Row[];
  readonly forecasts: readonly Forecast[];
  readonly certificate?: Certificate;
  /** Why there is no certificate. */
  readonly uncertified?: string;
}

export interface PageRunOptions extends Plugged {
  readonly label: string;
  /** The command that repeats it. */
  readonly command?: string | undefined;
  /** The folder that its scenario's data files are relative to. */
  readonly folder: string;
  /** Whether to run its scenario again; otherwise only its trace is used. */
  readonly replay: boolean;
  /** Which runs with changes are made, of small scenarios always those that could make it faster; absent: none. */
  readonly reruns?: RerunFlags | undefined;
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Attacks on runs with more coordinates than this take minutes, and so may a dozen runs. */
const LARGE = 50_000;

/**
 * What pages show of the run of a trace: its record and, if the scenario is run again, its iterations, forecasts and certificate.
 * @throws CahootsError if it is not a trace
 */
export async function pageRunOf(name: string, bytes: Uint8Array, options: PageRunOptions): Promise<PageRun> {
  const record = runRecordOf(name, bytes, registryOf(options.plugins));
  const { label, command } = options;
  const pictures = picturesFrom(options.plugins);
  const own = { label, record, pictures, ...(command !== undefined && { command }) };
  if (!options.replay) return { ...own, ...unknown('it was not asked for') };
  if (record.problem !== undefined) return { ...own, ...unknown('its trace is not whole') };
  try {
    const from = { plugins: options.plugins, foreign: true };
    const scenario = reloadScenario(record.header.scenario, name, options.folder, from);
    return {
      ...own,
      again: { same: true },
      ...(await madeAgain(scenario, { name, bytes }, record, options)),
    };
  } catch (error) {
    if (!(error instanceof CahootsError)) throw error;
    return { ...own, ...unknown(error.message) };
  }
}

/** The row of a run; of a trace that is cut off, only its cost so far. */
export function rowOfPage({ record: { report } }: PageRun): Row {
  return report.outcome === undefined ? volumesOfReport(report) : figuresOfReport(report, report.outcome);
}

/** What the columns of such rows mean, as the traces describe them. */
export function figuresOfPage(runs: readonly PageRun[]): FigureTable {
  return figuresWith(runs.flatMap(({ record }) => record.report.outcome?.findings.figures ?? []));
}

function unknown(why: string): Pick<PageRun, 'again' | 'forecasts' | 'uncertified'> {
  return { again: { same: false, why }, forecasts: [], uncertified: 'its scenario was not run again' };
}

async function madeAgain(
  scenario: Scenario,
  earlier: { name: string; bytes: Uint8Array },
  record: RunRecord,
  { plugins, threads, signal, reruns }: PageRunOptions,
): Promise<Pick<PageRun, 'faster' | 'iterations' | 'forecasts' | 'certificate' | 'uncertified'>> {
  const given = { plugins, threads, signal };
  const { points, dimension } = scenario.population;
  const isSmall = points * dimension <= LARGE;
  const certified = scenario.collusion.length > 0 || isSmall;
  const isCheap = isSmall && scenario.durations === 'counted';
  const asked = reruns && askedOf({ ...reruns, faster: reruns.faster || isCheap }, scenario);
  const { result, certificate }: { result: RunResult; certificate?: Certificate } = certified
    ? await attackRun(scenario, { ...given, earlier })
    : await reproduce(scenario, given, earlier);
  const protocol = protocolOf(scenario, { plugins });
  const { outcome } = result;
  const rows =
    outcome?.kind === 'clustered'
      ? iterationRows(scenario, outcome, inputsOf(scenario, protocol).rows)
      : undefined;
  const { iterations } = result.findings;
  const faster = await rerunsOf(asked, scenario, record.report, given);
  return {
    ...(faster && { faster }),
    ...(rows && { iterations: rows }),
    forecasts: forecasts(scenario, protocol, iterations, record.report.traffic),
    ...(certificate
      ? { certificate }
      : { uncertified: 'there are so many points that attacks take long: cahoots attack TRACE tries them' }),
  };
}
