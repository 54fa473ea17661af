/** Whether coalitions recovered as little as a scenario expects. */

import type { Violation } from '../../run/scenario/expect/expectation.ts';
import type { Collusion } from '../../run/scenario/collusion.ts';
import type { Exposure } from '../../run/scenario/exposure.ts';
import type { Finding } from './finding.ts';
import { describe } from './coalitions.ts';

/** The coalitions to try, including those in expectations. */
export function withExpected(
  entries: readonly Collusion[],
  expected: readonly Exposure[] = [],
): readonly Collusion[] {
  const known = new Set(entries.filter(({ attacks }) => attacks === undefined).map(describe));
  const more = expected.filter(({ coalitions }) => !known.has(describe(coalitions)));
  return [...entries, ...more.map(({ coalitions, attacks }) => ({ ...coalitions, attacks }))];
}

/**
 * Expectations that were not met. An attack is judged by its advantage over a guess from public information,
 * if it has one. A lack of attempts is no success: an expectation that no attack tested is violated too.
 */
export function exposureViolations(
  expected: readonly Exposure[] = [],
  findings: readonly Finding[],
): Violation[] {
  return expected.flatMap(({ below, coalitions, attacks }) => {
    const who = describe(coalitions);
    const property = `exposed to ${who}`;
    const tried = findings.filter(
      ({ coalition, attack, intended }) =>
        coalition === who && (attacks === undefined ? intended !== true : attacks.includes(attack)),
    );
    const [worst] = tried.toSorted((a, b) => gainOf(b) - gainOf(a));
    if (worst === undefined)
      return [{ property, message: `expected below ${percent(below)}, got no attack that was attempted` }];
    if (gainOf(worst) < below) return [];
    const got = `${percent(gainOf(worst))} by ${worst.attack} of ${worst.worst.join(', ')}`;
    return [{ property, message: `expected below ${percent(below)}, got ${got}` }];
  });
}

function gainOf({ exposed, advantage }: Finding): number {
  return advantage === undefined ? exposed.most : Math.max(0, advantage.value);
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`;
}
