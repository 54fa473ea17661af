/**
 * Empirical tests of unlearning: whether results are distributed as if the points had never been there, whether
 * anybody can tell that they were (Chen et al. 2021), and what a run shows of their deletion.
 */

import type { AnyAudit } from '../../../src/core/kit/index.ts';
import { deletion } from './deletion.ts';
import { contributions, unlearning } from './distributions.ts';
import { difference, membership } from './membership.ts';

export const audits: readonly AnyAudit[] = [
  unlearning,
  contributions,
  membership(
    'membership-before',
    'whether the centres show that a point is there: nearer to one if it is',
    false,
  ),
  membership('membership-after', 'the same for a point that was there and was removed', true),
  difference,
  deletion,
];
