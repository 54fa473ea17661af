/** What the parties of k-FED say to each other: centres once, and what became of them. */

import { labels, message, reals } from '../../src/wire/message.ts';

/** The centres of a client's clusters, row after row. */
export const Centres = message('centres', { values: reals });

/** The clusters of the receiver's centres, in the order in which it sent them. */
export const Clusters = message('clusters', { labels });
