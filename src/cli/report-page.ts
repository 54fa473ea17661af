/**
 * The page written by `report --html`: of one trace, of two, of one with and without a fault, or of a table
 * of runs.
 */

import { CahootsError } from '../core/base/errors.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { askedOf, type RerunFlags } from '../run/replay/reruns.ts';
import { runWithout } from '../run/replay/what-if.ts';
import { picturesFrom } from '../output/figure/kinds.ts';
import { pageText } from '../output/page/page.ts';
import { pageOfRun, pageOfTwo } from '../output/page/run-page.ts';
import { pageRunOf, type PageRun, type PageRunOptions } from '../output/page/run.ts';
import { shellCommand } from '../run/report/shell.ts';
import { titleOf } from '../output/page/titles.ts';
import { compareTraces } from '../run/replay/difference.ts';
import type { Row } from '../run/tidy/rows.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { TraceReader } from '../run/trace/reader.ts';
import { pageOfResults } from '../output/page/results-page.ts';
import type { FigureTable } from '../run/figures/table.ts';
import { runsIn } from './table-files.ts';
import { dataFolder, isTrace, readTrace, scenarioOf } from './trace-file.ts';
import { counted } from '../run/report/format.ts';

export interface PageAsked extends RerunFlags {
  readonly without?: string | undefined;
  readonly traceOnly: boolean;
  readonly data?: string | undefined;
  readonly threads?: number | undefined;
  readonly plugins: readonly Plugin[];
  readonly signal: AbortSignal;
}

interface Page {
  readonly text: string;
  /** Where a trace that it shows is cut off or damaged. */
  readonly problem?: CahootsError | undefined;
}

/** @returns undefined if it was interrupted */
export async function pageOf(files: readonly string[], asked: PageAsked): Promise<Page | undefined> {
  const traces = files.filter((file) => isTrace(file));
  if (traces.length === 0) {
    const { rows, figures } = await runsIn(files, asked.plugins);
    if (rows.length === 0)
      throw new CahootsError('bad-input', `expected runs, got none in ${files.join(' ')}`);
    if (asksForReruns(asked)) throw notRunAgain(asked, 'tables of runs');
    return { text: pageOfRuns(files, rows, figures, asked.plugins) };
  }
  if (asked.traceOnly && asksForReruns(asked)) throw notRunAgain(asked, '--trace-only');
  if (traces.length < files.length || files.length > 2) {
    const message = `expected one trace, two, or the runs of studies, got ${files.join(' ')}`;
    throw new CahootsError('bad-input', message);
  }
  const page = await runPage(traces, asked);
  return asked.signal.aborted ? undefined : page;
}

/**
 * @param files where the rows come from, for those without a name
 * @param figures what their columns mean
 * @param plugins what can be drawn of them besides
 */
export function pageOfRuns(
  files: readonly string[],
  rows: readonly Row[],
  figures: FigureTable,
  plugins: readonly Plugin[],
): string {
  const named = rows.flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : []));
  return pageText(
    pageOfResults([...new Set(named)].join(', ') || files.join(', '), rows, figures, picturesFrom(plugins)),
  );
}

async function runPage([file, other]: readonly string[], asked: PageAsked): Promise<Page> {
  const { without } = asked;
  if (without !== undefined && other !== undefined)
    throw new CahootsError('bad-input', 'expected one trace with it, got two', { path: '--without' });
  const bytes = readTrace(file);
  if (without !== undefined) {
    const { trace, text } = await traceWithout(without, file, bytes, asked);
    const runs = [
      await found(file, bytes, asked, `with ${without}`),
      await found(file, trace, asked, `without ${without}`),
    ] as const;
    return pageWith(pageOfTwo(`${titleOf(runs[0].record)}: with and without ${without}`, runs, text), runs);
  }
  if (other === undefined) {
    const run = await found(file, bytes, asked, 'the run');
    return pageWith(pageOfRun(run), [run]);
  }
  const second = readTrace(other);
  const runs = [await found(file, bytes, asked, file), await found(other, second, asked, other)] as const;
  const parting = partingOf(file, bytes, other, second);
  return pageWith(
    pageOfTwo(`${titleOf(runs[0].record)} and ${titleOf(runs[1].record)}`, runs, parting),
    runs,
  );
}

function pageWith(page: Parameters<typeof pageText>[0], runs: readonly PageRun[]): Page {
  return { text: pageText(page), problem: runs.map(({ record }) => record.problem).find(Boolean) };
}

function found(file: string, bytes: Uint8Array, asked: PageAsked, label: string): Promise<PageRun> {
  const { plugins, traceOnly, threads, signal, faster, whatIf } = asked;
  const folder = dataFolder(file, asked.data);
  // A page says why a run could not be made again, but not that a change makes no sense.
  if (whatIf !== undefined) askedOf({ faster, whatIf }, scenarioOf(file, bytes, folder, plugins));
  const options: PageRunOptions = {
    plugins,
    label,
    folder,
    replay: !traceOnly,
    reruns: { faster, whatIf },
    signal,
    command: shellCommand(
      'cahoots',
      'replay',
      file,
      ...(asked.data === undefined ? [] : ['--data', asked.data]),
    ),
    threads,
  };
  return pageRunOf(file, bytes, options);
}

function asksForReruns({ faster, whatIf }: RerunFlags): boolean {
  return faster || whatIf !== undefined;
}

/** The error where runs with changes are asked for, and nothing is run. */
function notRunAgain({ whatIf }: RerunFlags, got: string): CahootsError {
  const path = whatIf === undefined ? '--faster' : '--what-if';
  return new CahootsError('bad-input', `expected a trace whose scenario is run again, got ${got}`, { path });
}

/** The run of a trace repeated without a fault, as a trace of its own. */
async function traceWithout(
  fault: string,
  file: string,
  bytes: Uint8Array,
  { plugins, data, threads = 0, signal }: PageAsked,
): Promise<{ trace: Uint8Array; text: string | undefined }> {
  const scenario = withoutFault(scenarioOf(file, bytes, dataFolder(file, data), plugins), fault);
  const chunks: Uint8Array[] = [];
  const trace = (chunk: Uint8Array): void => void chunks.push(Uint8Array.from(chunk));
  const { text } = await runWithout(
    fault,
    scenario,
    { plugins, threads, signal, trace },
    { name: file, bytes },
  );
  return { trace: Buffer.concat(chunks), text };
}

/** The other faults keep their names, which determine everything that they draw. */
function withoutFault(scenario: Scenario, fault: string): Scenario {
  const { faults = [], ...source } = scenario.source as { readonly faults?: readonly object[] };
  const named = faults.map((one, i) => ({ ...one, name: scenario.faults[i].name }));
  return { ...scenario, source: { ...source, faults: named.filter(({ name }) => name !== fault) } };
}

/** Where two traces diverge, in words. */
function partingOf(a: string, bytesA: Uint8Array, b: string, bytesB: Uint8Array): string {
  const { entries, parting, text } = compareTraces(new TraceReader(a, bytesA), new TraceReader(b, bytesB));
  if (parting === undefined) return `they have the same ${counted(entries, 'entry')}`;
  return `${a} (A) and ${b} (B) diverge at entry ${parting.number}\n\n${text}`;
}
