/** The report of a run that was made earlier, from its trace alone. */

import { CahootsError } from '../../base/errors.ts';
import { readFindings } from '../../run/foreign-findings.ts';
import type { PayloadDigest } from '../../engine/sim/payload-digest.ts';
import type { FaultKind } from '../../fault/kind.ts';
import { conditionsOf } from '../../scenario/conditions.ts';
import { partiesFrom } from '../../protocol/parties.ts';
import { Chronicle } from '../../timing/chronicle.ts';
import { fullBytes } from '../../engine/sim/tcp/spec.ts';
import { Ledger } from '../../trace/ledger.ts';
import type { TraceHeader } from '../../trace/format.ts';
import { TraceReader } from '../../trace/reader.ts';
import type { Entry } from '../../trace/record.ts';
import { type Report, report, type RunEnd } from './report.ts';

export interface TraceReport {
  readonly report: Report;
  readonly digest: PayloadDigest;
  readonly header: TraceHeader;
  readonly ledger: Ledger;
  /** Absent where the scenario names what is not at hand, or the entries are of no run at all. */
  readonly chronicle?: Chronicle;
  /** Where the trace is cut off or damaged: the report is about what stands before. */
  readonly problem?: CahootsError;
}

/**
 * @param kinds of faults that its scenario may name
 * @param file named in the problem
 * @param keep whether the chronicle keeps its moments
 * @param onEntry is told of every entry
 * @throws CahootsError when it is no trace, or says what cannot have come of a run
 */
export function reportOfTrace(
  file: string,
  bytes: Uint8Array,
  kinds: readonly FaultKind[],
  { keep = false, onEntry }: { readonly keep?: boolean; readonly onEntry?: (entry: Entry) => void } = {},
): TraceReport {
  const reader = new TraceReader(file, bytes);
  const { clock } = reader.header;
  // What links did to packets is known of simulated ones only.
  let chronicle = clock === 'wall' ? undefined : attempt(() => chronicleOf(reader, kinds, keep));
  const tcp = chronicle?.conditions.network.tcp;
  const ledger = new Ledger(reader.header.roles, { againBytes: tcp && fullBytes(tcp) });
  const tellIt = (tell: (to: Chronicle) => void): Chronicle | undefined =>
    chronicle && attempt(() => (tell(chronicle as Chronicle), chronicle));
  for (const entry of reader.entries()) {
    ledger.add(entry);
    onEntry?.(entry);
    chronicle = tellIt((to) => to.add(entry));
  }
  chronicle = tellIt((to) => to.end());
  const { outcome, problem } = reader;
  const end = outcome !== undefined && 'end' in outcome ? outcome.end : undefined;
  const came = end && ({ ...end, findings: readFindings(end.findings, file) } satisfies RunEnd);
  const { header } = reader;
  const { digest = 'crc32' } = header;
  const full = attempt(() => report(ledger, came, chronicle));
  const told = full ?? report(ledger, came);
  return {
    report: clock === undefined ? told : { ...told, clock },
    digest,
    header,
    ledger,
    ...(full && chronicle && { chronicle }),
    ...(problem && { problem }),
  };
}

function chronicleOf(
  { header: { roles, scenario } }: TraceReader,
  kinds: readonly FaultKind[],
  keep: boolean,
): Chronicle {
  return new Chronicle(conditionsOf(scenario, partiesFrom(roles), kinds), roles, keep);
}

/**
 * Undefined where it cannot be: the scenario names what is not at hand, such as a fault of a plugin's, or the entries are
 * of no run at all. Its packets are sent once more, and a trace that somebody made up may say of them what never happens.
 */
function attempt<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}
