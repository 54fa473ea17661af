/**
 * SecFC's Theorem 1 about its server, which "is only able to decode the distances": two data sets with the same distances
 * are shared, and the server decodes from the answers all that it can, the distances within each segment. Only if these
 * agree, distances are all that it learns.
 */

import { codedDistances, codedNorms } from '../../../actors/secfc/iteration/distances.ts';
import { encodeShares, sharesOf } from '../../../actors/secfc/sharing/encode.ts';
import { inTask, opened } from '../../../src/core/engine/compute/sealed.ts';
import { type Matrix, row, zeros } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import {
  answersNeeded,
  type Code,
  fieldKernel,
  moduliAbove,
  type ResidueMatrix,
  segmentAnswerWeights,
  sharedWords,
} from '../../../src/core/kit/field.ts';

import type { PaperOptions } from '../options.ts';
import type { Cell } from './item.ts';

const POINTS = 60;
const DIMENSION = 8;
const CLUSTERS = 3;
const SCALE = 100;
const PRIVACY = 2;
/** Far more than these distances need. */
const MODULI = moduliAbove(2n ** 50n);

/** The first and the last coordinate exchanged: an isometry, which no distance shows. */
function exchanged(points: Matrix): Matrix {
  const other = { ...points, values: points.values.slice() };
  for (let i = 0; i < points.rows; i++) {
    const [own, to] = [row(points, i), row(other, i)];
    to[0] = own[DIMENSION - 1];
    to[DIMENSION - 1] = own[0];
  }
  return other;
}

/** What the server decodes, segment after segment and residue by residue, from the answers of a first iteration. */
export function decodedSegments(points: Matrix, code: Code, seed: number): readonly Uint32Array[] {
  const width = DIMENSION / code.l;
  const noiseKey = new Random(seed).streamKey('noise');
  const encoded = encodeShares.run({ points, scale: SCALE, code, width, moduli: MODULI, noiseKey });
  const labels = Uint16Array.from({ length: POINTS }, (_, i) => i % CLUSTERS);
  const parties = Array.from({ length: code.n }, (_, j) => j);
  const answers = parties.map((party) => {
    const planes = MODULI.map((_, plane) => sharesOf(encoded, plane, party));
    const shares: ResidueMatrix = { rows: POINTS, columns: width, moduli: MODULI, planes };
    const norms = codedNorms.run({ shares });
    const answer = codedDistances.run({ shares, norms, labels, clusters: CLUSTERS });
    return inTask((vector) => opened(vector).map((plane) => plane.slice()), answer);
  });
  const weights = segmentAnswerWeights(code, MODULI, parties);
  return MODULI.flatMap((p, plane) => {
    const outputs = Array.from({ length: code.l }, () => sharedWords(POINTS * CLUSTERS));
    fieldKernel.combine(
      p,
      weights[plane],
      answers.map((values) => values[plane]),
      outputs,
    );
    return outputs;
  });
}

/** For one segment and for several: whether the server decodes the same from both data sets. */
export function serverCells({ seeds }: PaperOptions): Promise<readonly Cell[]> {
  const cells = [1, 2, 4].map((l): Cell => {
    const code = { l, t: PRIVACY, n: answersNeeded({ n: 0, l, t: PRIVACY }) };
    const held = Array.from({ length: seeds }, (_, i) => {
      const points = zeros(POINTS, DIMENSION);
      const stream = new Random(i + 1).stream('points');
      points.values.forEach((_value, at) => (points.values[at] = stream.uniform()));
      const [one, other] = [points, exchanged(points)].map((set) => decodedSegments(set, code, i + 1));
      return one.every((values, at) => values.every((value, entry) => value === other[at][entry]));
    });
    return {
      item: 'secfc-theorem-1-server',
      at: l === 1 ? 'one segment' : `${l} segments`,
      found: { kind: 'cases', held: held.filter(Boolean).length, of: held.length, theorem: true },
      shownBy: 'secfc-server',
    };
  });
  return Promise.resolve(cells);
}
