/** After how many random runs each planted bug is found, of `RUNS` (2,000) at most, and how few faults reproduce it. */

import { afterAll, expect, test } from 'vitest';
import { table } from '../../src/run/report/table.ts';
import { hunt } from '../support/hunt.ts';
import { runsOr, say, SEED } from '../support/long.ts';
import { PLANTED } from '../support/planted-bugs.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const rows: string[][] = [];

test.each(PLANTED)('swarms find $name, and make it small', async (bug) => {
  const file = write(`${bug.protocol.name}.yaml`, bug.scenario);
  const found = await hunt(bug, file, { most: runsOr(2000), seed: SEED });
  rows.push([
    bug.name,
    found === undefined ? 'never' : `${found.run}`,
    found?.text ?? '',
    `${found?.faults ?? ''}`,
  ]);
  expect(found?.faults).toBeLessThanOrEqual(3);
});

afterAll(() => say(table(['planted', 'found in run', 'as', 'faults left'], rows, ['planted', 'as'])));
