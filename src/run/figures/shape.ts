/** What a description of a figure may say: one shape for plugins, traces and files. */

import { z } from 'zod';
import { defined } from '../../core/base/defined.ts';
import type { FigureDescription, Range } from '../../core/protocol/figure.ts';

/** The columns of a run that are no figures: what it is of, what made it, how it ended, and what must be said of it. */
export const OTHER_COLUMNS: readonly string[] = [
  ...'run name seed protocol clients scenario scenarioDigest'.split(' '),
  ...'files file set cahoots commit code plugins node machine'.split(' '),
  ...'ending hash waits waitedMostFor title outcome reason falsified'.split(' '),
  ...'aborted stopped violated firstSign notLloyd blamed caveat missing warnings'.split(' '),
  ...'unconverged leftOut forgotten lost idleFaults chosenTimeout start network actedFaults clientNames'.split(
    ' ',
  ),
  ...'digest changed noDigest'.split(' '),
];

const choice = <T extends string>(names: readonly [T, ...T[]]) =>
  z.enum(names, { error: ({ input }) => `expected one of ${names.join(', ')}, got ${String(input)}` });

/** What has the same values wherever figures are described. */
export const figureTraits = {
  unit: choice(['number', 'share', 'ratio', 'bytes', 'operations', 'ns']),
  better: choice(['up', 'down']).optional(),
  about: choice(['quality', 'missing', 'privacy', 'cost']).optional(),
  over: choice(['counted', 'all']).optional(),
  rank: choice(['main', 'detail', 'exception', 'hidden']).optional(),
};

const bound = z.number({ error: 'expected a finite number' }).optional();

/** Bounds of which the lower is below the upper. */
export const figureRange = z
  .strictObject({ least: bound, most: bound }, { error: 'expected least, most, or both' })
  .refine(({ least, most }) => least === undefined || most === undefined || least < most, {
    error: ({ input }) => {
      const { least, most } = input as { least: number; most: number };
      return `expected least below most, got ${least} and ${most}`;
    },
  })
  .transform((range): Range => defined(range));

/** A figure as a plugin declares it. */
export const figureShape = z.object(
  {
    name: z
      .string({ error: 'expected a name' })
      .regex(/^[a-z][A-Za-z0-9]*$/, {
        error: ({ input }) => `expected a name in camelCase, as columns have, got ${String(input)}`,
      })
      .refine((name) => !OTHER_COLUMNS.includes(name), {
        error: ({ input }) => `expected a name that no other column of a run has, got ${String(input)}`,
      }),
    title: z.string({ error: 'expected a title' }).min(1, { error: 'expected a title' }),
    summary: z.string({ error: 'expected a line that says what it means' }),
    range: figureRange.optional(),
    ...figureTraits,
    of: z.custom((value) => typeof value === 'function', { error: 'expected a function' }),
  },
  { error: 'expected figure(...)' },
);

/** Does not compile if a trait of figures is missing above. */
const complete: Record<keyof FigureDescription, unknown> = figureShape.shape;
void complete;
