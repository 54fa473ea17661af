/**
 * What a coalition with the server makes of secure aggregations. Masks of pairs cancel out in the sum of everybody only, but
 * whoever knows one side's key takes them off: a colluding client knows its own, and t shares are anybody's. So what can be
 * opened is the sum of every connected part of those who are left (Bell et al. 2020, section 3.2: why the graph of honest
 * clients must be connected); of a part of one client, its vector.
 */

import { ModularVectors } from '../../../src/kit/field.ts';
import type { Member } from '../../../src/kit/index.ts';
import { agreeOnSecret } from './curve25519.ts';
import { addPairMask } from './masks.ts';
import { keyOf, reconstruct } from './secrets.ts';
import { heldShares, knownMaskKeys, seenOf } from './seen.ts';
import type { Session } from './session.ts';

/** Who is in it, by number, and the sum of their vectors. */
export interface OpenedSum {
  readonly parties: readonly number[];
  readonly sum: Uint32Array;
}

/** Everything that is opened of one aggregation; the sum that is meant is among it where nobody colludes. */
export function openedSums(members: readonly Member[], session: Session): OpenedSum[] {
  const seen = seenOf(members, session);
  if (seen === undefined) return [];
  const { masked, colluding, keys } = seen;
  const { threshold, modulus, length } = session;
  const held = heldShares(seen, session);
  const maskKeys = knownMaskKeys(seen, held.key, threshold);

  const vectors = new ModularVectors(modulus);
  const neighboursOf = (party: number): number[] => {
    const shared = seen.deliveries.get(party)?.parties ?? [];
    return [...shared].filter((other) => seen.rosters.get(party)?.parties.includes(other) === true);
  };
  const honest = [...masked.keys()].filter((party) => !colluding.has(party));
  return parts(honest, maskKeys, neighboursOf).flatMap((part) => {
    const sum = vectors.zeros(length);
    for (const party of part) {
      const seeds = held.seed.get(party) ?? [];
      const seed = seeds.length < threshold ? undefined : reconstruct(seeds.slice(0, threshold));
      const values = masked.get(party)?.values;
      const vector = values && vectors.unpack(values);
      if (seed === undefined || vector === undefined || vector.length !== sum.length) return [];
      vectors.add(sum, vector);
      vectors.subtractUniform(sum, seed);
      for (const other of neighboursOf(party)) {
        const [mine, theirs] = [maskKeys.get(party), maskKeys.get(other)];
        if (part.includes(other) && mine === undefined && theirs === undefined) continue;
        const [secret, peer] = theirs === undefined ? [mine, other] : [theirs, party];
        const peerKeys = keys.get(peer);
        const shared = secret && peerKeys && agreeOnSecret(secret, keyOf(peerKeys.keys, 0).masking);
        // A neighbour of whom nothing is known and who sent no vector: its masks stay.
        if (shared === undefined) return [];
        // What the other would have added is what takes the mask off.
        addPairMask(vectors, sum, shared, other, party);
      }
    }
    return [{ parties: part, sum }];
  });
}

/** The connected parts of the graph of pairs whose mask nobody knows. */
function parts(
  parties: readonly number[],
  known: ReadonlyMap<number, unknown>,
  neighboursOf: (party: number) => readonly number[],
): number[][] {
  const left = new Set(parties);
  const found: number[][] = [];
  for (const first of parties) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const party of part) {
      if (known.has(party)) continue;
      for (const other of neighboursOf(party)) if (!known.has(other) && left.delete(other)) part.push(other);
    }
    found.push(part.toSorted((a, b) => a - b));
  }
  return found;
}
