/** Whether digests of hidden values contain something with which no guess at these values can be checked. */

import type { Coalition } from '../games/coalition.ts';
import type { ProvenanceFinding } from './finding.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Secret } from './secrets.ts';
import type { Commitment } from './secret-recorder.ts';
import { Windows } from './windows.ts';

/**
 * @param known what the coalition can derive
 * @param held the contents of vectors that it received
 */
export function commitmentFindings(
  { told, sentTo }: RecordedRun,
  members: Coalition,
  known: ReadonlySet<Secret>,
  held: ReadonlySet<string>,
): ProvenanceFinding[] {
  const wanted = new Windows<Commitment>();
  for (const commitment of told.commitments)
    if (commitment.from.every((one) => known.has(one))) wanted.add(commitment.digest, commitment);
  const findings = new Map<string, ProvenanceFinding>();
  for (const { from, payload } of sentTo(members)) {
    for (const { contents } of wanted.in(payload)) {
      if (contents.some((content) => held.has(content))) continue;
      findings.set(from, {
        status: 'flagged',
        members,
        where: `digests from ${from}`,
        because: 'they commit to values that are hidden, without a salt that is',
      });
    }
  }
  return [...findings.values()];
}
