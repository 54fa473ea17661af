/**
 * A run reconstructed from its trace, complete: its report, and every message, computation and mark behind it.
 * Pictures, exports and pages are made from this.
 */

import { defined } from '../../core/base/defined.ts';
import type { CahootsError } from '../../core/base/errors.ts';
import type { ConditionKinds } from '../../run/scenario/conditions.ts';
import { reportOfTrace } from '../../run/report/of-trace.ts';
import type { Report } from '../../run/report/report.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import type { CausalGraph } from '../../run/timing/causal-graph.ts';
import { criticalPath, type Piece } from '../../run/timing/critical-path.ts';
import type { TraceHeader } from '../../run/trace/format.ts';
import type { Stretch } from '../../run/trace/timeline.ts';
import type { Computation, Mark, Message } from './events.ts';
import { RunRecorder } from './run-recorder.ts';

export interface RunRecord {
  /** The file. */
  readonly name: string;
  readonly header: TraceHeader;
  readonly directory: Directory;
  readonly report: Report;
  /** The whole run, in order, without gaps. */
  readonly stretches: readonly Stretch[];
  /** In the order in which they were sent. */
  readonly messages: readonly Message[];
  readonly computations: readonly Computation[];
  readonly marks: readonly Mark[];
  /** What the result waited for; absent if there is no result, or the trace contradicts its scenario. */
  readonly path?: readonly Piece[];
  /** Absent if the scenario's network or faults are not available. */
  readonly causalGraph?: CausalGraph;
  readonly endNs: number;
  /** Where the trace is truncated or damaged: the record covers what comes before. */
  readonly problem?: CahootsError;
}

/** Which time the times of a run are: over real sockets that of clocks. */
export function timeOf({ header }: Pick<RunRecord, 'header'>): 'virtual time' | 'real time' {
  return header.clock === 'wall' ? 'real time' : 'virtual time';
}

/**
 * @param known what its scenario may name
 * @param name of the file, for the problem
 * @throws CahootsError if it is not a trace, or could not have come from a run
 */
export function runRecordOf(name: string, bytes: Uint8Array, known: ConditionKinds): RunRecord {
  const recorder = new RunRecorder();
  let lastNs = 0;
  const { report, header, ledger, causalGraph, problem } = reportOfTrace(name, bytes, known, {
    keep: true,
    onEntry: (entry) => {
      lastNs = entry.timeNs;
      recorder.add(entry);
    },
  });
  const path = causalGraph && criticalPath(causalGraph);
  const { messages, computations, marks } = recorder.end(causalGraph);
  return defined({
    name,
    header,
    directory: new Directory(header.roles),
    report,
    stretches: ledger.stretches(report.outcome?.ends.endNs),
    messages,
    computations,
    marks,
    path,
    causalGraph,
    endNs: Math.max(lastNs, report.outcome?.ends.endNs ?? 0),
    problem,
  });
}
