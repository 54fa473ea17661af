/** Whether noise comes from secrets of those who add it, each used once. */

import type { Coalition } from '../games/coalition.ts';
import type { ProvenanceFinding } from './finding.ts';
import type { RecordedRun } from './recorded-run.ts';
import { partiesOf, type Secret, secretText } from './secrets.ts';
import { contentOf } from './windows.ts';

/** @param known what the coalition can derive */
export function noiseFindings(
  { told }: RecordedRun,
  members: Coalition,
  known: ReadonlySet<Secret>,
): ProvenanceFinding[] {
  const findings: ProvenanceFinding[] = [];
  const flag = (where: string, because: string): void =>
    void findings.push({ status: 'flagged', members, where, because });
  const first = new Map<string, (typeof told.tossings)[number]>();
  /** Whether all noise that a party added on one occasion is known. */
  const added = new Map<string, { readonly where: string; known: boolean }>();
  for (const tossing of told.tossings) {
    const { key, bytes, on } = tossing;
    const name = contentOf(bytes);
    const before = first.get(name);
    const where = key === undefined ? 'noise from a key of its own' : `noise from ${secretText(key)}`;
    if (before === undefined) {
      first.set(name, tossing);
      if (on === undefined || members.includes(on.party)) continue;
      const occasion = `${on.party} ${on.task} ${on.round}`;
      const all = added.get(occasion) ?? { where: `noise of ${on.party} in ${on.task}`, known: true };
      added.set(occasion, all);
      all.known &&= key === undefined || known.has(key) || partiesOf(key).size === 0;
    } else if (on !== undefined && on.task === before.on?.task) {
      if (on.party !== before.on.party) flag(where, `${before.on.party} and ${on.party} add the same noise`);
      else if (on.round !== before.on.round)
        flag(where, `it is added in rounds ${before.on.round} and ${on.round}`);
    }
  }
  for (const { where, known: all } of added.values())
    if (all) flag(where, 'the coalition can derive all keys that it is drawn with');
  return findings;
}
