/** A client's secrets and their shares (Bonawitz et al. 2017, rounds 0 and 1). */

import { fromHex, joinBytes, toHex } from '../../../src/core/kit/crypto.ts';
import {
  ModularVectors,
  PrimeField,
  secretAtIntegers,
  sharesAtIntegers,
} from '../../../src/core/kit/field.ts';
import { assert, defineTask, type Random } from '../../../src/core/kit/index.ts';
import { Agreed, KEY_BYTES, publicKey } from './curve25519.ts';
import { bigEndian, openOnce, OPERATIONS, sealedBytes, sealingKeys, sealOnce } from './primitives.ts';

/** Keys of 32 bytes each; none is used for anything else. */
export interface Secrets {
  /** c^SK: for the ciphertexts of shares. */
  readonly sealing: Uint8Array;
  /** s^SK: for the masks of pairs. */
  readonly masking: Uint8Array;
  /** b: the seed of the self mask. */
  readonly self: Uint8Array;
  /** The key with which the coefficients of the sharing polynomials are drawn. */
  readonly sharing: Uint8Array;
  /** For signatures, in the malicious setting. */
  readonly signing: Uint8Array;
  /** Secrets of the protocol that uses the aggregation; absent: none. */
  readonly escrowed?: readonly Uint8Array[];
}

/** Draws them from a client's cryptographic streams, separately for each aggregation. */
export function secretsOf(random: Random, aggregation: number): Secrets {
  const scope = random.scope('aggregation', `${aggregation}`);
  return {
    sealing: scope.secretKey('sealing'),
    masking: scope.secretKey('masking'),
    self: scope.secretKey('self mask'),
    sharing: scope.secretKey('sharing'),
    signing: scope.secretKey('signing'),
  };
}

/** The two public keys of a client: for ciphertexts, then for masks. */
export const makeKeys = defineTask('secagg/keys', {
  operations: (_secrets: Secrets) => keysOperations(),
  run: ({ sealing, masking }): Uint8Array => joinBytes([publicKey(sealing), publicKey(masking)]),
});

/** Operations of making both key pairs of a client. */
export function keysOperations(): number {
  return 2 * OPERATIONS.scalarMultiplication;
}

/** The field that secrets are shared in: it holds any 256-bit number (big-endian). */
export const SHARE_FIELD = new PrimeField(2n ** 256n + 297n, true);
export const SHARE_BYTES = 33;

/** The length of a ciphertext: sender, receiver, and shares of the mask key, of the self mask and of what is escrowed. */
export function ciphertextBytes({ escrowed = 0 }: { readonly escrowed?: number }): number {
  return sealedBytes(8 + (2 + escrowed) * SHARE_BYTES);
}

export interface SharingInput {
  readonly secrets: Secrets;
  readonly own: number;
  /** The sharer's neighbours and itself, ascending. */
  readonly parties: readonly number[];
  /** Public keys of these in that order, 64 bytes each, its own included. */
  readonly keys: Uint8Array;
  readonly threshold: number;
}

export interface Sharing {
  /** One ciphertext for each neighbour, in their order. */
  readonly sealed: Uint8Array;
  /** The keys of the neighbours' ciphertexts in return, `KEY_BYTES` each, in the same order. */
  readonly opening: Uint8Array;
  /** The shares that the sharer keeps for itself. */
  readonly kept: SharePair;
}

/** Shares of one client's secrets; of `SHARE_BYTES` each. */
export interface SharePair {
  readonly key: Uint8Array;
  readonly seed: Uint8Array;
  readonly escrowed: readonly Uint8Array[];
}

/**
 * Shares the mask key, the self mask and what is escrowed among the neighbours and the sharer; undefined if a
 * neighbour's key is unusable.
 */
export const shareSecrets = defineTask('secagg/share', {
  operations: ({ secrets, parties, threshold }: SharingInput) =>
    shareOperations(parties.length, threshold, secrets.escrowed?.length),
  run({ secrets, own, parties, keys, threshold }): Sharing | undefined {
    const random = new ModularVectors(SHARE_FIELD.modulus);
    const escrowed = secrets.escrowed ?? [];
    const each = threshold - 1;
    const drawn = random.toBigints(random.uniform(secrets.sharing, (2 + escrowed.length) * each));
    const points = parties.map(pointOf);
    const shares = (secret: Uint8Array, coefficients: readonly bigint[]): Uint8Array[] =>
      sharesAtIntegers(SHARE_FIELD, [toNumber(secret), ...coefficients], points).map(shareBytes);
    const [keyShares, seedShares, ...others] = [secrets.masking, secrets.self, ...escrowed].map((secret, s) =>
      shares(secret, drawn.slice(s * each, (s + 1) * each)),
    );

    const sealed: Uint8Array[] = [];
    const opening: Uint8Array[] = [];
    for (const [i, party] of parties.entries()) {
      if (party === own) continue;
      const pair = keysOfPair(secrets.sealing, keyOf(keys, i).sealing, own, party);
      if (pair === undefined) return undefined;
      const plain = joinBytes([
        bigEndian(own),
        bigEndian(party),
        keyShares[i],
        seedShares[i],
        ...others.map((all) => all[i]),
      ]);
      sealed.push(sealOnce(pair.sealing, plain));
      opening.push(pair.opening);
    }
    const place = parties.indexOf(own);
    return {
      sealed: joinBytes(sealed),
      opening: joinBytes(opening),
      kept: { key: keyShares[place], seed: seedShares[place], escrowed: others.map((all) => all[place]) },
    };
  },
});

