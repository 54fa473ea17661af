/** What the server of a sparse sum says to clients where it may blame one (everything else is secure aggregation's). */

import { integer, message, numbers } from '../../../src/kit/index.ts';

/** To a group of clients: the sum of all was of no cells, so they sum up their vectors again, by themselves. */
export const Regroup = message('regroup', { sum: integer, aggregation: integer, parties: numbers });

/** To every client: the sum is over, and these clients are named as Byzantine parties, or as a group that has one. */
export const Settled = message('settled', { sum: integer, blamed: numbers });
