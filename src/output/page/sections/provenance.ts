/** What produced the run, and how to repeat it. */

import { stringify } from 'yaml';
import { h, type Html } from '../html.ts';
import type { PageRun } from '../run.ts';

/** The section on what produced the run, and whether it was reproduced. */
export function provenanceOf({ record, again, command }: PageRun): Html {
  const { header, report } = record;
  const hash = report.outcome?.hash;
  return h`<dl>
<dt>the file</dt><dd><code>${record.name}</code></dd>
<dt>trace hash (SHA-256)</dt><dd><code>${hash ?? 'none, as the trace has no end'}</code></dd>
<dt>payloads</dt><dd>${header.digest === 'sha256' ? 'kept by their SHA-256' : 'kept by their CRC-32, against accidents; as evidence, run with --digest sha256'}</dd>
<dt>reproduced</dt><dd>${again.same ? h`<span class="good">yes, for this page: every entry is the same</span>` : h`<span class="warn">no: ${again.why}</span>`}</dd>
</dl>
${command === undefined ? undefined : h`<p>To repeat it:</p><pre>${command}</pre>`}
<details><summary>The scenario, as stored in the trace</summary><pre>${stringify(header.scenario, { lineWidth: 100 })}</pre></details>`;
}
