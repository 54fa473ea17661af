/** The settings of centralised Lloyd, and what its parties agree on before it starts. */

import { lloydParameters, z } from '../../src/core/kit/settings.ts';
import { quantise } from '../../src/core/kit/field.ts';
import { type Population } from '../../src/core/kit/index.ts';

export const parameters = z.strictObject({
  ...lloydParameters,
  scale: z.number().positive().optional().meta({
    description: 'points are rounded down to multiples of 1/scale, as in SecFC; absent: points as they are',
  }),
});

export type Parameters = z.output<typeof parameters>;

/** The announced ranges are on the grid where there is one. */
export type Agreed = Parameters & Population;

/** What all parties know: the settings, and the grid of the points if they are rounded. */
export function agree(settings: Parameters, population: Population): Agreed {
  const { minimum, maximum } = population;
  const { scale } = settings;
  const grid = (x: number): number => (scale === undefined ? x : quantise(x, scale));
  return { ...settings, ...population, minimum: minimum.map(grid), maximum: maximum.map(grid) };
}
