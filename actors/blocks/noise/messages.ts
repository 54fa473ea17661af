/** What the parties of a noisy sum say to each other beside what secure aggregation has them say. */

import { binary, integer, message, numbers, reals } from '../../../src/kit/index.ts';

const aggregation = integer;

/** To the server, where it adds all noise itself: the sender's vector as it is. */
export const Clear = message('clear', { aggregation, values: reals });

/** To a survivor: the first component of noise that is too much. */
export const Surplus = message('surplus', { aggregation, from: integer });

/** To the server: the seed from which that component follows, and all after it. */
export const Seed = message('seed', { aggregation, seed: binary });

/** To a survivor: whose seeds did not come, ascending, to be rebuilt from shares; nobody's, and the sum is done. */
export const Rebuild = message('rebuild', { aggregation, parties: numbers });

/** To the server: of these parties the sender's shares of the seed of the first component that is too much. */
export const SeedShares = message('seed-shares', { aggregation, parties: numbers, shares: binary });
