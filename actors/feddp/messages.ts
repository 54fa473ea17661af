/** What the parties of FedDP-KMeans say to each other beside their sums. */

import { integer, message, reals } from '../../src/kit/index.ts';

/** To a client: the span in which points are compared, K directions of d, and where the server's own points are in it. */
export const Projection = message('projection', { directions: reals, points: reals });

/** To a client: K centres in the span. */
export const ProjectedCentres = message('projected-centres', { values: reals });

/** To a client: K centres of d, before round t. */
export const Centres = message('centres', { round: integer, values: reals });

/** To a client: what came of it, K centres of d. */
export const Result = message('result', { values: reals });
