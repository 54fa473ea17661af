/** Whether the polynomials with which keys are shared are drawn from secrets, each coefficient once. */

import type { Coalition } from '../games/coalition.ts';
import type { ProvenanceFinding } from './finding.ts';
import type { RecordedRun } from './recorded-run.ts';
import { partiesOf, type Secret, secretText } from './secrets.ts';

/** @param known what the coalition can derive */
export function polynomialFindings(
  { told }: RecordedRun,
  members: Coalition,
  known: ReadonlySet<Secret>,
): ProvenanceFinding[] {
  const used = new Map<bigint, Secret>();
  return [...told.polynomials].flatMap(([secret, coefficients]) => {
    const finding = (status: ProvenanceFinding['status'], because: string): ProvenanceFinding[] => [
      { status, members, where: `shares of ${secretText(secret)}`, because },
    ];
    const again = coefficients.find((one, at) => used.has(one) || coefficients.indexOf(one) < at);
    for (const one of coefficients) used.set(one, secret);
    if (coefficients.length === 0 || [...partiesOf(secret)].every((party) => members.includes(party)))
      return [];
    if (again !== undefined) return finding('flagged', 'a coefficient is used twice');
    const sources = coefficients.map((one) => told.elements.get(one));
    if (sources.includes(undefined))
      return finding('open', 'the coefficients did not come from a key stream of the kit');
    const keys = sources.map((source) => told.keys.get(source as string));
    if (keys.every((key) => key === undefined || known.has(key)))
      return finding('flagged', 'the coalition can derive the keys of all coefficients');
    return [];
  });
}
