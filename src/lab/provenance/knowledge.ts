/** Which secrets a coalition can derive from its own and from all that it received. */

import type { Coalition } from '../games/coalition.ts';
import type { Found, Secret, Secrets } from './secrets.ts';

/**
 * The secrets of a run that a coalition knows: its members' own; those that occur in what it received, in the clear or
 * in ciphertexts that it can decrypt, or of which it received enough shares; and all that follows from them.
 * @param received payloads of messages to members
 */
export function knownTo(secrets: Secrets, members: Coalition, received: Iterable<Uint8Array>): Set<Secret> {
  const known = new Set<Secret>();
  const shares = new Map<Secret, Set<string>>();
  const closed: { readonly key: Secret; readonly plain: Uint8Array }[] = [];

  const read = (bytes: Uint8Array): void => {
    for (const found of secrets.foundIn(bytes)) take(found);
  };
  const take = (found: Found): void => {
    switch (found.kind) {
      case 'secret':
        known.add(found.secret);
        return;
      case 'share': {
        const { of, threshold, name } = found.share;
        const held = shares.get(of) ?? new Set();
        shares.set(of, held.add(name));
        if (held.size >= threshold) known.add(of);
        return;
      }
      case 'ciphertext': {
        const { key, plain } = found.ciphertext;
        if (key === undefined) read(plain);
        else closed.push({ key, plain });
      }
    }
  };
  for (const payload of received) read(payload);

  const follows = ({ origin }: Secret): boolean => {
    switch (origin.kind) {
      case 'drawn':
        return members.includes(origin.party);
      case 'derived':
        return origin.from.every((one) => known.has(one));
      case 'agreed':
        return origin.either.some((one) => known.has(one));
    }
  };
  for (let before = -1; known.size > before;) {
    before = known.size;
    // A secret comes after those that it was derived from.
    for (const secret of secrets.all) if (!known.has(secret) && follows(secret)) known.add(secret);
    for (const { key, plain } of closed.splice(0)) {
      if (known.has(key)) read(plain);
      else closed.push({ key, plain });
    }
  }
  return known;
}
