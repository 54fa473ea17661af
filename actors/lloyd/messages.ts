/** What the parties of centralised Lloyd say to each other: everything, once, and the answer. */

import { labels, message, reals } from '../../src/wire/message.ts';

/** A client's points, row after row. */
export const Points = message('points', { values: reals });

/** The clusters of the receiver's points, in the order in which it sent them. */
export const Result = message('result', { labels });
