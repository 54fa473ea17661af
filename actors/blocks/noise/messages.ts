/** The messages of a noisy sum, in addition to those of secure aggregation. */

import { binary, integer, message, numbers, reals } from '../../../src/core/kit/index.ts';

const aggregation = integer;

/** To the server, where it adds all noise itself: the sender's vector in the clear. */
export const Clear = message('clear', { aggregation, values: reals });

/** To a survivor: the first surplus component of noise. */
export const Surplus = message('surplus', { aggregation, from: integer });

/** To the server: the seed from which that component and all after it follow. */
export const Seed = message('seed', { aggregation, seed: binary });

/**
 * To a survivor: the parties whose seeds did not arrive, ascending, to be reconstructed from shares; if there are
 * none, the sum is done.
 */
export const Rebuild = message('rebuild', { aggregation, parties: numbers });

/** To the server: the sender's shares of these parties' seeds of the first surplus component. */
export const SeedShares = message('seed-shares', { aggregation, parties: numbers, shares: binary });
