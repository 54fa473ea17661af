/** What up to t clients of SecFC learn without the server: who is clustered with whom, in every round. */

import { programmed, startIn, withOutput, withSent } from '../../../src/core/kit/attack.ts';
import { type Self, simulator } from '../../../src/core/kit/index.ts';
import { IdealLloyd, type Step } from '../../blocks/ideal-lloyd.ts';
import type { Agreed } from '../agreed.ts';
import { Cohort } from '../cohort.ts';
import { decodeLabels, decodeLoss, findErrors } from '../iteration/decode.ts';
import { Assignment } from '../messages.ts';
import { server } from '../server.ts';
import { dealer, type Publishing, uniform } from './dealer.ts';
import { publishedBy, sharedPoints } from './points.ts';

/** Members are dealt uniform residues, and the server is told the clusters instead of decoding them. */
export const clientsAlone = simulator<Agreed, IdealLloyd & Publishing>({
  functionality: (real) =>
    Object.assign(new IdealLloyd(sharedPoints(real), startIn(real)), {
      publishedBy: (client: number) => publishedBy(real, client),
    }),
  standIns: {
    client(self, given) {
      const { sizes, width, moduli } = given.agreed;
      return dealer(self, given, (owner, member) =>
        uniform(given.shared(), `shares of ${owner} for ${member}`, moduli, sizes[owner] * width),
      );
    },
    server(self, { agreed, functionality }) {
      let places = new Uint32Array(0);
      const step = ({ labels, clusters }: Pick<Step, 'labels' | 'clusters'>): Step => ({
        places,
        labels,
        clusters,
      });
      return programmed(
        server(self as Self<never>, { agreed, start: functionality.start() }),
        withSent(Assignment, (body) => {
          places = Uint32Array.from(new Cohort(agreed, body.missing).places());
          return body;
        }),
        // What clients answer lies on no polynomial.
        withOutput(findErrors, () => []),
        withOutput(decodeLabels, ({ separate, empty, ...input }) =>
          functionality.next({ ...step(input), separate, empty }),
        ),
        withOutput(decodeLoss, ({ next, ...input }) => functionality.loss(step(input), next)),
      );
    },
  },
});
