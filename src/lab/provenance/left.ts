/** Whether secrets are in what is left of a run: its trace, its result and its findings. */

import { platform } from '#platform';
import { utf8 } from '../../core/base/bytes.ts';
import type { ProvenanceFinding } from './finding.ts';
import type { RecordedRun } from './recorded-run.ts';
import { partiesOf, type Secret, secretText } from './secrets.ts';
import { LEAST_BYTES, Windows } from './windows.ts';

/** As bytes, in hexadecimal and in base64. */
export function leftFindings({ told, left }: RecordedRun): ProvenanceFinding[] {
  const wanted = new Windows<Secret>();
  for (const secret of told.secrets.all) {
    if (secret.bytes.length < LEAST_BYTES || partiesOf(secret).size === 0) continue;
    const { toHex, toBase64 } = platform.bytes;
    wanted.add(secret.bytes, secret);
    wanted.add(utf8(toHex(secret.bytes)), secret);
    // Without the last character, which depends on what follows.
    wanted.add(utf8(toBase64(secret.bytes).slice(0, LEAST_BYTES)), secret);
  }
  return [...left].flatMap(([where, bytes]) =>
    [...new Set(wanted.in(bytes))].map((secret) => ({
      status: 'flagged' as const,
      where,
      because: `it contains ${secretText(secret)}`,
    })),
  );
}
