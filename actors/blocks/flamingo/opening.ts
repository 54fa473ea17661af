/** A decryptor's part in a sum (Ma et al. 2023, Figure 4, the steps of cross-check and reconstruction). */

import { areSameBytes, joinBytes } from '../../../src/core/kit/crypto.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { agreeOnSecret, SIGNATURE_BYTES } from '../secagg/curve25519.ts';
import { OPERATIONS, open } from '../secagg/primitives.ts';
import { SHARE_BYTES } from '../secagg/shares.ts';
import { GROUP_OPERATIONS, POINT_BYTES, pointOf, scalarOf, times } from './group.ts';
import { type Peer, SEALED_BYTES } from './report.ts';
import { type LongTermSecrets, sharingSecret } from './secrets.ts';

/** What a decryptor is sent of a pair: what it decrypts, and its signature. */
export const REQUEST_BYTES = POINT_BYTES + SIGNATURE_BYTES;

/** Stands for a share that could not be decrypted: it is beyond the field. */
const NO_SHARE = new Uint8Array(SHARE_BYTES).fill(0xff);

/** Whether a decryptor could decrypt what it was to. */
export function isShare(bytes: Uint8Array): boolean {
  return !areSameBytes(bytes, NO_SHARE);
}

export interface OpenInput {
  readonly number: number;
  readonly own: number;
  readonly secrets: LongTermSecrets;
  /** Of the key. */
  readonly share: Uint8Array;
  /** Who reported, ascending, and their shares of individual masks for this decryptor. */
  readonly reported: readonly Peer[];
  readonly sealed: Uint8Array;
  /** What is to be decrypted, each with its signature. */
  readonly pairs: Uint8Array;
}

export interface Opened {
  /** 33 bytes for each that reported. */
  readonly shares: Uint8Array;
  /** A multiple of each first half of a ciphertext, by the share of the key. */
  readonly parts: Uint8Array;
}

/** Shares of the masks of those that reported, and a part of each decryption. */
export const openMasks = defineTask('flamingo/open', {
  operations: ({ reported, pairs }: OpenInput) =>
    openMasksOperations(reported.length, pairs.length / REQUEST_BYTES),
  run({ number, own, secrets, share, reported, sealed, pairs }): Opened {
    const shares = reported.map(({ party, key }, i) => {
      const ciphertext = sealed.subarray(i * SEALED_BYTES, (i + 1) * SEALED_BYTES);
      return openMaskShare(secrets, key, { number, from: party, to: own }, ciphertext) ?? NO_SHARE;
    });
    const scalar = scalarOf(share) ?? 0n;
    const parts = Array.from({ length: pairs.length / REQUEST_BYTES }, (_, i) => {
      const c0 = pairs.subarray(i * REQUEST_BYTES, i * REQUEST_BYTES + POINT_BYTES);
      return decryptionPart(scalar, c0);
    });
    return { shares: joinBytes(shares), parts: joinBytes(parts) };
  },
});

/** A ciphertext of each that reported, and a multiple of each point. */
export function openMasksOperations(reported: number, pairs: number): number {
  const { multiple, encoding } = GROUP_OPERATIONS;
  const share = OPERATIONS.scalarMultiplication + (SEALED_BYTES / 4) * OPERATIONS.keystreamWord;
  return reported * share + pairs * (multiple + 2 * encoding);
}

/** A client's share of its individual mask for one decryptor; undefined if there is none in the ciphertext. */
export function openMaskShare(
  { agreeing }: LongTermSecrets,
  key: Uint8Array,
  { number, from, to }: { readonly number: number; readonly from: number; readonly to: number },
  sealed: Uint8Array,
): Uint8Array | undefined {
  const shared = agreeOnSecret(agreeing, key);
  const plain = shared && open(sharingSecret(shared, number), from, to, sealed);
  return plain?.length === SHARE_BYTES ? plain : undefined;
}

/** A multiple of the first half of a ciphertext; zeros, the neutral element, if it is none. */
export function decryptionPart(share: bigint, c0: Uint8Array): Uint8Array {
  const point = pointOf(c0);
  return point === undefined ? new Uint8Array(POINT_BYTES) : times(point, share).toBytes();
}
