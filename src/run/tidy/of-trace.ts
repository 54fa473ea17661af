/** All tables of a run, from its trace alone: what produced it is recorded at the trace's end. */

import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { registryOf } from '../plugin/registry.ts';
import { reportOfTrace } from '../report/of-trace.ts';
import type { Report } from '../report/report.ts';
import { scenarioSchema } from '../scenario/schema.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import { Ledger } from '../trace/ledger.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';
import { type Made, Subject } from './about.ts';
import { withDigest } from './digest.ts';
import { Received } from './received.ts';
import { type Row, tidy } from './rows.ts';
import { figuresOfRuns } from './figure-rows.ts';
import { figuresOfReport } from './run-row.ts';
import { runTables, type RunTables } from './tables.ts';

export interface Tables extends RunTables {
  /** One row. */
  readonly runs: readonly Row[];
  /** A row for every event, in order. */
  readonly events: readonly Row[];
  /** What the columns of `runs` mean. */
  readonly figures: readonly Row[];
}

/**
 * @param file its name in the problem: if the trace is truncated or damaged, the tables cover what comes
 *   before
 * @throws CahootsError if it is not a trace, or its scenario is invalid with these plugins
 */
export function tablesOfTrace(
  file: string,
  bytes: Uint8Array,
  plugins: readonly Plugin[],
): { readonly tables: Tables; readonly problem?: CahootsError } {
  const { report, problem } = reportOfTrace(file, bytes, registryOf(plugins));
  const reader = new TraceReader(file, bytes);
  const { roles } = reader.header;
  const ledger = new Ledger(roles, { parties: 'actors' });
  const received = new Received();
  const directory = new Directory(roles);
  const events: Row[] = [];
  for (const entry of reader.entries()) {
    ledger.add(entry);
    received.add(entry);
    events.push(eventRow(entry, directory));
  }
  const row = rowOfTrace(reader, report, plugins);
  const { run } = row;
  return defined({
    tables: {
      runs: [row],
      ...runTables(run, report, { directory, ledger, received }),
      events: events.map((event) => ({ run, ...event })),
      figures: figuresOfRuns([row], plugins),
    },
    problem,
  });
}

/**
 * The row of a run from its trace.
 * @param reader read to its end, which says what produced the run
 * @throws CahootsError if its scenario is invalid with these plugins
 */
export function rowOfTrace(
  { header: { scenario: source }, outcome }: TraceReader,
  report: Report,
  plugins: readonly Plugin[],
): Row & { readonly run: string } {
  const parsed = scenarioSchema(registryOf(plugins)).safeParse(source);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    throw new CahootsError('bad-input', message, { path: path.join('.') });
  }
  const { seed, name } = parsed.data;
  const made = outcome !== undefined && 'end' in outcome ? outcome.end.made : undefined;
  const { node, machine, ...rest } = made ?? {};
  // What was chosen for the run follows from its points, which are not in the trace.
  const { timeoutNs: timeout } = report.outcome?.findings.timeout ?? {};
  const protocol = { ...parsed.data.protocol, ...(timeout !== undefined && { timeout }) };
  const settings = { ...parsed.data, protocol };
  const about = new Subject({ name, source, settings }, { ...UNKNOWN, ...rest }).under(seed);
  const came = report.outcome && figuresOfReport(report, report.outcome);
  return withDigest(tidy({ ...about, ...came, node, machine }));
}

/** For a trace that does not say what produced it. */
const UNKNOWN: Made = { files: '{}', file: '', set: '', cahoots: 'unknown', code: 'unknown' };

/** With actors' names. */
function eventRow({ kind, ...entry }: Entry, directory: Directory): Row {
  const cells = Object.entries(entry).map(([field, value]): [string, Row[string]] => {
    if (ACTORS.has(field)) return [field, directory.name(value as number)];
    // What an actor finished with does not fit into a cell, but its size does.
    return value instanceof Uint8Array ? [`${field}Bytes`, value.byteLength] : [field, value as Row[string]];
  });
  return { kind, ...Object.fromEntries(cells) };
}

const ACTORS = new Set(['from', 'to', 'by', 'actor']);
