/** `RUNS` (200) random runs of a swarm with the parties of examples/python: each has the hash of its twin in TypeScript. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import python from '../../examples/python/plugin.ts';
import twin from '../../examples/python/twin.ts';
import { type Plugin, swarm } from '../../src/index.ts';
import { runsOr, say, SEED } from '../support/long.ts';
import { hasNumpy, NUMPY } from '../support/python.ts';

const SCENARIO = fileURLToPath(new URL('../../examples/python/scenario.yaml', import.meta.url));

test.skipIf(!hasNumpy)(`parties in Python (${NUMPY}) come to the runs of their twins`, async () => {
  const runs = runsOr(200);
  const hashes = async (one: Plugin) => {
    const options = { plugins: [one], runs, seed: SEED, threads: 0, rows: true };
    return (await swarm(SCENARIO, options)).rows.map(({ hash, outcome }) => `${hash} ${outcome}`);
  };
  const found = await hashes(python);
  say(`${new Set(found).size} different runs`);
  expect(new Set(found).size).toBe(runs);
  expect(found).toEqual(await hashes(twin));
});
