/**
 * What a server with clients of its own (Sybils) opens of FedDP-KMeans: the first sum of one client alone, under no more
 * noise than that client's own share (Boenisch et al. 2023, section 5). It needs a sum that leaves all others out.
 */

import { grade, gradeMeasures, type Guessed } from '../../src/core/kit/attack.ts';
import { ModularVectors } from '../../src/core/kit/field.ts';
import { powerOfTwo, square } from '../../src/core/kit/math.ts';
import { type Attack, type Score, selectRows, type Truth, type View } from '../../src/core/kit/index.ts';
import { openedSums, presentPart } from '../blocks/index.ts';
import { READ_TO_OPEN } from '../blocks/sums/messages.ts';
import type { Agreed } from './agreed.ts';
import { gridPoints } from './grid.ts';
import { outer } from './tasks.ts';

/** What was opened of the first sum: for each client that is alone in one, by number, its triangle. */
type Opened = ReadonlyMap<number, Float64Array>;

export const singleClients: Attack<Agreed, Opened> = {
  name: 'single-clients',
  summary: "outer products of one client's points, in a first sum that holds nobody else of those outside",
  needs: { server: true },
  inapplicable({ level, initial, noise, stages: [first] }) {
    if (level !== 'point') return 'contributions of whole clients are clipped';
    if (initial !== 'feddp') return 'no outer products are summed';
    if (noise.by === 'server') return 'sums are in the clear anyway';
    return first.sum.proven === undefined ? undefined : 'sums are of shares of two aggregators';
  },
  reads: READ_TO_OPEN,
  guess({ agreed: { stages }, members }: View<Agreed>): Opened {
    const [{ sum }] = stages;
    const vectors = new ModularVectors(sum.session.modulus);
    return new Map(
      openedSums(members, sum.session)
        .filter(({ parties }) => parties.length === 1)
        .map(({ parties: [party], sum: opened }) => [party, vectors.centred(opened)]),
    );
  },
  score,
  fit: (opened, candidate) => {
    const truth = trianglesOf(candidate);
    return -[...opened].reduce(
      (sum, [party, triangle]) =>
        sum + triangle.reduce((total, x, at) => total + square(x - truth[party][at]), 0),
      0,
    );
  },
};

/** Of every client, the outer product of its points in steps of the grid. */
function trianglesOf({ agreed: { sizes, clip, bits }, points }: Truth<Agreed>): Float64Array[] {
  let first = 0;
  return sizes.map((size) => {
    const rows = Array.from({ length: size }, (_, i) => first + i);
    first += size;
    return outer.run({ points: gridPoints(selectRows(points, rows), clip, bits) });
  });
}

/**
 * Errors are relative to what a client's points can sum up to. The public guess is the average of all points, times how many the
 * client has: no release tells more of one client than that of everybody.
 */
function score(opened: Opened, truth: Truth<Agreed>): Score {
  const { agreed, hidden, owners } = truth;
  const { sizes, bits, noise, clients, points } = agreed;
  const triangles = trianglesOf(truth);
  const average = triangles[0].map((_, at) => triangles.reduce((sum, one) => sum + one[at], 0) / points);
  const others = new Set(hidden.map((i) => owners[i]));
  const guesses = [...opened].flatMap(([client, triangle]) => {
    const most = Math.max(1, sizes[client] * square(powerOfTwo(bits)));
    return [...triangles[client]].map((value, at): Guessed => ({
      point: client,
      error: Math.abs(value - triangle[at]) / most,
      baseline: Math.abs(value - average[at] * sizes[client]) / most,
    }));
  });
  const measures = { 'clients opened': `${opened.size} of ${others.size}` };
  if (guesses.length === 0) return { exposed: 0, measures, meaning: 'no sum is of one client alone' };
  const graded = grade(guesses);
  const part = presentPart(noise, clients.length, 1, Number.POSITIVE_INFINITY);
  return {
    exposed: (graded.within[1] * opened.size) / others.size,
    advantage: graded.advantage,
    measures: {
      ...measures,
      'noise that hides them': `${(100 * part).toFixed(1)} %`,
      ...gradeMeasures(graded),
    },
    meaning: 'how the points of one client are spread, under its own share of the noise instead of all of it',
  };
}
