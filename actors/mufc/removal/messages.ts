/**
 * How removal requests reach clients. The server relays them, as somebody must determine the order; a message names
 * its request and the clustering that it depends on, as messages may overtake each other.
 */

import { flag, integer, message, numbers, reals } from '../../../src/core/kit/index.ts';

/** To every client, for an adversary: how much do your points contribute to the loss? */
export const Probe = message('probe', { request: integer, clustering: integer, count: integer });

/** To the server: the largest contributions of the sender's points, as many as were asked for, added up. */
export const Offer = message('offer', { request: integer, contribution: reals });

/**
 * To a client: unlearn these points, by number from 0, or this many that you draw, or that contribute most. The
 * attempt distinguishes a request that is repeated, long after, from a duplicate.
 */
export const Remove = message('remove', {
  request: integer,
  attempt: integer,
  clustering: integer,
  points: numbers,
  count: integer,
  adversarial: flag,
});

/** To a client: unlearn all that you have. */
export const Leave = message('leave', { request: integer, attempt: integer });

/**
 * To the server: how many points are gone, whether the sender's contribution to the clustering changes, and whether a
 * centre of its own was among them. If the change is sent in the clear: the places of the cells that change, one
 * after the other, and by how much each does.
 */
export const Removed = message('removed', {
  request: integer,
  points: integer,
  changed: flag,
  hit: flag,
  places: numbers,
  differences: reals,
});
