/** The `expect` section: what must hold of a run. */

import type { z } from 'zod';
import { section } from '../../core/base/section.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import { bytes, rounds, time } from './expect/cost.ts';
import type { Asked, Came, Expectation, Violation } from './expect/expectation.ts';
import { exposed } from './expect/exposed.ts';
import { blamesByzantine, finishes, matches, missing, requests } from './expect/outcome.ts';
import { figures, properties } from './expect/own.ts';
import { traffic } from './expect/traffic.ts';

/** Everything that can be expected of a run, by its key in a scenario, in the order in which it is checked. */
const EXPECTATIONS = {
  finishes,
  matches,
  blamesByzantine,
  missing,
  requests,
  rounds,
  bytes,
  traffic,
  time,
  figures,
  exposed,
  properties,
} as const;

type Schemas = { [K in keyof typeof EXPECTATIONS]: (typeof EXPECTATIONS)[K]['schema'] };

const LIST: readonly (readonly [string, Expectation])[] = Object.entries(EXPECTATIONS);

export const expectSection = section(
  Object.fromEntries(LIST.map(([name, { schema }]) => [name, schema])) as unknown as Schemas,
);

export type Expectations = z.output<typeof expectSection>;

/** Those of the list that a scenario has, with what it wants. */
function wantedOf(expected: object): readonly (readonly [wanted: NonNullable<unknown>, Expectation])[] {
  const wanted = new Map<string, unknown>(Object.entries(expected));
  return LIST.flatMap(([name, kind]) => {
    const value = wanted.get(name);
    return value === undefined || value === null ? [] : [[value, kind] as const];
  });
}

/**
 * The expectations that were not met.
 * @param cameOf what came of the run, which a scenario that expects nothing does not need
 */
export function violationsOf(expected: Expectations, cameOf: () => Came): readonly Violation[] {
  const asked = wantedOf(expected);
  if (asked.length === 0) return [];
  const came = cameOf();
  return asked.flatMap(([wanted, kind]) => kind.violations?.(wanted, came) ?? []);
}

/** Expectations that are impossible for these clients or this protocol. */
export function expectationProblems(expected: Expectations, asked: Asked): readonly Problem[] {
  return wantedOf(expected).flatMap(([wanted, kind]) => kind.problems?.(wanted, asked) ?? []);
}

/**
 * The part of a scenario's expectations, as written, that applies to another protocol in a comparison, and
 * the names of the rest.
 */
export function askable(
  expected: Readonly<Record<string, unknown>>,
  protocol: AnyProtocol,
): { readonly expect: Readonly<Record<string, unknown>>; readonly unasked: readonly string[] } {
  const known = new Map(LIST);
  const parts = Object.entries(expected).map(([name, written]) => {
    const { part, unasked } = known.get(name)?.askable?.(written, protocol) ?? { part: written, unasked: [] };
    return { name, part, unasked };
  });
  return {
    expect: Object.fromEntries(parts.flatMap(({ name, part }) => (part === undefined ? [] : [[name, part]]))),
    unasked: parts.flatMap(({ unasked }) => unasked),
  };
}
