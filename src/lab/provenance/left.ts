/**
 * Whether secrets are in what is left of a run: its trace, its result and its findings; and whether somebody keeps, where it
 * survives a crash, secrets of others that it could not have learnt.
 */

import { platform } from '#platform';
import { utf8 } from '../../core/base/bytes.ts';
import type { ProvenanceFinding } from './finding.ts';
import { knownTo } from './knowledge.ts';
import type { RecordedRun } from './recorded-run.ts';
import { partiesOf, type Secret, secretText } from './secrets.ts';
import { LEAST_BYTES, Windows } from './windows.ts';

/** As bytes, in hexadecimal and in base64. */
export function leftFindings({ told, left, sentTo }: RecordedRun): ProvenanceFinding[] {
  const wanted = new Windows<Secret>();
  for (const secret of told.secrets.all) {
    if (secret.bytes.length < LEAST_BYTES || partiesOf(secret).size === 0) continue;
    const { toHex, toBase64 } = platform.bytes;
    wanted.add(secret.bytes, secret);
    wanted.add(utf8(toHex(secret.bytes)), secret);
    // Without the last character, which depends on what follows.
    wanted.add(utf8(toBase64(secret.bytes).slice(0, LEAST_BYTES)), secret);
  }
  const flagged = (where: string, secrets: Iterable<Secret>): ProvenanceFinding[] =>
    Array.from(new Set(secrets), (secret) => ({
      status: 'flagged',
      where,
      because: `it contains ${secretText(secret)}`,
    }));
  const kept = [...told.kept].flatMap(([party, parts]) => {
    const found = [...parts.values()].flatMap((bytes) => [...wanted.in(bytes)]);
    const others = found.filter((secret) => [...partiesOf(secret)].some((one) => one !== party));
    if (others.length === 0) return [];
    const payloads = sentTo([party]).map(({ payload }) => payload);
    const known = knownTo(told.secrets, [party], payloads);
    return flagged(
      `what ${party} saved`,
      others.filter((secret) => !known.has(secret)),
    );
  });
  return [...[...left].flatMap(([where, bytes]) => flagged(where, wanted.in(bytes))), ...kept];
}
