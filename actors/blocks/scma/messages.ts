/** The messages of the server of a sparse sum that may assign blame (all others are those of secure aggregation). */

import { integer, message, numbers } from '../../../src/core/kit/index.ts';

/** To a group of clients: the previous sum did not decode, so they sum up their vectors again, among themselves. */
export const Regroup = message('regroup', { sum: integer, aggregation: integer, parties: numbers });

/** To every client: the sum is over, and these clients are named as Byzantine parties, or as a group that contains one. */
export const Settled = message('settled', { sum: integer, blamed: numbers });
