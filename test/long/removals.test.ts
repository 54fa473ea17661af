/**
 * MUFC's removal requests under random faults, `RUNS` (300) for each way to serve them: no stale labels, no lost
 * requests, no honest clients blamed, and all of them finish where faults stop.
 */

import { afterAll, describe, expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import { commandOfRun } from '../../src/run/report/shell.ts';
import { table } from '../../src/run/report/table.ts';
import { swarm } from '../../src/studies/swarm/swarm.ts';
import { runsOr, say, SEED } from '../support/long.ts';
import { judge, MODES, REQUESTS, SWARM } from '../support/removal-judge.ts';

const rows: string[][] = [];

describe.each([
  ['stay', false],
  ['stop', true],
])('under faults that %s', (faults, heals) => {
  test.each(Object.entries(MODES))('requests are served: %s', async (mode, own) => {
    const { runs } = await swarm(SWARM, {
      plugins: [standard],
      set: [...REQUESTS, ...own],
      heals,
      runs: runsOr(300),
      seed: SEED,
      threads: 0,
    });
    const wrong: string[] = [];
    for (const one of runs) {
      const found = await judge(one, heals);
      if (found.length > 0) wrong.push(`${found.join('; ')}\n${commandOfRun(SWARM, one.seed, one.set, [])}`);
    }
    const count = (...kinds: string[]): string => `${runs.filter(({ kind }) => kinds.includes(kind)).length}`;
    rows.push([
      mode,
      faults,
      `${runs.length}`,
      count('finished', 'without some', 'exact', 'doubted'),
      count('doubted'),
      count('refused', 'out of bounds'),
      `${wrong.length}`,
    ]);
    expect(wrong).toEqual([]);
  });
});

afterAll(() => {
  const head = ['requests', 'faults', 'runs', 'clustered', 'of them saying what is open', 'refused', 'wrong'];
  say(table(head, rows, ['requests', 'faults']));
});
