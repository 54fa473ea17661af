/** Whose noise does not fit to whether sums are proven or masked. */

import type { Problem } from '../../../src/core/kit/index.ts';
import { proofProblems, type ProvableParameters } from '../prio3/settings.ts';
import type { NoiseParameters } from './agreement.ts';

/** Settings that do not fit to whether sums are proven. */
export function provenProblems(
  noise: NoiseParameters,
  settings: ProvableParameters,
  clients: number,
): Problem[] {
  const proven = settings.protocol === 'prio3';
  const problems: Problem[] = [];
  if (proven && noise.by !== 'aggregators' && noise.by !== 'nobody') {
    const expected = 'aggregators or nobody where sums are proven: noise in a vector could hide any shift';
    problems.push({ path: 'protocol.noise.by', expected, got: noise.by });
  }
  if (!proven && noise.by === 'aggregators') {
    const expected = 'prio3 where aggregators add the noise';
    problems.push({ path: 'protocol.aggregation.protocol', expected, got: settings.protocol ?? 'masks' });
  }
  return proven ? [...problems, ...proofProblems(settings, clients)] : problems;
}
