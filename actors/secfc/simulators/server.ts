/**
 * What the server of SecFC learns, alone or with up to t clients: the values of the polynomials that it interpolates,
 * phi_ih(alpha_j) of every point and cluster for all clients j, and of the centres' if these are revealed. They tell
 * more than distances, see docs/privacy.md. Blinded, they are told times the factors.
 */

import { programmed, withOutput, withReceived } from '../../../src/core/kit/attack.ts';
import { type ResidueMatrix, strideOf } from '../../../src/core/kit/field.ts';
import {
  defineTask,
  opened,
  type RealRun,
  sealed,
  type Sealed,
  simulator,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { type BlindInput, blindDistances } from '../iteration/blinding.ts';
import { codedCentres, codedDistances } from '../iteration/distances.ts';
import { Assignment, OutcomeMessage } from '../messages.ts';
import { dealer, memberPlaces, type Planes, type Publishing } from './dealer.ts';
import { publishedBy } from './points.ts';
import { Polynomials, type Question } from './polynomials.ts';

interface Leakage extends Publishing {
  dealt(owner: number, member: number): Planes;
  distances(question: Question): Planes;
  blinded(question: Question, by: Pick<BlindInput, 'disclosure' | 'key' | 'round'>): Planes;
  centres(question: Question): Planes;
}

/** Members are dealt uniform residues, and honest clients are told what they would answer instead of computing it. */
export const withServer = simulator<Agreed, Leakage>({
  functionality(real: RealRun<Agreed>): Leakage {
    const polynomials = new Polynomials(real);
    const { moduli } = real.agreed;
    return {
      dealt: (owner, member) => polynomials.dealt(owner, member),
      distances: (question) => polynomials.distances(question),
      blinded(question, by) {
        const values = sealPlanes.run(polynomials.distances(question));
        const { labels, clusters } = question;
        return openPlanes.run(blindDistances.run({ ...by, values, labels, clusters, moduli }));
      },
      centres: (question) => polynomials.centres(question),
      publishedBy: (client) => publishedBy(real, client),
    };
  },
  standIns: {
    client(self, given) {
      const { agreed, functionality } = given;
      const colluding = memberPlaces(given).length > 0;
      let missing = new Uint32Array(0);
      let asked: Question | undefined;
      const leftOut = <B extends { readonly missing: Uint32Array }>(body: B): B => {
        missing = body.missing.slice();
        return body;
      };
      const question = ({
        shares,
        labels,
        clusters,
      }: Pick<Question, 'labels' | 'clusters'> & { readonly shares: ResidueMatrix }): Question => ({
        client: self.index,
        missing,
        labels,
        clusters,
        // Honest owners deal it zeros.
        dealt: colluding ? rowsOf(shares) : undefined,
      });
      return programmed(
        dealer(self, given, (owner, member) => functionality.dealt(owner, member)),
        withReceived(Assignment, leftOut),
        withReceived(OutcomeMessage, leftOut),
        withOutput(codedDistances, (input) => {
          asked = question(input);
          // Where distances are blinded, nobody is told them as they are.
          return agreed.disclosure === 'distances'
            ? sealPlanes.run(functionality.distances(asked))
            : codedDistances.run(input);
        }),
        withOutput(blindDistances, ({ disclosure, key, round }) =>
          sealPlanes.run(functionality.blinded(asked as Question, { disclosure, key, round })),
        ),
        withOutput(codedCentres, (input) => sealPlanes.run(functionality.centres(question(input)))),
      );
    },
  },
});

/** Rows without the padding between them. */
function rowsOf(shares: ResidueMatrix): Planes {
  const { rows, columns, planes } = shares;
  const stride = strideOf(shares);
  return planes.map((plane) => {
    const all = new Uint32Array(rows * columns);
    for (let i = 0; i < rows; i++) all.set(plane.subarray(i * stride, i * stride + columns), i * columns);
    return all;
  });
}

/** Vectors are sealed and opened in tasks alone. */
const sealPlanes = defineTask('secfc/seal', {
  operations: () => 0,
  run: (planes: Planes): Sealed =>
    sealed(planes.length, planes[0].length, (into) => planes.forEach((plane, at) => into[at].set(plane))),
});
const openPlanes = defineTask('secfc/open', {
  operations: () => 0,
  run: (vector: Sealed): Planes => opened(vector).map((plane) => plane.slice()),
});
