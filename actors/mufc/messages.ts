/** What the parties of a one-shot clustering say to each other, beside sums in secret and removal requests. */

/** To the server, where there is no secrecy: the centres of the sender's clusters, row after row, and their sizes. */

import { flag, integer, message, numbers, reals } from '../../src/kit/index.ts';

export const Summary = message('summary', { number: integer, centres: reals, sizes: reals });

/**
 * To a client: contribute to the clustering of this number again, afresh or with what it has. Where only what changed is
 * summed: with these clients, by number, relative to what it gave to the clustering `since` (-1: nothing), and for so many cells
 * of all together.
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

/** What every one-shot clustering says; in the clear, summaries besides. */
export const messages = [Learn, Centres, Finished] as const;
