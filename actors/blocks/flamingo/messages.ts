/**
 * The messages of Flamingo (Ma et al. 2023, Figures 3 and 4). `Keys` and `Roster` are those of secure aggregation with two
 * keys of each client, for secrets and for signatures; so are `Consent` and `Consents`, for decryptors that sign the labels.
 */

// Every message names its sum, or the first of those that a set-up is for.

import { binary, integer, message, numbers, packed } from '../../../src/core/kit/index.ts';

const aggregation = integer;

/** Of a decryptor, to the server: commitments to the coefficients of its polynomial, and a share for each other decryptor. */
export const Dealing = message('dealing', { aggregation, commitments: binary, sealed: binary });

/** To a decryptor: who dealt, ascending, their commitments, and their shares for it. */
export const Dealings = message('dealings', {
  aggregation,
  parties: numbers,
  commitments: binary,
  sealed: binary,
});

/** Of a decryptor, to the server: whose shares for it fit the commitments, ascending. */
export const Held = message('held', { aggregation, parties: numbers });

/** To a decryptor: whose polynomials add up to that of the key, and who holds shares of it, both ascending. */
export const Qualified = message('qualified', { aggregation, dealers: numbers, holders: numbers });

/** Of a decryptor, to the server: its signature of the key and of who dealt it. */
export const KeySignature = message('key-signature', { aggregation, signature: binary });

/** To every client: the public key, who dealt it, and the decryptors that signed it, ascending, with their signatures. */
export const SystemKey = message('system-key', {
  aggregation,
  key: binary,
  dealers: numbers,
  parties: numbers,
  signatures: binary,
});

/**
 * To the server, all that a client sends in a sum: its vector under its masks, a tag that binds it to the individual mask, a
 * share of that mask for each decryptor, and for each neighbour the seed of their mask, encrypted and signed.
 */
export const Report = message('masked-report', {
  aggregation,
  values: packed,
  tag: binary,
  sealed: binary,
  pairs: binary,
});

/**
 * To a decryptor: who reported, ascending, their shares for it, and what it is to decrypt: a ciphertext of each pair of which
 * one reported and the other did not, with its signature.
 */
export const Labels = message('labels', { aggregation, parties: numbers, sealed: binary, pairs: binary });

/** To a client: its report is in the sum. It has no answer. */
export const Taken = message('taken', { aggregation }, { lasting: true });

/** Of a decryptor, to the server: shares of individual masks, and its part of each decryption. */
export const Opening = message('opening', { aggregation, shares: binary, parts: binary });
