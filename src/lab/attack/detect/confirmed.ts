/** What repeated runs show twice: a test that is to be flagged must be so again in fresh runs. */

import type { Detected } from './detect.ts';
import { isFlagged } from './detect.ts';

/** Whether anything in it would be flagged. */
export function isSuspicious({ coalitions, traffic }: Detected): boolean {
  const tests = coalitions.flatMap((one) => one.tests);
  return traffic.clients.size > 0 || tests.some((test) => isFlagged(test, tests.length));
}

/** The first results; where anything in them would be flagged, as far as fresh runs show it again. */
export async function confirmed(first: Detected, again: () => Promise<Detected>): Promise<Detected> {
  return isSuspicious(first) ? confirmedBy(first, await again()) : first;
}

/** The first results, in which each test has the larger of both p-values, and traffic differs only if it does so twice. */
export function confirmedBy(first: Detected, again: Detected): Detected {
  return {
    ...first,
    coalitions: first.coalitions.map((own, i) => ({
      ...own,
      tests: own.tests.map((test) => {
        const other = again.coalitions[i].tests.find((one) => one.test === test.test);
        return { ...test, pValue: Math.max(test.pValue, other?.pValue ?? 1) };
      }),
    })),
    traffic: again.traffic.clients.size === 0 ? again.traffic : first.traffic,
  };
}
