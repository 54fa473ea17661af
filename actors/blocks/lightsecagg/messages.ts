/**
 * The message that only LightSecAgg has. The others are those of secure aggregation: `Keys` and `Roster` with one key
 * of each client and no signature, `Shares` and `Delivery` with a coded piece of the mask for each other client,
 * `Masked` without a tag, and `Survivors`.
 */

import { integer, message, packed } from '../../../src/core/kit/index.ts';

/** To the server: the sum of the sender's coded pieces of the survivors' masks. */
export const CodedSum = message('coded-sum', { aggregation: integer, values: packed });
