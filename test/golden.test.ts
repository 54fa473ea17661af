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
  'attacks/anchored.yaml': 'c95eb2ce1b1234d631e21754fd13f0aceb077023a5a7e47a3650d1feb05f9344',
  'attacks/blinding.yaml': '9d8607b7846111c4ae9e6becae1ff28f975c3c08e4e689bba18efa471e2b15fe',
  'attacks/geometry.yaml': '7f3eeb1c1cf4b5f3dc0ea5e5e49640807e2cc605599338f405f0918c5e8e0da4',
  'attacks/membership.yaml': 'f2c8aaf7ed5668aba7c9493687ed16e9c9d7dac29e8606f77135848fcd80bfbe',
  'attacks/segments.yaml': '91e94c90c56d1a3c6a2600ddd95b8a1769723942250e68a3f3fd72725bb3479a',
  'attacks/share-pooling.yaml': 'b62b5be77f871cf9abbc58d108b3825dcdb798d147fb3dc739390853de360f74',
  'attacks/small-clusters.yaml': '01eda88279fe640236f1297ab308d4a81266b742fac8aa97987c2243934002c8',
  'attacks/steering.yaml': '2155860921f911bbc3de2dd2babff5c79fcb269f2ff396276710aa37a756de13',
  'kfed.yaml': '942bd2386d588d697a6da015d0e73dc206398f688c4a2aaab1a63b662f9ae716',
  'lloyd.yaml': '25fde798a01562411dd799465d564389f45e0009831f86a0a87eb163474d9f37',
  'quickstart.yaml': 'f68f608b7162986f21df3b008e1093ef36d35edbe49ee716ee6737999b72400e',
  'reveal.yaml': '2b1f286ea931f913fcf3fb3a9598f91bd20323a6c97473fe98822f86ca06f5d4',
  'segments.yaml': 'ca05a1c79e6eb78ac9d057ec85246481549cc43922038beaf2c84d3f6ed49802',
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
