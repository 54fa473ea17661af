/** The messages of a proven sum; what the draft defines is in its encoding. */

// Every message names its aggregation, so that a late one is not taken for one of the next.

import { binary, integer, message, numbers } from '../../../src/core/kit/index.ts';

const aggregation = integer;

/** To an aggregator: what all get of the sender's report, and its own share of the sender's vector and proof. */
export const Report = message('report', { aggregation, nonce: binary, publicShare: binary, share: binary });

/** To a client: the helper has its report. */
export const Receipt = message('receipt', { aggregation }, { lasting: true });

/** To a client, where verification takes long: the server has its report too. */
export const LeaderReceipt = message('leader-receipt', { aggregation }, { lasting: true });

/** To a client, where verification takes long: the helper has done its part of it, and the server is about to open the sum. */
export const Verified = message('verified', { aggregation }, { lasting: true });

/** Between aggregators: the sender's part of the verification key. */
export const KeyPart = message('key-part', { aggregation, part: binary });

/** To the helper: whose reports came, ascending, and the server's verifier shares of them. */
export const Verifiers = message('verifiers', { aggregation, parties: numbers, shares: binary });

/**
 * To the server: which of these reports are valid, ascending, with the draft's verifier messages; and those that the helper
 * has no report of.
 */
export const Verdicts = message('verdicts', {
  aggregation,
  valid: numbers,
  messages: binary,
  absent: numbers,
});

/** To the helper: the reports to add up, ascending. */
export const Accepted = message('accepted', { aggregation, parties: numbers });

/** To the server: the helper's share of the sum, with its noise. */
export const AggregateShare = message('aggregate-share', { aggregation, share: binary });
