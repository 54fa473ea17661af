/** The settings of sums that may be proven instead of masked, and what does not fit to proofs. */

import { defined, type Problem } from '../../../src/core/kit/index.ts';
import { z } from '../../../src/core/kit/settings.ts';
import { type SumParameters, sumParameters, SUMS } from '../sums/index.ts';

/** `aggregation.protocol` where sums may be proven. */
export const provableProtocol = z
  .enum([...SUMS, 'prio3'])
  .optional()
  .meta({
    description:
      'bonawitz: pairwise masks among all clients (Bonawitz et al. 2017); bell: among neighbours only (Bell et al. 2020); lightsecagg: one coded mask a client (So et al. 2022); flamingo: one message a client and sum (Ma et al. 2023); prio3: no masks, but shares for the server and a helper, with proofs that what a client contributes is valid (draft-irtf-cfrg-vdaf); absent: bell if there are neighbours, otherwise bonawitz',
    example: 'prio3',
  });

/** The settings of sums that may be proven instead of masked. */
export const provableParameters = sumParameters.extend({ protocol: provableProtocol });

export type ProvableParameters = z.output<typeof provableParameters>;

/** The settings of masks among these, which have none if sums are proven. */
export function masksOf({ protocol, ...masks }: ProvableParameters): SumParameters {
  return defined({ ...masks, protocol: protocol === 'prio3' ? undefined : protocol });
}

/** Those that proofs have too. */
const SHARED: ReadonlySet<string> = new Set(['protocol', 'threshold']);

/** The settings of masks, and thresholds, that proofs cannot have. */
export function proofProblems(
  settings: ProvableParameters,
  clients: number,
  path = 'protocol.aggregation',
): Problem[] {
  const problems: Problem[] = [];
  for (const name of Object.keys(sumParameters.shape) as (keyof SumParameters)[]) {
    const value = settings[name];
    if (SHARED.has(name) || value === undefined || value === false) continue;
    const expected = 'nothing where there are no masks';
    problems.push({ path: `${path}.${name}`, expected, got: JSON.stringify(value) });
  }
  if (settings.threshold !== undefined && (settings.threshold < 2 || settings.threshold > clients)) {
    const expected = `2 to ${clients}, as a sum of one hides nothing`;
    problems.push({ path: `${path}.threshold`, expected, got: `${settings.threshold}` });
  }
  return problems;
}

/** Why a protocol whose sums cannot be proven refuses `prio3`. */
export function unprovable(settings: ProvableParameters, path: string, because: string): Problem[] {
  if (settings.protocol !== 'prio3') return [];
  return [{ path: `${path}.protocol`, expected: `${SUMS.join(', ')}: ${because}`, got: 'prio3' }];
}
