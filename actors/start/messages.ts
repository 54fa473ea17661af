/** What is said when one protocol has found the start of another. */

import { labels, message } from '../../src/kit/index.ts';

/** To the server: the clusters of the sender's points, in the order of its points. */
export const StartLabels = message('start-labels', { labels });
