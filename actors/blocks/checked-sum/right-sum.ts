/** Whether what a sum gives is one, of those that it names. */

import { audit, type Check, selectRows } from '../../../src/core/kit/index.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import type { CheckedAgreed, CheckedOutcome } from './agreed.ts';
import { inputOf, MODULUS } from './input.ts';

const RUNS = 5;

/** Statements about the outcome of a run, whose faults should be within what the sum tolerates. */
export const rightSum = audit<CheckedAgreed, never>({
  kind: 'certificate',
  name: 'right-sum',
  summary: 'a sum comes, and is that of the vectors of those that it names',
  runs: RUNS,
  watches: () => ['server'],
  check({ outcome, view }, { points, shards }): Check[] {
    const { session } = view.agreed;
    if (outcome?.kind !== 'clustered') {
      const because = outcome?.kind === 'aborted' ? outcome.reason : 'the server did not finish';
      return [{ says: 'there is a sum', holds: false, because }];
    }
    const { sum, survivors } = outcome as CheckedOutcome;
    const vectors = new ModularVectors(MODULUS);
    const expected = vectors.zeros(session.length);
    for (const party of survivors) {
      const input = inputOf(selectRows(points, [...shards[party]]), view.agreed);
      vectors.add(expected, input);
    }
    const wrong = expected.filter((value, j) => value !== sum[j]).length;
    const named = `${survivors.length} of ${session.clients.length} clients`;
    return [
      { says: 'there is a sum', holds: true, because: `of ${named}` },
      {
        says: 'it is that of their vectors',
        holds: wrong === 0 && sum.length === expected.length,
        because: `${wrong} of ${expected.length} elements differ modulo ${MODULUS}`,
      },
      {
        says: 'it is of no fewer than the threshold',
        holds: survivors.length >= session.threshold && new Set(survivors).size === survivors.length,
        because: `${named}, and a threshold of ${session.threshold}`,
      },
    ];
  },
});
