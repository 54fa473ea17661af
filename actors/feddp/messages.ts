/** The messages of FedDP-KMeans, except those of noisy sums. */

import { integer, message, reals } from '../../src/core/kit/index.ts';

/** To a client: the subspace in which points are compared, K directions of d coordinates, and the server's own points in it. */
export const Projection = message('projection', { directions: reals, points: reals });

/** To a client: K centres in that subspace. */
export const ProjectedCentres = message('projected-centres', { values: reals });

/** To a client: K centres of d coordinates, before round t. */
export const Centres = message('centres', { round: integer, values: reals });

/** To a client: the result, K centres of d coordinates. */
export const Result = message('result', { values: reals });
