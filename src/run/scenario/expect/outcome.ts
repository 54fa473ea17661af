/** Expectations of what a run comes to: whether there is a clustering, which one, and who takes part. */

import { z } from 'zod';
import { namesText } from '../../../core/protocol/parties.ts';
import { expectation, unmet } from './expectation.ts';

export const finishes = expectation({
  schema: z.boolean().optional().meta({
    description:
      'whether there is a clustering in the end; false: the protocol stops in an orderly way without one',
  }),
  violations(wanted, { aborted, iterations }) {
    if (wanted && aborted !== undefined) return unmet('finishes', 'a clustering', aborted);
    if (!wanted && aborted === undefined)
      return unmet('finishes', 'no clustering', `one after ${iterations} iterations`);
    return [];
  },
});

export const matches = expectation({
  schema: z.literal('lloyd').optional().meta({
    description:
      'the labels are those of centralised Lloyd in every iteration, or at the end where only clients learn them',
  }),
  problems: (wanted, { protocol: { name, reference } }) =>
    reference === undefined
      ? [{ path: 'expect.matches', expected: `nothing that ${name} does not promise`, got: wanted }]
      : [],
  askable: (written, { reference }) =>
    reference === undefined ? { unasked: ['matches'] } : { part: written, unasked: [] },
  violations(_, { equalsLloyd }) {
    if (equalsLloyd === true) return [];
    const got = equalsLloyd === false ? 'others' : 'none to compare';
    return unmet('matches', "Lloyd's labels in every iteration", got);
  },
});

export const blamesByzantine = expectation({
  schema: z.literal(true).optional().meta({
    description: 'the blamed clients are the Byzantine ones, whose values a fault made wrong',
  }),
  violations: (_, { byzantine, blamed }) =>
    sameNames(byzantine, blamed) ? [] : unmet('blamesByzantine', listed(byzantine), listed(blamed)),
});

export const missing = expectation({
  schema: z
    .array(z.string())
    .optional()
    .meta({ description: 'the clients whose points are in no cluster, no more and no fewer' }),
  problems: (wanted, { parties: { clients, roles } }) =>
    wanted.flatMap((name, i) => {
      if (clients.includes(name)) return [];
      const expected = namesText({ roles: roles.filter(({ holds }) => holds) });
      return [{ path: `expect.missing.${i}`, expected, got: name }];
    }),
  violations: (wanted, came) =>
    sameNames(wanted, came.missing) ? [] : unmet('missing', listed(wanted), listed(came.missing)),
});

export const requests = expectation({
  schema: z.literal('served').optional().meta({
    description: 'every request to remove points from the clustering is served',
  }),
  violations(_, { outcome }) {
    const all = outcome?.kind === 'clustered' ? outcome.requests : undefined;
    if (all === undefined) return unmet('requests', 'all served', 'no account of any');
    const open = all.filter(({ state }) => state !== 'served').map(({ request }) => `${request}`);
    return open.length === 0 ? [] : unmet('requests', 'all served', `these open: ${listed(open)}`);
  },
});

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nobody' : names.join(', ');
}
