/** A part of test/long/swarm.test.ts, under faults that stop: the same every time, or from the seed in SEED on. */

import { expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { commandOfRun } from '../../../src/run/report/shell.ts';
import { swarm } from '../../../src/studies/swarm/swarm.ts';
import { found } from '../../../src/studies/swarm/text.ts';
import { SEED, thoroughly } from '../../support/long.ts';
import { healed, VARIANTS } from '../../support/swarm-variants.ts';

const RUNS = thoroughly(1, 3);

/** On every change every second. */
const healing = VARIANTS.filter(({ heals }) => heals).filter((_, at) => thoroughly(at % 2 === 0, true));

test.each(healing)('where faults stop, those who are left finish: $name', async (variant) => {
  const { file } = variant;
  const options = { plugins: [standard], set: healed(variant), heals: true, runs: RUNS, threads: 0 };
  const { runs } = await swarm(file, { ...options, seed: SEED });
  expect(runs).toHaveLength(RUNS);
  const unfinished = found(runs).map(
    ({ kind, reason, seed, set }) => `${kind}: ${reason}\n${commandOfRun(file, seed, set, [])}`,
  );
  expect(unfinished).toEqual([]);
});
