/**
 * Whether anybody can tell from the centres whether a point was there (Chen et al. 2021). By distances alone, which
 * is weak: no adversary can exceed the total variation that {@link unlearning} measures, so for removed points that
 * audit is the stronger one. An adversary that sees the centres before and after a request learns more; that does not
 * contradict exactness, and is only reported.
 */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import { squaredDistance } from '../../../src/core/kit/cluster.ts';
import {
  type AnyAudit,
  audit,
  fromRows,
  type Matrix,
  row,
  type Setup,
  type Stream,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Centres } from '../messages.ts';
import { requesting, without } from './worlds.ts';

/** A point: its row, its coordinates and its client. */
interface Target {
  readonly row: number;
  readonly client: number;
  readonly point: number;
  readonly place: Matrix;
}

/** Draws a point of a client that has others. */
function targetOf({ shards, points }: Setup<never>, random: Stream): Target {
  const clients = [...shards.keys()].filter((client) => shards[client].length > 1);
  const client = clients[random.integer(clients.length)];
  const point = random.integer(shards[client].length);
  const own = shards[client][point];
  return { row: own, client, point, place: fromRows([row(points, own)]) };
}

/** The squared distance to the nearest centre. */
function nearest(centres: Matrix, place: Matrix): number {
  return Math.min(...Array.from({ length: centres.rows }, (_, h) => squaredDistance(centres, h, place, 0)));
}

/** Whether an adversary who knows a point can tell from the centres whether it was there. */
export function membership(name: string, summary: string, removed: boolean): AnyAudit {
  return audit<Agreed, Target>({
    kind: 'game',
    name,
    summary,
    runs: 300,
    claim: () => (removed ? { epsilon: 0, delta: 0, of: 'a point that was removed' } : undefined),
    target: targetOf,
    world(setup, { row: own, client, point }, isIn) {
      const world = without(setup, isIn ? new Set() : new Set([own]));
      if (!isIn || !removed) return world;
      const remove = [{ points: [point], client: setup.population.clients[client] }];
      return { ...world, parameters: requesting(setup.parameters, remove) };
    },
    score: ({ outcome }, { place }) =>
      outcome?.kind !== 'clustered' || outcome.centres === undefined
        ? Number.NEGATIVE_INFINITY
        : -nearest(outcome.centres, place),
  });
}

/** Two points of a client, one of which is removed. */
interface Pair {
  readonly one: Target;
  readonly other: number;
}

/**
 * The setting of Chen et al.: an adversary that has the centres before and after a request, and knows two points,
 * says which of them was removed: the one that the centres moved away from more.
 */
export const difference = audit<Agreed, Pair>({
  kind: 'game',
  name: 'membership-difference',
  summary:
    'which of two points a request removed, from the centres before and after it, which every client has',
  runs: 300,
  inapplicable: ({ sizes }) => (sizes.some((size) => size > 1) ? undefined : 'no client has two points'),
  watches: () => ['server'],
  target(setup, random) {
    const one = targetOf(setup, random);
    const others = setup.shards[one.client].length - 1;
    const other = random.integer(others);
    return { one, other: other < one.point ? other : other + 1 };
  },
  world({ parameters, population }, { one, other }, isIn) {
    const point = isIn ? one.point : other;
    const remove = [{ points: [point], client: population.clients[one.client] }];
    return { parameters: requesting(parameters, remove) };
  },
  score({ view }, { one: { place } }) {
    const { dimension } = view.agreed;
    const [server] = view.members;
    const told = messagesOf(server.sent, Centres).map(({ body: { values } }): Matrix => {
      return { rows: values.length / dimension, columns: dimension, values };
    });
    const [before, after] = [told[0], told.at(-1)];
    return before === undefined || after === undefined ? 0 : nearest(after, place) - nearest(before, place);
  },
});
