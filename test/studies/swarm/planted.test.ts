/** A quick part of test/long/planted.test.ts: mistakes that a result, an invariant and an end that does not come show. */

import { expect, test } from 'vitest';
import { hunt } from '../../support/hunt.ts';
import { PLANTED, type PlantedBug } from '../../support/planted-bugs.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();

test.each([
  ['new randomness in a repeated answer', 'wrong'],
  ['what is lost is not asked for again', 'violated: finishes'],
  ...thoroughly([], [['another order after a crash', 'broken: invariant one-answer']]),
])('swarms find %s, and make it small', async (name, as) => {
  const bug = PLANTED.find((planted) => planted.name === name) as PlantedBug;
  const found = await hunt(bug, write('planted.yaml', bug.scenario), { most: 100 });
  expect(found?.text).toMatch(as);
  expect(found?.faults).toBeLessThanOrEqual(3);
});
