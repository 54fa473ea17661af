/** The settings of centralised Lloyd, and what its parties agree on before it starts. */

import { z } from 'zod';
import { lloydParameters } from '../../src/protocol/parameters.ts';
import type { Population } from '../../src/protocol/protocol.ts';

export const parameters = z.strictObject({
  ...lloydParameters,
  scale: z.number().positive().optional().meta({
    description: 'points are rounded down to multiples of 1/scale, as in SecFC; absent: points as they are',
  }),
});

export type Parameters = z.output<typeof parameters>;

export interface Agreed extends Parameters {
  readonly clients: readonly string[];
  /** Points on each client. */
  readonly sizes: readonly number[];
  readonly points: number;
  readonly dimension: number;
}

export function agree(settings: Parameters, { clients, sizes, points, dimension }: Population): Agreed {
  return { ...settings, clients, sizes, points, dimension };
}
