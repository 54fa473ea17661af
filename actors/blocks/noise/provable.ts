/** Which sums are proven instead of masked, and what does not fit to that. */

import { defined, type Problem } from '../../../src/core/kit/index.ts';
import { z } from '../../../src/core/kit/settings.ts';
import { type SumParameters, SUMS } from '../sums/index.ts';
import { maskParameters, type NoiseParameters } from './agreement.ts';

/** The settings of sums that may be proven instead of masked. */
export const provableParameters = maskParameters.extend({
  protocol: z
    .enum([...SUMS, 'prio3'])
    .optional()
    .meta({
      description:
        'bonawitz: pairwise masks among all clients (Bonawitz et al. 2017); bell: among neighbours only (Bell et al. 2020); prio3: no masks, but shares for the server and a helper, with proofs that vectors are within the clip (draft-irtf-cfrg-vdaf); absent: bell if there are neighbours, otherwise bonawitz',
      example: 'prio3',
    }),
});

export type ProvableParameters = z.output<typeof provableParameters>;

/** The settings of masks among these, which have none if sums are proven. */
export function masksOf({ protocol, ...masks }: ProvableParameters): SumParameters {
  return defined({ ...masks, protocol: protocol === 'prio3' ? undefined : protocol });
}

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
  if (!proven) return problems;
  for (const name of ['neighbours', 'risks', 'malicious'] as const) {
    const value = settings[name];
    if (value === undefined || value === false) continue;
    const expected = 'nothing where there are no masks';
    problems.push({ path: `protocol.aggregation.${name}`, expected, got: JSON.stringify(value) });
  }
  if (settings.threshold !== undefined && (settings.threshold < 2 || settings.threshold > clients)) {
    const expected = `2 to ${clients}, as a sum of one hides nothing`;
    problems.push({ path: 'protocol.aggregation.threshold', expected, got: `${settings.threshold}` });
  }
  return problems;
}
