/** The messages of FastLloyd. */

import { binary, integer, message, numbers, packed, reals } from '../../src/core/kit/index.ts';

/** To the first client, once: the sender's public key. */
export const Introduction = message('introduction', { key: binary });

/** From the first client, once: its public key, and the clients' common key, encrypted for the receiver. */
export const CommonKey = message('common-key', { key: binary, sealed: binary });

/** To the server: the sender's sums and counts under its mask of this iteration. */
export const MaskedSums = message('masked-sums', { iteration: integer, values: packed });

/**
 * To a client: the clients whose sums arrived, ascending, and their total with noise, under all of their masks. No
 * clients: the iterations are over.
 */
export const MaskedTotal = message('masked-total', { iteration: integer, parties: numbers, values: packed });

/** To a client, if clients add the noise: the noisy sum in the clear. Empty: the iterations are over. */
export const NoisyTotal = message('noisy-total', { iteration: integer, values: reals });
