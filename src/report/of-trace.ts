/** The report of a run that was made earlier, from its trace alone. */

import type { CahootsError } from '../base/errors.ts';
import { readFindings } from '../run/foreign-findings.ts';
import type { PayloadDigest } from '../sim/digest.ts';
import { Ledger } from '../trace/ledger.ts';
import { TraceReader } from '../trace/reader.ts';
import { type Report, report, type RunEnd } from './report.ts';

/**
 * @param file named in the problem: where the trace is cut off or damaged, the report is about what stands before
 * @throws CahootsError when it is no trace, or says what cannot have come of a run
 */
export function reportOfTrace(
  file: string,
  bytes: Uint8Array,
): { readonly report: Report; readonly digest: PayloadDigest; readonly problem?: CahootsError } {
  const reader = new TraceReader(file, bytes);
  const ledger = new Ledger(reader.header.roles);
  for (const entry of reader.entries()) ledger.add(entry);
  const { outcome, problem } = reader;
  const end = outcome !== undefined && 'end' in outcome ? outcome.end : undefined;
  const told = end && ({ ...end, findings: readFindings(end.findings, file) } satisfies RunEnd);
  const { digest = 'crc32' } = reader.header;
  return { report: report(ledger, told), digest, ...(problem && { problem }) };
}
