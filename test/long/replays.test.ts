/** `RUNS` (200) runs in which anything may go wrong: each replays to the same hash on 0, 1 and 2 threads. */

import { expect, test } from 'vitest';
import { KINDS } from '../../src/run/fault/kinds.ts';
import { runsOr, SEED } from '../support/long.ts';
import { replayRandomly } from '../support/random-replays.ts';

test('runs with random faults replay to the same hash on any number of threads', async () => {
  const fired = await replayRandomly(runsOr(200), SEED);
  // Or it would show nothing.
  expect(fired).toEqual(KINDS.map(({ name }) => name).toSorted());
});
