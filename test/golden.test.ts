/**
 * The trace of every scenario that comes with Cahoots is pinned: the same on any machine, with any number of threads.
 * A hash changes only with what is meant to change a scenario or what happens in it; its new value then goes into the table.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as protocols from '../actors/index.ts';
import { run } from '../src/run.ts';
import { loadScenario } from '../src/scenario/load.ts';

const GOLDEN: Readonly<Record<string, string>> = {
  'kfed.yaml': '1f044678bff5a6e15c0d6ff7ad8f899ab3a51d7d96230f7a6cf1bac3dbe515d1',
  'lloyd.yaml': '51cf5bf86e13dbdfce3c5c384c6b7882f6e074118733dc5fa54674e01f2334f0',
  'membership.yaml': '30b5582359d32d860cd35bb28842e9d9dca0a4151810d703e37b71fe0334f1f4',
  'mufc.yaml': '025ba26cce4bf9321c4d0df5ab1e99accf7814e348e6a330eb74b4e0ee8baf2a',
  'quickstart.yaml': '963e6f48088edcd033bddc6adf13bfb6d94606f321e05476cd97b4e69687bb46',
  'reveal.yaml': '12a3d4c6cf6265d27a5f2df755e292835a8ea4f21958640d740486423965b534',
  'segments.yaml': '3b12d56236c51eebe8c7b76c1cfe75dbd1f5794c7824742f16dd5ab393cf44e9',
};

const folder = fileURLToPath(new URL('../scenarios/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  // Those of the papers are as large as the papers' tables.
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('paper/'))
  .toSorted();

test.each(files)(
  '%s gives its golden trace, twice and on 0, 1, 2 and 4 threads',
  { timeout: 120_000 },
  async (file) => {
    const hashes: string[] = [];
    for (const threads of [0, 0, 1, 2, 4]) {
      const { hash, ending } = await run(loadScenario(folder + file, { protocols }), { protocols, threads });
      hashes.push(hash ?? ending);
    }
    expect(hashes).toEqual(Array.from({ length: 5 }, () => hashes[0]));
    if (GOLDEN[file] === undefined) {
      throw new Error(`${file} has no golden hash: add '${file}': '${hashes[0]}' to the table in this test`);
    }
    expect(hashes[0]).toBe(GOLDEN[file]);
  },
);

test('every golden hash is that of a scenario', () => {
  expect(Object.keys(GOLDEN)).toEqual(files.filter((file) => file in GOLDEN));
});
