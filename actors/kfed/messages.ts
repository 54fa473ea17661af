/** The messages of k-FED: each client's centres, and their clusters. */

/** The centres of a client's clusters, row after row. */

import { labels, message, reals } from '../../src/core/kit/index.ts';

export const Centres = message('local-centres', { values: reals });

/** The clusters of the receiver's centres, in the order in which it sent them. */
export const Clusters = message('clusters', { labels });
