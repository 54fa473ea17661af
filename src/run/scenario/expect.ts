/** The `expect` section: what must hold of a run. */

import { z } from 'zod';
import { namesText, type Parties } from '../../core/protocol/parties.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import { duration, volume } from '../../core/base/units.ts';
import { section } from '../../core/base/section.ts';
import { collusionProblems } from './collusion.ts';
import { exposureSection } from './exposure.ts';

export const expectSection = section({
  finishes: z.boolean().optional().meta({
    description:
      'whether there is a clustering in the end; false: the protocol stops in an orderly way without one',
  }),
  matches: z
    .literal('lloyd')
    .optional()
    .meta({ description: 'the labels of every iteration are those of centralised Lloyd' }),
  blamesByzantine: z.literal(true).optional().meta({
    description: 'the blamed clients are the Byzantine ones, whose values a fault made wrong',
  }),
  missing: z
    .array(z.string())
    .optional()
    .meta({ description: 'the clients whose points are in no cluster, no more and no fewer' }),
  requests: z.literal('served').optional().meta({
    description: 'every request to remove points from the clustering is served',
  }),
  rounds: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'at most this many rounds, including the setup', example: 20 }),
  bytes: volume().optional().meta({ description: 'at most this much is sent, including framing' }),
  time: duration().optional().meta({
    description: 'at most this much virtual time until the server has the result, whatever comes later',
  }),
  figures: z
    .record(
      z.string(),
      section({
        least: z.number().optional().meta({ description: 'the figure is at least this', example: 0.1 }),
        most: z.number().optional().meta({ description: 'the figure is at most this', example: 1 }),
      }),
    )
    .optional()
    .meta({
      description: "bounds on the protocol's own figures, by name",
      example: { epsilon: { most: 1 } },
    }),
  exposed: exposureSection.optional(),
  properties: z
    .array(z.string())
    .optional()
    .meta({ description: 'properties that the protocol itself offers, by name' }),
});

export type Expectations = z.output<typeof expectSection>;

/**
 * The part of a scenario's expectations, as written, that applies to another protocol in a comparison, and
 * the names of the rest.
 */
export function askable(
  expected: Readonly<Record<string, unknown>>,
  { reference, figures = [], properties = {} }: AnyProtocol,
): { readonly expect: Readonly<Record<string, unknown>>; readonly unasked: readonly string[] } {
  const unasked: string[] = [];
  const has = (isThere: boolean, name: string): boolean => {
    if (!isThere) unasked.push(name);
    return isThere;
  };
  const parts = Object.entries(expected).flatMap(([name, value]) => {
    if (name === 'matches') return has(reference !== undefined, name) ? [[name, value]] : [];
    if (name === 'figures') {
      const measured = new Set<string>(figures.map((figure: { name: string }) => figure.name));
      const kept = Object.entries(value as object).filter(([key]) =>
        has(measured.has(key), `figures.${key}`),
      );
      return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)]];
    }
    if (name === 'properties') {
      const kept = (value as string[]).filter((key) => has(Object.hasOwn(properties, key), key));
      return kept.length === 0 ? [] : [[name, kept]];
    }
    return [[name, value]];
  });
  return { expect: Object.fromEntries(parts) as Readonly<Record<string, unknown>>, unasked };
}

/** Expectations that are impossible for these clients or this protocol. */
export function expectationProblems(
  { matches, missing = [], figures = {}, properties = [], exposed = [] }: Expectations,
  protocol: AnyProtocol,
  parties: Parties,
  heldOut: boolean,
): Problem[] {
  const known = Object.keys(protocol.properties ?? {});
  const offered = known.length === 0 ? 'no property' : `one of ${known.join(', ')}`;
  const measured = (protocol.figures ?? []).map(({ name }: { name: string }) => name);
  const figuresText = measured.length === 0 ? 'no figure' : `one of ${measured.join(', ')}`;
  return [
    ...(matches !== undefined && protocol.reference === undefined
      ? [{ path: 'expect.matches', expected: `nothing that ${protocol.name} does not promise`, got: matches }]
      : []),
    ...missing.flatMap((name, i) =>
      parties.clients.includes(name)
        ? []
        : [
            {
              path: `expect.missing.${i}`,
              expected: namesText({ roles: parties.roles.filter(({ holds }) => holds) }),
              got: name,
            },
          ],
    ),
    ...Object.keys(figures).flatMap((name) =>
      measured.includes(name)
        ? []
        : [{ path: `expect.figures.${name}`, expected: `${figuresText} of ${protocol.name}`, got: name }],
    ),
    ...exposed.flatMap(({ coalitions, attacks }, i) =>
      collusionProblems([{ ...coalitions, attacks }], protocol, parties, heldOut).map((problem) => ({
        ...problem,
        path: `expect.exposed.${i}.${problem.path.includes('.attacks') ? 'attacks' : 'coalitions'}`,
      })),
    ),
    ...properties.flatMap((name, i) =>
      known.includes(name)
        ? []
        : [{ path: `expect.properties.${i}`, expected: `${offered} of ${protocol.name}`, got: name }],
    ),
  ];
}
