/** Sound protocols are not flagged, in whatever setting: seeds, numbers of clients, thresholds, faults, networks, transports. */

import { afterAll, expect, test } from 'vitest';
import { examine } from '../../experiments/mutants/examine.ts';
import { twins, variations } from '../../experiments/mutants/variations.ts';
import { table } from '../../src/run/report/table.ts';
import { runsOr, say, SEED } from '../support/long.ts';

const rows: string[][] = [];

/** Each under `RUNS` seeds, from `SEED` on. */
const games = [...twins, ...variations].flatMap((one) =>
  Array.from({ length: runsOr(1) }, (_, at) => ({ ...one, seed: SEED + at })),
);

test.each(games)('$name, seed $seed', async ({ seed, ...sound }) => {
  const { flagged, open } = await examine(sound, seed);
  rows.push([
    sound.name,
    `${seed}`,
    flagged.length > 0 ? 'flagged' : open.length > 0 ? 'open' : 'nothing found',
  ]);
  expect(flagged).toEqual([]);
});

afterAll(() => say(table(['sound', 'seed', 'verdict'], rows, ['sound', 'verdict'])));
