/** Seeds of surplus noise whose owners fell silent, reconstructed from the shares that others hold (XNoise of Dordis). */

import { defineTask } from '../../../src/core/kit/index.ts';
import { type HeldShare, reconstruct, reconstructOperations, SHARE_BYTES } from '../secagg/shares.ts';

export interface RebuildInput {
  /** The number of shares that reconstruct a secret. */
  readonly threshold: number;
  /** For each seed, the shares that arrived. */
  readonly held: readonly (readonly HeldShare[])[];
}

/** The seeds of which there are enough shares; the others are omitted, and their noise stays in. */
export const rebuildSeeds = defineTask('noise/rebuild', {
  operations: ({ threshold, held }: RebuildInput) => held.length * reconstructOperations(threshold),
  run: ({ threshold, held }): Uint8Array[] =>
    held.flatMap((shares) =>
      shares.length < threshold ? [] : (reconstruct(shares.slice(0, threshold)) ?? []),
    ),
});

/** The shares of several seeds from several clients, seed by seed. */
export function sharesBySeed(
  parties: readonly number[],
  told: readonly { readonly holder: number; readonly parties: Uint32Array; readonly shares: Uint8Array }[],
): HeldShare[][] {
  return parties.map((party) =>
    told.flatMap(({ holder, parties: known, shares }) => {
      const at = known.indexOf(party);
      return at < 0 ? [] : [{ holder, share: shares.subarray(at * SHARE_BYTES, (at + 1) * SHARE_BYTES) }];
    }),
  );
}
