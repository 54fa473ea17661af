/** The messages of centralised Lloyd: each client's points, and their clusters. */

/** A client's points, row after row. */

import { labels, message, reals } from '../../src/core/kit/index.ts';

export const Points = message('points', { values: reals });

/** The clusters of the receiver's points, in the order in which it sent them. */
export const Result = message('result', { labels });
