/** The messages of secure aggregation (Bonawitz et al. 2017, Figure 4). */

// Every message names its aggregation, so that a late one is not taken for one of the next.

import { binary, integer, message, numbers, packed } from '../../../src/core/kit/index.ts';

const aggregation = integer;

/**
 * Between clients, in the malicious setting: the key that the sender's signatures are verified with. It stands for
 * the paper's trusted registry.
 */
export const Identity = message('identity', { aggregation, key: binary });

/** To the server: the sender's public keys for ciphertexts and for masks, and their signature in the malicious setting. */
export const Keys = message('keys', { aggregation, keys: binary, signature: binary });

/** To a client: itself and its neighbours who sent keys, ascending, with what they sent. */
export const Roster = message('roster', { aggregation, parties: numbers, keys: binary, signatures: binary });

/** To the server: a ciphertext for each neighbour on the roster. */
export const Shares = message('secret-shares', { aggregation, sealed: binary });

/** To a client: the neighbours who shared, ascending, and their ciphertexts for it. */
export const Delivery = message('delivery', { aggregation, parties: numbers, sealed: binary });

/**
 * To the server: the sender's vector under all its masks, and the tag that binds it to the self mask and to the
 * neighbours behind the other masks.
 */
export const Masked = message('masked', { aggregation, values: packed, tag: binary });

/** To a client: itself and its neighbours whose masked vectors came, ascending. */
export const Survivors = message('survivors', { aggregation, parties: numbers });

/** To the server, in the malicious setting: the sender's signature of the survivors that it received. */
export const Consent = message('consent', { aggregation, signature: binary });

/** To a client, in the malicious setting: who signed, ascending, and their signatures. */
export const Consents = message('consents', { aggregation, parties: numbers, signatures: binary });

/** To the server: the sender's shares of the mask keys of neighbours that dropped out, and of the self masks of survivors. */
export const Unmasking = message('unmasking', { aggregation, keyShares: binary, seedShares: binary });
