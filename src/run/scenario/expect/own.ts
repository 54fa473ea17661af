/** Expectations of what a protocol offers itself: its figures and its properties. */

import { z } from 'zod';
import { assert } from '../../../core/base/errors.ts';
import { section } from '../../../core/base/section.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import { expectation, unmet } from './expectation.ts';

export const figures = expectation({
  schema: z
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
  problems(wanted, { protocol }) {
    const expected = offered(protocol, 'figure', figuresOf(protocol));
    return Object.keys(wanted)
      .filter((name) => !figuresOf(protocol).includes(name))
      .map((name) => ({ path: `expect.figures.${name}`, expected, got: name }));
  },
  askable(written, protocol) {
    const known = figuresOf(protocol);
    const parts = Object.entries(written as object);
    const unasked = parts.filter(([name]) => !known.includes(name)).map(([name]) => `figures.${name}`);
    const kept = parts.filter(([name]) => known.includes(name));
    return kept.length === 0 ? { unasked } : { part: Object.fromEntries(kept), unasked };
  },
  violations: (wanted, came) =>
    Object.entries(wanted).flatMap(([name, { least, most }]) => {
      const property = `figures.${name}`;
      const value = came.figures.find((one) => one.name === name)?.value;
      if (typeof value !== 'number') return unmet(property, 'a number', value ?? 'none');
      if (least !== undefined && value < least) return unmet(property, `at least ${least}`, value);
      return most !== undefined && value > most ? unmet(property, `at most ${most}`, value) : [];
    }),
});

export const properties = expectation({
  schema: z
    .array(z.string())
    .optional()
    .meta({ description: 'properties that the protocol itself offers, by name' }),
  problems(wanted, { protocol }) {
    const known = Object.keys(protocol.properties ?? {});
    return wanted.flatMap((name, i) =>
      known.includes(name)
        ? []
        : [{ path: `expect.properties.${i}`, expected: offered(protocol, 'property', known), got: name }],
    );
  },
  askable(written, { properties: known = {} }) {
    const names = written as readonly string[];
    const kept = names.filter((name) => Object.hasOwn(known, name));
    const unasked = names.filter((name) => !Object.hasOwn(known, name));
    return kept.length === 0 ? { unasked } : { part: kept, unasked };
  },
  violations: (wanted, { protocol, agreed, outcome, sent }) =>
    wanted.flatMap((property) => {
      const message: unknown = protocol.properties?.[property].violated(agreed, outcome, sent);
      if (message === undefined) return [];
      assert(typeof message === 'string', `property ${property} does not say in words what was found`);
      return [{ property, message }];
    }),
});

function figuresOf({ figures: own = [] }: AnyProtocol): readonly string[] {
  return own.map(({ name }: { name: string }) => name);
}

function offered({ name }: AnyProtocol, what: string, known: readonly string[]): string {
  return `${known.length === 0 ? `no ${what}` : `one of ${known.join(', ')}`} of ${name}`;
}
