/** The report of an earlier run, from its trace alone. */

import { CahootsError } from '../../core/base/errors.ts';
import { readFindings } from '../execute/foreign-findings.ts';
import type { PayloadDigest } from '../../core/engine/messages/payload-digest.ts';
import { type ConditionKinds, conditionsOf } from '../scenario/conditions.ts';
import { partiesFrom } from '../../core/protocol/parties.ts';
import { CausalGraph } from '../timing/causal-graph.ts';
import { fullBytes } from '../../core/engine/tcp/spec.ts';
import { Ledger } from '../trace/ledger.ts';
import type { TraceHeader } from '../trace/format.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';
import { type Report, report, type RunEnd } from './report.ts';

export interface TraceReport {
  readonly report: Report;
  readonly digest: PayloadDigest;
  readonly header: TraceHeader;
  readonly ledger: Ledger;
  /** Absent if the scenario names something unavailable, or the entries cannot come from a run. */
  readonly causalGraph?: CausalGraph;
  /** Where the trace is truncated or damaged: the report covers the entries before that. */
  readonly problem?: CahootsError;
}

/**
 * @param known what its scenario may name
 * @param file its name in the problem
 * @param keep whether the causal graph keeps its moments
 * @param onEntry receives every entry
 * @throws CahootsError if it is not a trace, or could not have come from a run
 */
export function reportOfTrace(
  file: string,
  bytes: Uint8Array,
  known: ConditionKinds,
  { keep = false, onEntry }: { readonly keep?: boolean; readonly onEntry?: (entry: Entry) => void } = {},
): TraceReport {
  const reader = new TraceReader(file, bytes);
  const { clock } = reader.header;
  // What links did to packets is known for simulated ones only.
  let causalGraph = clock === 'wall' ? undefined : attempt(() => causalGraphOf(reader, known, keep));
  const tcp = causalGraph?.conditions.network.tcp;
  const ledger = new Ledger(reader.header.roles, { againBytes: tcp && fullBytes(tcp) });
  const tellIt = (tell: (to: CausalGraph) => void): CausalGraph | undefined =>
    causalGraph && attempt(() => (tell(causalGraph as CausalGraph), causalGraph));
  for (const entry of reader.entries()) {
    ledger.add(entry);
    onEntry?.(entry);
    causalGraph = tellIt((to) => to.add(entry));
  }
  const { outcome, problem } = reader;
  const end = outcome !== undefined && 'end' in outcome ? outcome.end : undefined;
  causalGraph = tellIt((to) => to.end(end?.bound));
  const came = end && ({ ...end, findings: readFindings(end.findings, file) } satisfies RunEnd);
  const { header } = reader;
  const { digest = 'crc32' } = header;
  const full = attempt(() => report(ledger, came, causalGraph));
  const told = full ?? report(ledger, came);
  return {
    report: clock === undefined ? told : { ...told, clock },
    digest,
    header,
    ledger,
    ...(full && causalGraph && { causalGraph }),
    ...(problem && { problem }),
  };
}

function causalGraphOf(
  { header: { roles, scenario } }: TraceReader,
  known: ConditionKinds,
  keep: boolean,
): CausalGraph {
  return new CausalGraph(conditionsOf(scenario, partiesFrom(roles), known), roles, keep);
}

/**
 * Undefined if that fails: the scenario names something unavailable, such as a plugin's fault, or the entries
 * cannot come from a run. Its packets are sent again, and a forged trace may contain what never happens to
 * packets.
 */
function attempt<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}
