/**
 * What a coalition that includes the server learns from secure aggregations. Pairwise masks cancel out only in the
 * sum of everybody, but either side's key suffices to remove them: a colluding client knows its own, and t shares
 * reconstruct anybody's. So the coalition can open the sum of every connected component of the remaining clients
 * (Bell et al. 2020, section 3.2: why the graph of honest clients must be connected); for a component of one client,
 * its vector.
 */

import { ModularVectors } from '../../../src/core/kit/field.ts';
import type { Member } from '../../../src/core/kit/index.ts';
import { connectedParts } from '../sums/parts.ts';
import type { OpenedSum } from '../sums/secure-sum.ts';
import { pairMask } from './masks.ts';
import { keyOf } from './secrets.ts';
import { reconstruct } from './shares.ts';
import { heldShares, knownMaskKeys, seenOf } from './seen.ts';
import type { Session } from './session.ts';

/** All sums that can be opened in one aggregation; without colluding clients the intended sum is among them. */
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
  const linked = (party: number): number[] =>
    maskKeys.has(party) ? [] : neighboursOf(party).filter((other) => !maskKeys.has(other));
  return connectedParts(honest, linked).flatMap((part) => {
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
        // What the other would have added removes the mask.
        const mask = secret && peerKeys && pairMask(secret, keyOf(peerKeys.keys, 0).masking, other, party);
        // A neighbour of which nothing is known and that sent no vector: its masks stay.
        if (mask === undefined) return [];
        vectors.addUniforms(sum, [mask]);
      }
    }
    return [{ parties: part, sum }];
  });
}
