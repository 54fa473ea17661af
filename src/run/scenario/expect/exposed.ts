/** The expectation of attacks: how little coalitions recover. It is checked by those who attack the run. */

import { collusionProblems } from '../collusion.ts';
import { exposureSection } from '../exposure.ts';
import { expectation } from './expectation.ts';

export const exposed = expectation({
  schema: exposureSection.optional(),
  problems: (wanted, { protocol, parties, heldOut }) =>
    wanted.flatMap(({ coalitions, attacks }, i) =>
      collusionProblems([{ ...coalitions, attacks }], protocol, parties, heldOut).map((problem) => ({
        ...problem,
        path: `expect.exposed.${i}.${problem.path.includes('.attacks') ? 'attacks' : 'coalitions'}`,
      })),
    ),
});
