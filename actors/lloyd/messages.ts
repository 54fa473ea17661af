/** What the parties of centralised Lloyd say to each other: everything, once, and the answer. */

/** A client's points, row after row. */

import { labels, message, reals } from '../../src/kit/index.ts';

export const Points = message('points', { values: reals });

/** The clusters of the receiver's points, in the order in which it sent them. */
export const Result = message('result', { labels });
