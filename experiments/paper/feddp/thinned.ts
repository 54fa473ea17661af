/** FedDP-KMeans with less noise than it claims, which audits must detect. */

import type { Agreed } from '../../../actors/feddp/agreed.ts';
import { feddp } from '../../../bin/standard.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';

/** Secretly draws only this fraction of every Gaussian variance. */
export function thinned(share: number): AnyProtocol {
  return {
    ...feddp,
    agree(parameters, population) {
      const agreed = feddp.agree(parameters as never, population) as Agreed;
      const stages = agreed.stages.map((stage) => {
        const ranges = stage.sum.ranges.map((range) => {
          if (range.noise.kind !== 'gaussian') return range;
          const { numerator, denominator } = range.noise.variance;
          // Down to none: a variance of 0 draws nothing.
          const less = BigInt(Math.round(Number(numerator) * share));
          return { ...range, noise: { ...range.noise, variance: { numerator: less, denominator } } };
        });
        return { ...stage, sum: { ...stage.sum, ranges } };
      });
      return { ...agreed, stages };
    },
  };
}
