/** Keys that are used for more than one thing, or that are no secrets. */

import type { ProvenanceFinding } from './finding.ts';
import type { RecordedRun } from './recorded-run.ts';
import { partiesOf, secretText } from './secrets.ts';
import { contentOf } from './windows.ts';

/** @param others runs of the same scenario under other randomness */
export function keyFindings({ told }: RecordedRun, others: readonly RecordedRun[]): ProvenanceFinding[] {
  const findings: ProvenanceFinding[] = [];
  const flag = (where: string, because: string): void =>
    void findings.push({ status: 'flagged', where, because });
  for (const [secret, purposes] of told.purposes) {
    if (purposes.size > 1) flag(secretText(secret), `one key is used for ${[...purposes].join(' and ')}`);
    if (purposes.has('encryption') && partiesOf(secret).size === 0)
      flag(secretText(secret), 'it encrypts, and no secret went into it');
  }
  for (const secret of told.repeated)
    flag(secretText(secret), 'two plaintexts are encrypted with one key and one nonce');
  for (const secret of told.redrawn)
    flag(secretText(secret), 'several vectors are drawn from the beginning of one key stream');
  if (told.encryptsInPublic) flag('an encryption key', 'it encrypts, and no secret went into it');
  const elsewhere = others.flatMap(({ told: other }) => other.tossings.map(({ bytes }) => contentOf(bytes)));
  const before = new Set(elsewhere);
  if (told.tossings.some(({ bytes }) => before.has(contentOf(bytes))))
    flag('noise', 'its key is the same in different runs');
  for (const [source, key] of told.keys) {
    if (others.some(({ told: other }) => other.keys.has(source)))
      flag(key === undefined ? 'a key stream' : secretText(key), 'its key is the same in different runs');
  }
  return findings;
}
