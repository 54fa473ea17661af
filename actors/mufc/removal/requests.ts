/** Removal requests as a scenario states them, and as a protocol processes them one by one. */

import { z } from '../../../src/core/kit/settings.ts';
import type { Population, Problem } from '../../../src/core/kit/index.ts';

const requests = z
  .int()
  .min(1)
  .max(100_000)
  .default(1)
  .meta({ description: 'how many requests of this kind, one after the other' });

/** The `remove` setting of protocols that can unlearn. */
export const removalParameters = {
  remove: z
    .array(
      z.union(
        [
          z.strictObject({
            points: z.enum(['random', 'adversarial']).meta({
              description:
                'which points: drawn at random, or those that add most to the loss; or a list of their numbers',
            }),
            count: z
              .int()
              .min(1)
              .default(1)
              .meta({ description: 'points that a request removes at once, all of one client' }),
            client: z.string().optional().meta({
              description: 'whose points; absent: drawn again for every request',
              example: 'client-3',
            }),
            requests,
          }),
          z.strictObject({ points: z.array(z.int().min(0)).min(1), client: z.string() }),
          z.strictObject({
            clients: z
              .array(z.string())
              .min(1)
              .meta({ description: 'clients that withdraw all their points', example: ['client-3'] }),
          }),
        ],
        {
          error:
            'expected points: random, adversarial or a list of numbers with their client, or clients: a list of names',
        },
      ),
    )
    .default([])
    .meta({
      description:
        'points to unlearn, in order. random: of a client drawn uniformly, unless one is named; adversarial: those that contribute most to the loss',
    }),
};

export type Removals = readonly (
  | {
      readonly points: 'random' | 'adversarial';
      readonly count: number;
      readonly client?: string | undefined;
      readonly requests: number;
    }
  | { readonly points: readonly number[]; readonly client: string }
  | { readonly clients: readonly string[] }
)[];

/** One request; clients are given by number. */
export type Removal =
  | { readonly kind: 'random' | 'adversarial'; readonly count: number; readonly client?: number | undefined }
  | { readonly kind: 'points'; readonly client: number; readonly points: readonly number[] }
  | { readonly kind: 'clients'; readonly clients: readonly number[] };

/** Removal requests with clients by number, one entry per request. */
export function removalsOf(removals: Removals, clients: readonly string[]): Removal[] {
  const numberOf = (name: string): number => clients.indexOf(name);
  return removals.flatMap((removal): Removal[] => {
    if ('clients' in removal) return [{ kind: 'clients', clients: removal.clients.map(numberOf) }];
    if (typeof removal.points !== 'string')
      return [{ kind: 'points', client: numberOf(removal.client), points: removal.points }];
    const { points: kind, count, client, requests: times } = removal;
    const one = { kind, count, client: client === undefined ? undefined : numberOf(client) };
    return Array.from({ length: times }, () => one);
  });
}

/** Refuses clients and points that do not exist. */
export function removalProblems(removals: Removals, { clients, sizes }: Population): Problem[] {
  return removals.flatMap((removal, i): Problem[] => {
    const named =
      'clients' in removal ? removal.clients : removal.client === undefined ? [] : [removal.client];
    const unknown = named.find((name) => !clients.includes(name));
    if (unknown !== undefined) {
      const expected = `client-1 to client-${clients.length}`;
      return [
        {
          path: `protocol.remove.${i}.${'clients' in removal ? 'clients' : 'client'}`,
          expected,
          got: unknown,
        },
      ];
    }
    if ('clients' in removal || typeof removal.points === 'string') return [];
    const size = sizes[clients.indexOf(removal.client)];
    const wrong = removal.points.find((point, at) => point >= size || removal.points.indexOf(point) !== at);
    if (wrong === undefined) return [];
    const expected = `different points of ${removal.client}, from 0 to ${size - 1}`;
    return [{ path: `protocol.remove.${i}.points`, expected, got: `${wrong}` }];
  });
}

/** What a client is asked for, as in messages. */
export interface Asked {
  readonly points: ArrayLike<number>;
  readonly count: number;
  readonly adversarial: boolean;
}

/**
 * Whether a request asks a client for no more than was agreed on: the server only relays requests, and must not
 * invent any.
 * @param client by number
 */
export function isAgreed(removal: Removal | undefined, client: number, asked: Asked | 'everything'): boolean {
  if (removal === undefined) return false;
  if (asked === 'everything') return removal.kind === 'clients' && removal.clients.includes(client);
  const { points, count, adversarial } = asked;
  if (removal.kind === 'clients' || (removal.client ?? client) !== client) return false;
  if (removal.kind === 'points')
    return !adversarial && sameNumbers(points, removal.points) && count === points.length;
  return points.length === 0 && count === removal.count && adversarial === (removal.kind === 'adversarial');
}

function sameNumbers(a: ArrayLike<number>, b: readonly number[]): boolean {
  return a.length === b.length && b.every((number, i) => number === a[i]);
}
