/**
 * A run as told by its trace, complete: its report, and every message, computation and mark behind it.
 * Pictures, exports and pages are made from this.
 */

import type { CahootsError } from '../../core/base/errors.ts';
import type { FaultKind } from '../../run/fault/kind.ts';
import { reportOfTrace } from '../../run/report/of-trace.ts';
import type { Report } from '../../run/report/report.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import type { Chronicle } from '../../run/timing/chronicle.ts';
import { criticalPath, type Piece } from '../../run/timing/critical-path.ts';
import type { TraceHeader } from '../../run/trace/format.ts';
import type { Stretch } from '../../run/trace/timeline.ts';
import type { Computation, Mark, Message } from './happenings.ts';
import { Scribe } from './scribe.ts';

export interface Story {
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
  readonly chronicle?: Chronicle;
  readonly endNs: number;
  /** Where the trace is truncated or damaged: the story covers what comes before. */
  readonly problem?: CahootsError;
}

/**
 * @param kinds of faults that its scenario may name
 * @param name of the file, for the problem
 * @throws CahootsError if it is not a trace, or could not have come from a run
 */
export function storyOf(name: string, bytes: Uint8Array, kinds: readonly FaultKind[]): Story {
  const scribe = new Scribe();
  let lastNs = 0;
  const { report, header, ledger, chronicle, problem } = reportOfTrace(name, bytes, kinds, {
    keep: true,
    onEntry: (entry) => {
      lastNs = entry.timeNs;
      scribe.add(entry);
    },
  });
  const path = chronicle && criticalPath(chronicle);
  const { messages, computations, marks } = scribe.end(chronicle);
  return {
    name,
    header,
    directory: new Directory(header.roles),
    report,
    stretches: ledger.stretches(report.outcome?.ends.endNs),
    messages,
    computations,
    marks,
    ...(path && { path }),
    ...(chronicle && { chronicle }),
    endNs: Math.max(lastNs, report.outcome?.ends.endNs ?? 0),
    ...(problem && { problem }),
  };
}
