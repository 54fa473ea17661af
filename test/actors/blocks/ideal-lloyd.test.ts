import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdealLloyd } from '../../../actors/blocks/ideal-lloyd.ts';
import { fromRows, selectRows } from '../../../src/core/base/matrix.ts';
import { lloydHistory } from '../../../src/core/protocol/reference.ts';
import { thoroughly } from '../../support/long.ts';

const K = 4;

/** Few integer points, some of them equal, so that clusters become empty. */
const cases = fc.integer({ min: K, max: 9 }).chain((count) =>
  fc.record({
    rows: fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -1, max: 1 })), {
      minLength: count + 2,
      maxLength: count + 2,
    }),
    start: fc.array(fc.nat(K - 1), { minLength: count, maxLength: count }),
    places: fc.shuffledSubarray(
      Array.from({ length: count + 2 }, (_, i) => i),
      { minLength: count, maxLength: count },
    ),
  }),
);

test.each(['keep', 'farthest'] as const)('takes the steps of Lloyd, where empty clusters %s', (empty) => {
  let emptied = 0;
  fc.assert(
    fc.property(cases, fc.boolean(), ({ rows, start, places }, centreSeparation) => {
      const points = fromRows(rows);
      const ideal = new IdealLloyd(points, Uint16Array.from(start));
      const rule = { clusters: K, centreSeparation, maxIterations: 6, empty };
      const history = lloydHistory(selectRows(points, places), ideal.start(), rule);
      history.slice(1).forEach((next, i) => {
        const separate = centreSeparation && i === 0;
        const labels = history[i];
        emptied += new Set(labels).size < K ? 1 : 0;
        expect(ideal.next({ places, labels, clusters: K, separate, empty })).toEqual(next);
      });
    }),
    { numRuns: thoroughly(90, 300) },
  );
  expect(emptied).toBeGreaterThan(20);
});
