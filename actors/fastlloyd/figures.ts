/** Figures of FastLloyd alone. */

import { square } from '../../src/core/kit/math.ts';
import { figure } from '../../src/core/kit/index.ts';
import type { NoisyOutcome } from '../blocks/noise/spent.ts';
import type { Agreed } from './agreed.ts';

/** The paper's measure: normalised intra-cluster variance. */
export const nicvFigure = figure<Agreed, NoisyOutcome>({
  name: 'nicv',
  title: 'NICV',
  summary: "mean squared distance to the nearest centre, where every coordinate's announced range is [-1, 1]",
  unit: 'number',
  range: { least: 0 },
  better: 'down',
  about: 'quality',
  of({ agreed: { minimum, maximum }, outcome: { centres }, points }) {
    if (centres === undefined) return undefined;
    const { rows: k, columns: d } = centres;
    const halves = minimum.map((low, c) => (maximum[c] - low) / 2 || 1);
    let total = 0;
    for (let i = 0; i < points.rows; i++) {
      let least = Number.POSITIVE_INFINITY;
      for (let h = 0; h < k; h++) {
        let distance = 0;
        for (let c = 0; c < d; c++) {
          distance += square((points.values[i * d + c] - centres.values[h * d + c]) / halves[c]);
        }
        least = Math.min(least, distance);
      }
      total += least;
    }
    return total / points.rows;
  },
});
