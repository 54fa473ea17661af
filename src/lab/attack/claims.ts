/** What a protocol claims, held against what it has: a claim whose attacks do not exist would stay open for ever. */

import { assert } from '../../core/base/errors.ts';
import type { Claim } from '../../core/protocol/attack.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';

/**
 * What a protocol claims to keep from coalitions, for these settings.
 * @throws AssertionError for a claim that nobody could test
 */
export function claimsOf({ privacy, roles }: AnyProtocol, agreed: unknown): readonly Claim[] {
  if (privacy?.claims === undefined) return [];
  const claims = privacy.claims(agreed);
  assert(Array.isArray(claims), `claims that are not a list but ${String(claims)}`);
  const known = new Set(privacy.attacks.map(({ name }) => name));
  const said = new Set<string>();
  for (const { says, coalition, attacks } of claims as readonly Claim[]) {
    assert(typeof says === 'string', 'a claim that says nothing');
    const it = `the claim "${says}"`;
    // What was found is held against a claim by its words, and people tell verdicts apart by them.
    assert(said.size < said.add(says).size, `${it} twice`);
    assert(typeof coalition === 'object' && coalition !== null, `${it} of no coalition`);
    for (const [role, count] of Object.entries(coalition)) {
      assert(
        Object.hasOwn(roles, role),
        `${it} of ${count} ${role}, which is no role: ${Object.keys(roles).join(', ')}`,
      );
      assert(Number.isSafeInteger(count) && count >= 0, `${it} of ${String(count)} of ${role}`);
    }
    assert(
      Object.values(coalition).some((count) => count > 0),
      `${it} of no coalition`,
    );
    assert(Array.isArray(attacks), `${it} without a list of attacks`);
    const other = attacks.find((name) => !known.has(name));
    assert(other === undefined, `${it} about the attack ${other}, which the protocol does not have`);
  }
  return claims as readonly Claim[];
}
