/** Expectations of attacks: that certain coalitions recover less than a limit. */

import { z } from 'zod';
import { section } from '../../core/base/section.ts';
import { probability } from '../../core/base/units.ts';
import type { Coalitions } from '../../core/protocol/attack.ts';

const WHO = 'expected who colludes, such as any 4, server and any 4, up to 3, or server, client-1';

const coalitions = z
  .string({ error: WHO })
  .transform((text, context): Coalitions => {
    const parsed = coalitionsFrom(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: WHO });
    return z.NEVER;
  })
  .meta({
    description: 'who colludes: any 4, server and any 4, up to 3, or names with commas between',
    example: 'any 4',
  });

const exposure = section({
  below: probability().meta({
    description:
      "less than this share of each attack's target, such as 5 %, beyond what a public guess recovers",
    example: '5 %',
  }),
  coalitions,
  attacks: z
    .array(z.string())
    .min(1)
    .optional()
    .meta({
      description:
        'by name; absent: all that such coalitions can mount, except for what the protocol reveals on purpose',
      example: ['share-pooling'],
    }),
});

/** One or several. Only commands that make a certificate use it: `run` and `attack`. */
export const exposureSection = z
  .union([exposure, z.array(exposure).min(1)])
  .transform((one) => (Array.isArray(one) ? one : [one]))
  .meta({
    description: 'how little coalitions may recover, as determined by `cahoots run` and `attack`',
    example: { below: '5 %', coalitions: 'any 4' },
  });

/** An expectation of an attack. */
export type Exposure = z.output<typeof exposure>;

/** The notation of certificates, or a shorter one; undefined if it describes no coalition. */
export function coalitionsFrom(text: string): Coalitions | undefined {
  const sized =
    /^(?<server>server and )?(?:(?<any>any)|(?:every set of )?up to) (?<size>\d+)(?: clients?)?$/.exec(
      text.trim(),
    )?.groups;
  if (sized !== undefined) {
    const [size, server] = [Number(sized.size), sized.server !== undefined];
    if (size < 1) return undefined;
    return sized.any === undefined ? { upTo: size, server } : { any: size, draws: DRAWS, server };
  }
  const members = text.split(',').map((name) => name.trim());
  return members.every((name) => /^[\w-]+$/.test(name)) ? { members } : undefined;
}

/** How many coalitions of one size are drawn. */
const DRAWS = 20;
