/** The message by which one protocol's result becomes the start of another. */

import { labels, message } from '../../src/core/kit/index.ts';

/** To the server: the clusters of the sender's points, in the order of its points. */
export const StartLabels = message('start-labels', { labels });