/** For each pair, the keys of the ciphertexts to the party with the higher number and from it. */
const ciphertextKeys = new Agreed<readonly [Uint8Array, Uint8Array]>();

/** The keys of a party's ciphertext for another and of the other's in return; undefined if the other's key is unusable. */
function keysOfPair(secret: Uint8Array, key: Uint8Array, own: number, other: number) {
  const [low, high] = own < other ? [own, other] : [other, own];
  const keys = ciphertextKeys.of(secret, key, `${low} ${high}`, (shared) => sealingKeys(shared, low, high));
  if (keys === undefined) return undefined;
  const [up, down] = keys;
  return own === low ? { sealing: up, opening: down } : { sealing: down, opening: up };
}

/** Polynomials of degree t-1 evaluated for every party, and a key agreement per neighbour. */
export function shareOperations(parties: number, threshold: number, escrowed = 0): number {
  return (2 + escrowed) * parties * (threshold - 1) * 64 + (parties - 1) * OPERATIONS.scalarMultiplication;
}

export interface OpeningInput {
  readonly own: number;
  /** Whose shares these are, ascending, without the receiver itself. */
  readonly parties: readonly number[];
  readonly sealed: Uint8Array;
  /** The keys of these, `KEY_BYTES` each. */
  readonly keys: Uint8Array;
  readonly escrowed?: number | undefined;
}

/** The shares that others made for this client; undefined if one of them is invalid. */
export const openShares = defineTask('secagg/open', {
  operations: ({ parties, escrowed }: OpeningInput) => openOperations(parties.length, escrowed),
  run({ own, parties, sealed, keys, escrowed = 0 }): SharePair[] | undefined {
    const pairs: SharePair[] = [];
    const bytes = ciphertextBytes({ escrowed });
    for (const [i, party] of parties.entries()) {
      const ciphertext = sealed.subarray(i * bytes, (i + 1) * bytes);
      const plain = openOnce(keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES), ciphertext);
      const names = joinBytes([bigEndian(party), bigEndian(own)]);
      if (plain === undefined || !names.every((byte, at) => byte === plain[at])) return undefined;
      const [key, seed, ...others] = Array.from({ length: 2 + escrowed }, (_, s) =>
        plain.slice(8 + s * SHARE_BYTES, 8 + (s + 1) * SHARE_BYTES),
      );
      pairs.push({ key, seed, escrowed: others });
    }
    return pairs;
  },
});

/** Operations of decrypting the shares that `parties` sent, with this many escrowed secrets each. */
export function openOperations(parties: number, escrowed = 0): number {
  return parties * (ciphertextBytes({ escrowed }) / 4) * OPERATIONS.keystreamWord;
}

/** The keys of the party at place i of a roster. */
export function keyOf(keys: Uint8Array, i: number): { sealing: Uint8Array; masking: Uint8Array } {
  const at = 2 * KEY_BYTES * i;
  return {
    sealing: keys.subarray(at, at + KEY_BYTES),
    masking: keys.subarray(at + KEY_BYTES, at + 2 * KEY_BYTES),
  };
}

/** A share and who held it. */
export interface HeldShare {
  readonly holder: number;
  readonly share: Uint8Array;
}

/** The 32-byte secret that these t shares reconstruct; undefined if they are shares of none. */
export function reconstruct(shares: readonly HeldShare[]): Uint8Array | undefined {
  const values = shares.map(({ share }) => toNumber(share));
  if (values.some((value) => value >= SHARE_FIELD.modulus)) return undefined;
  const secret = secretAtIntegers(
    SHARE_FIELD,
    shares.map(({ holder }) => pointOf(holder)),
    values,
  );
  return secret < 1n << 256n ? toBytes(secret, KEY_BYTES) : undefined;
}

/** Operations of reconstructing one secret of 32 bytes from `threshold` shares by Lagrange interpolation. */
export function reconstructOperations(threshold: number): number {
  return (threshold * threshold + 4 * threshold) * 64;
}

/** The point at which a party's shares are evaluated. */
function pointOf(party: number): number {
  return party + 1;
}

/** A secret as an element of the field that it is shared in. */
export function toNumber(bytes: Uint8Array): bigint {
  assert(bytes.length > 0, 'a secret has no bytes');
  return BigInt(`0x${toHex(bytes)}`);
}

/** A share as it is sent. */
export function shareBytes(share: bigint): Uint8Array {
  return toBytes(share, SHARE_BYTES);
}

function toBytes(value: bigint, length: number): Uint8Array {
  return fromHex(value.toString(16).padStart(2 * length, '0'));
}
