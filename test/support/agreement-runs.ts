/** Runs of all protocols that end in all ways, about each of which every view must tell the same. */

import { run, type RunResult } from '../../src/run/execute/run.ts';
import type { FigureTable } from '../../src/run/figures/table.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import { report, type Report } from '../../src/run/report/report.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { Subject } from '../../src/run/tidy/about.ts';
import { type RunRow, runRow } from '../../src/run/tidy/run-row.ts';
import { CASES, TABLE } from './agreement-cases.ts';
import { plugins } from './plugins.ts';
import { playReal } from './real-play.ts';

/** What came of a run. */
export interface Made {
  readonly name: string;
  readonly file: string;
  readonly scenario: Scenario;
  readonly known: readonly Plugin[];
  readonly result: RunResult;
  readonly report: Report;
  readonly trace: Buffer;
  readonly row: RunRow;
  /** What the columns of its row mean. */
  readonly figures: FigureTable;
}

/** Writes a file beside the scenarios and returns its path. */
type Write = (name: string, content: string | Uint8Array) => string;

const made = new Map<string, Promise<Made>>();

/** Each is run once. */
export function madeOf(name: string, write: Write): Promise<Made> {
  const before = made.get(name);
  if (before !== undefined) return before;
  const now = make(name, write);
  made.set(name, now);
  return now;
}

async function make(name: string, write: Write): Promise<Made> {
  const { text, plugins: known = plugins, set = [], real } = CASES[name];
  write('points.csv', TABLE);
  const file = write(`${name.replaceAll(/\W/g, '-')}.yaml`, text);
  const scenario = loadScenario(file, { plugins: known, set });
  const chunks: Buffer[] = [];
  const trace = (bytes: Uint8Array): number => chunks.push(Buffer.from(bytes));
  const result =
    real === true
      ? await playReal(scenario, false, undefined, trace)
      : await run(scenario, { plugins: known, trace, timing: true });
  const subject = new Subject(scenario, { files: '{}', file, set: '', cahoots: '', code: '' });
  return {
    name,
    file,
    scenario,
    known,
    result,
    report: report(result.ledger, result, result.causalGraph),
    trace: Buffer.concat(chunks),
    row: runRow(subject.under(scenario.seed), result),
    figures: registryOf(known).figures.ofProtocols([scenario.protocol]),
  };
}
