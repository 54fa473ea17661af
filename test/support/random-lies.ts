/** What a Byzantine party of SecFC sends that agrees with nobody. */

import type { Lie } from '../../experiments/frontier/forging.ts';
import { Random } from '../../src/core/base/random.ts';
import { largestModuli } from '../../src/core/math/field/moduli.ts';

/** Uniform values, which agree with nobody else's. */
export function randomly(): Lie {
  const stream = new Random(11).stream('lies');
  return (values) =>
    values.map((plane, at) => plane.map(() => stream.integer(largestModuli(values.length)[at])));
}
