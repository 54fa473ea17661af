/** A client's secrets and their shares (Bonawitz et al. 2017, rounds 0 and 1). */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { keyShares, ModularVectors } from '../../../src/core/kit/field.ts';
import { defineTask, type Random } from '../../../src/core/kit/index.ts';
import { Agreed, KEY_BYTES, publicKey } from './curve25519.ts';
import { openOnce, OPERATIONS, putBigEndian, sealedBytes, sealingKeys, sealOnce } from './primitives.ts';
import { pieces, pointOf, recordBytes, SHARE_BYTES, SHARE_FIELD, shareBytes } from './shares.ts';

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

/** The sender and the receiver of a record, before it in a plaintext. */
const NAMES_BYTES = 8;

/** The length of a ciphertext: its sender, its receiver and a record. */
export function ciphertextBytes({ escrowed }: { readonly escrowed?: number | undefined }): number {
  return sealedBytes(NAMES_BYTES + recordBytes(escrowed));
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
  /** The record that the sharer keeps for itself. */
  readonly kept: Uint8Array;
}

/**
 * Shares the mask key, the self mask and what is escrowed among the neighbours and the sharer; undefined if a
 * neighbour's key is unusable.
 */
export const shareSecrets = defineTask('secagg/share', {
  operations: ({ secrets, parties, threshold }: SharingInput) =>
    shareOperations(parties.length, threshold, secrets.escrowed?.length),
  run({ secrets, own, parties, keys, threshold }): Sharing | undefined {
    const all = [secrets.masking, secrets.self, ...(secrets.escrowed ?? [])];
    const records = recordsOf(all, secrets.sharing, parties, threshold);
    const bytes = all.length * SHARE_BYTES;
    const record = (i: number): Uint8Array => records.subarray(i * bytes, (i + 1) * bytes);

    const ciphertext = sealedBytes(NAMES_BYTES + bytes);
    const plain = new Uint8Array(NAMES_BYTES + bytes);
    const sealed = new Uint8Array((parties.length - 1) * ciphertext);
    const opening = new Uint8Array((parties.length - 1) * KEY_BYTES);
    let place = 0;
    for (const [i, party] of parties.entries()) {
      if (party === own) continue;
      const pair = keysOfPair(secrets.sealing, keyOf(keys, i).sealing, own, party);
      if (pair === undefined) return undefined;
      putNames(plain, own, party);
      plain.set(record(i), NAMES_BYTES);
      sealed.set(sealOnce(pair.sealing, plain), place * ciphertext);
      opening.set(pair.opening, place * KEY_BYTES);
      place++;
    }
    return { sealed, opening, kept: record(parties.indexOf(own)).slice() };
  },
});

/** For each party a record with its shares of these secrets. */
function recordsOf(
  secrets: readonly Uint8Array[],
  sharing: Uint8Array,
  parties: readonly number[],
  threshold: number,
): Uint8Array {
  const random = new ModularVectors(SHARE_FIELD.modulus);
  const each = threshold - 1;
  const drawn = random.toBigints(random.uniform(sharing, secrets.length * each)).map(shareBytes);
  const points = parties.map(pointOf);
  const records = new Uint8Array(parties.length * secrets.length * SHARE_BYTES);
  for (const [s, secret] of secrets.entries()) {
    const shares = keyShares([secret, ...drawn.slice(s * each, (s + 1) * each)], points);
    for (const i of parties.keys()) {
      const share = shares.subarray(i * SHARE_BYTES, (i + 1) * SHARE_BYTES);
      records.set(share, (i * secrets.length + s) * SHARE_BYTES);
    }
  }
  return records;
}

/** For each pair, the keys of the ciphertexts to the party with the higher number and from it, one after the other. */
const ciphertextKeys = new Agreed('secagg/share');

/** The keys of a party's ciphertext for another and of the other's in return; undefined if the other's key is unusable. */
function keysOfPair(secret: Uint8Array, key: Uint8Array, own: number, other: number) {
  const [low, high] = own < other ? [own, other] : [other, own];
  const keys = ciphertextKeys.of(secret, key, [low, high], (shared) =>
    joinBytes(sealingKeys(shared, low, high)),
  );
  if (keys === undefined) return undefined;
  const [up, down] = [keys.subarray(0, KEY_BYTES), keys.subarray(KEY_BYTES)];
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

/** The records that others made for this client, in their order; undefined if one of them is invalid. */
export const openShares = defineTask('secagg/open', {
  operations: ({ parties, escrowed }: OpeningInput) => openOperations(parties.length, escrowed),
  run({ own, parties, sealed, keys, escrowed }): Uint8Array | undefined {
    const [bytes, ciphertext] = [recordBytes(escrowed), ciphertextBytes({ escrowed })];
    const records = new Uint8Array(parties.length * bytes);
    const names = new Uint8Array(NAMES_BYTES);
    for (const [i, party] of parties.entries()) {
      const plain = openOnce(
        keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES),
        sealed.subarray(i * ciphertext, (i + 1) * ciphertext),
      );
      putNames(names, party, own);
      if (plain === undefined || names.some((byte, at) => byte !== plain[at])) return undefined;
      records.set(plain.subarray(NAMES_BYTES), i * bytes);
    }
    return records;
  },
});

/** Puts the sender and the receiver of a record at the beginning of a vector. */
function putNames(vector: Uint8Array, from: number, to: number): void {
  putBigEndian(vector, 0, from);
  putBigEndian(vector, NAMES_BYTES / 2, to);
}

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

/** The keys for masks of the parties at these places of a roster, one after the other. */
export function maskingKeys(keys: Uint8Array, places: readonly number[]): Uint8Array {
  return pieces(keys, 2 * KEY_BYTES, places, KEY_BYTES, KEY_BYTES);
}
