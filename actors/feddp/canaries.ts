/**
 * The canaries of FedDP-KMeans' audits (Steinke, Nasr and Jagielski 2023): points at the clip, or clients with such
 * points, each in its own direction. An excluded canary is replaced by the origin.
 */

import {
  type Matrix,
  type PrivacyClaim,
  type Setup,
  type Stream,
  type World,
  zeros,
} from '../../src/core/kit/index.ts';
import { claimOf } from '../blocks/noise/index.ts';
import type { Agreed } from './agreed.ts';
import type { Parameters } from './parameters.ts';

/** Directions, one for each canary. */
export type Canaries = Matrix;

/** The claim against a server with its colluding clients, if all others' shares are in the sums. */
function claim(agreed: Agreed): PrivacyClaim | undefined {
  const { noise, level } = agreed;
  if (noise.by === 'nobody') return undefined;
  const kept = noise.by === 'server' || noise.policy === 'enforced' ? 1 : Number.POSITIVE_INFINITY;
  return claimOf(agreed, kept, level === 'point' ? 'a point' : 'a client');
}

/** The time to tell them apart grows with the square of their number. */
const MOST_CANARIES = 500;

export const common = {
  kind: 'canaries',
  runs: 1,
  claim,
  /** A point each, or a client each. */
  count: ({ parameters, points, shards }: Setup<never>): number =>
    Math.min(MOST_CANARIES, (parameters as Parameters).level === 'point' ? points.rows : shards.length),
  canaries({ points }: Setup<never>, count: number, random: Stream): Canaries {
    const directions = zeros(count, points.columns);
    // Random signs: directions of equal length, nearly orthogonal.
    directions.values.forEach((_, at) => (directions.values[at] = random.integer(2) * 2 - 1));
    return directions;
  },
  plant(
    { parameters, points, shards }: Setup<never>,
    canaries: Canaries,
    isIn: readonly boolean[],
  ): World<never> {
    const { level, clip, clips } = parameters as Parameters;
    const d = points.columns;
    const planted = zeros(points.rows, d);
    const put = (canary: number, at: number, length: number): void => {
      if (!isIn[canary]) return;
      for (let c = 0; c < d; c++) {
        planted.values[at * d + c] = (canaries.values[canary * d + c] * length) / Math.sqrt(d);
      }
    };
    for (let i = 0; i < canaries.rows; i++) {
      // With equal points, the norm of a client's outer product is the sum of their squared norms.
      if (level === 'point') put(i, i, clip ?? 1);
      else shards[i].forEach((at) => put(i, at, Math.sqrt(clips?.outer ?? 1)));
    }
    return { points: planted };
  },
} as const satisfies object;
