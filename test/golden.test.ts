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
  'attacks/anchored.yaml': 'e87271bbc147c9b3d5a310855c452ef475f336a34cc3edbb33b2995b183c50db',
  'attacks/blinding.yaml': 'e4f9a913d213493cc60c23f5ec05f95db8399260357329fb6ef528067f651aa8',
  'attacks/geometry.yaml': '093cf2abb6abc736efc6313c66b41828da80d9df2cd7bd1e59e9c0608e834a8f',
  'attacks/membership.yaml': 'c618befd299930f7d04009bbb87a97b4f899cd37017085a139001234e60cbe3a',
  'attacks/segments.yaml': 'ffba0cd907d7f5e6b05987e4098d7556d4ad19e7d93917c8dc1c2953a38bf333',
  'attacks/share-pooling.yaml': '0656df3f2495f1cb90aa7532ce6f5fd3765a80f2bb3a34e1410cdfc88ea90bc9',
  'attacks/small-clusters.yaml': '01eda88279fe640236f1297ab308d4a81266b742fac8aa97987c2243934002c8',
  'attacks/steering.yaml': 'e695e9b7688b811043e97986960d94ec141a5fb7e45c839a4130bf143b843234',
  'kfed.yaml': '942bd2386d588d697a6da015d0e73dc206398f688c4a2aaab1a63b662f9ae716',
  'lloyd.yaml': '25fde798a01562411dd799465d564389f45e0009831f86a0a87eb163474d9f37',
  'membership.yaml': '1735c2a4444e00b95085fdf7a0b524eed35785192ff17e3f82b93e4427b870d1',
  'mufc.yaml': '4e97650215174c74d62d4ecec5ca2b72fc037664d298b6814319e3cef2a839de',
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
