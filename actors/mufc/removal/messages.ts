/**
 * How removal requests reach clients. The server is who relays them, as somebody must say what comes next; a message names
 * the request that it is about, and the clustering that it rests on, as messages may overtake each other.
 */

import { flag, integer, message, numbers, reals } from '../../../src/kit/index.ts';

/** To every client, for an adversary: how much do your points contribute to the loss? */
export const Probe = message('probe', { request: integer, clustering: integer, count: integer });

/** To the server: the largest contributions of the sender's points, as many as were asked for, added up. */
export const Offer = message('offer', { request: integer, contribution: reals });

/**
 * To a client: unlearn these points, by number from 0, or so many that you draw, or that contribute most. The attempt tells a
 * request that is made again, long after, from a copy of it.
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
 * To the server: so many points are gone, whether what the sender gave to the clustering changes, and whether a centre of its
 * own went with them. Where the change is sent in the clear: the places of the cells that change, one after the other, and
 * by how much each does.
 */
export const Removed = message('removed', {
  request: integer,
  points: integer,
  changed: flag,
  hit: flag,
  places: numbers,
  differences: reals,
});
