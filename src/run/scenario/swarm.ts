/** The `swarm` section: what `cahoots swarm` may do to the scenario. */

import { z } from 'zod';
import type { FaultKind } from '../fault/kind.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import { duration } from '../../core/base/units.ts';
import { section } from '../../core/base/section.ts';

/** The section with these kinds of faults. */
export function swarmSection(kinds: readonly FaultKind[]) {
  const names = kinds.map(({ name }) => name);
  return section({
    faults: z.int().min(1).max(100).default(5).meta({ description: 'at most this many faults in a run' }),
    gone: z.int().min(0).default(1).meta({ description: 'at most this many clients leave for good' }),
    byzantine: z.int().min(0).default(0).meta({
      description:
        'at most this many parties are Byzantine and send wrong values; with more than a protocol corrects, its results are wrong',
    }),
    falsify: z
      .array(z.string())
      .min(1)
      .optional()
      .meta({ description: 'the types of message that Byzantine parties falsify; absent: any' }),
    within: duration().optional().meta({
      description: 'faults begin within this time; absent: within the duration of a run without them',
      example: '2s',
    }),
    families: z
      .array(z.enum(names))
      .min(1)
      .default(names)
      .meta({ description: 'kinds of fault from which every run draws' }),
  });
}

/** The limits on random faults. */
export type Budget = z.output<ReturnType<typeof swarmSection>>;

/** Messages to falsify that the protocol does not have. */
export function budgetProblems({ falsify = [] }: Budget, { name, messages }: AnyProtocol): Problem[] {
  const known = messages.map((type) => type.name);
  return falsify.flatMap((type, i) =>
    known.includes(type)
      ? []
      : [{ path: `swarm.falsify.${i}`, expected: `a message of ${name}: ${known.join(', ')}`, got: type }],
  );
}
