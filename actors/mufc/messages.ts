/** The messages of a one-shot clustering, except those of secure sums and removal requests. */

/** To the server, without secrecy: the centres of the sender's clusters, row after row, and their sizes. */

import { flag, integer, message, numbers, reals } from '../../src/core/kit/index.ts';

export const Summary = message('summary', { number: integer, centres: reals, sizes: reals });

/**
 * To a client: contribute to the clustering of this number again, afresh or with what it has. If only changes are
 * summed: with these clients, by number, relative to its contribution to the clustering `since` (-1: none), and for
 * this many cells of all of them together.
 */
export const Learn = message('learn', {
  number: integer,
  afresh: flag,
  since: integer,
  parties: numbers,
  cells: integer,
});

/** To every client: the centres of the clustering of this number, row after row. */
export const Centres = message('centres', { number: integer, values: reals });

/** To every client: the clustering of this number is the last. */
export const Finished = message('finished', { clustering: integer });

/** To the helper, where cells are proven: to take part in the sum of this number, of clients that have so many points. */
export const Assist = message('assist', { number: integer, sizes: numbers });

/** The messages of every one-shot clustering; in the clear there are summaries as well. */
export const messages = [Learn, Centres, Finished] as const;
