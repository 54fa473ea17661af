/**
 * Whether shares that are seeds, sent to parties outside a coalition, are such that it cannot derive: a share of one aggregator
 * hides nothing from another one that can expand it too, or if it hides two vectors.
 */

import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Coalition } from '../games/coalition.ts';
import type { ProvenanceFinding } from './finding.ts';
import { newsOf } from './received.ts';
import type { RecordedRun } from './recorded-run.ts';
import { type Secret, secretText } from './secrets.ts';
import { contentOf } from './windows.ts';

/**
 * @param receivers those without data
 * @param known what the coalition can derive
 */
export function seedFindings(
  { told, sentTo }: RecordedRun,
  { privacy }: AnyProtocol,
  receivers: readonly string[],
  members: Coalition,
  known: ReadonlySet<Secret>,
): ProvenanceFinding[] {
  const types = new Map((privacy?.shared ?? []).filter(holdsSeeds).map((type) => [type.name, type]));
  if (types.size === 0) return [];
  const findings: ProvenanceFinding[] = [];
  /** The contents of the message that a seed was first in. */
  const first = new Map<Secret, string>();
  for (const receiver of receivers.filter((name) => !members.includes(name))) {
    for (const sent of sentTo([receiver])) {
      const isShare = [...newsOf([sent], types)].length > 0;
      if (!isShare || members.includes(sent.from)) continue;
      const content = contentOf(sent.payload);
      const flag = (because: string): void =>
        void findings.push({
          status: 'flagged',
          members,
          where: `share of ${sent.from} for ${receiver}`,
          because,
        });
      for (const seed of told.secrets.in(sent.payload)) {
        if (known.has(seed)) flag(`the coalition can derive ${secretText(seed)} in it`);
        if ((first.get(seed) ?? content) !== content) flag(`${secretText(seed)} is in another share, too`);
        first.set(seed, content);
      }
    }
  }
  return findings;
}

/** Whether a message has no residues: then its shares are seeds, or expanded from such. */
function holdsSeeds({ fields, fieldNames }: AnyMessageType): boolean {
  return fieldNames.every((name) => fields[name].residuesIn === undefined);
}
