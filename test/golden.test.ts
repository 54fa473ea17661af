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
  'faults/bandwidth-collapse.yaml': 'd9b9bdf5dfb62441a242730029b3e57953df49a44dc7a71697c19f3540584abc',
  'faults/dropout-while-sharing.yaml': '1c8e906fbf714407e77e967800a25bbd1f9984fa78d846ab76eec3403407c372',
  'faults/duplicates.yaml': '389910f9fbe1c878da74bd63f15a34d12b286d8416a023b95fa3cf9273dced67',
  'faults/equivocation.yaml': '0618aaddabc6b6bf57c35550e46ef23c157fc49f7e4fcd8e008988ca885eb05c',
  'faults/flood.yaml': 'd24beb2b07f28ec94eb44ce0cec856474390345cd573d3dfcfa8a24d4880bcc3',
  'faults/garbled.yaml': 'ef1622e355ccd5e3424bdcb4a424a1766b2685985ab7b4149a58d1df52eea12e',
  'faults/loss-bursts.yaml': 'f2ee20f3c806769f09d1e873dd18ee32147f712f375155f01cb01daf2fc81c22',
  'faults/lying-centres.yaml': '21848c8eabbb305664f893c825f3fefe0914f2b033eb71bccec8d9cc20590cfb',
  'faults/lying-points.yaml': 'b7ba7518eb00bf65624b7e383025b614cdb585321e7efe08477e468d85ce1c5d',
  'faults/one-way.yaml': '9158cecf8c76c1530e2b896b49c898e7192a1b0092601075dc08c4969bd90655',
  'faults/oversized.yaml': 'da61d94d5c41147e5782c585793993d52425457d0b0f4059b87ded346c6c6417',
  'faults/partition.yaml': '882722056ff6374f271de48b3ef6f15296bc159499016e5951163ff6a2461cf6',
  'faults/reordering.yaml': 'f1be1ad98d2564acddf24241d28dfc1016b5dc30734b84aea3eed4a41e6fa5d9',
  'faults/restart.yaml': '1531ea46b2614d8b6885b94955ec1ed7213c04f6fa4d4f238b9990b4e3fcd4f1',
  'faults/server-restart.yaml': '9cb02a41d44fcc626e529dc4cbfe36dc03974867fc7a184d8a5c07d74f93e213',
  'faults/silence.yaml': '249421064d1bc8b84a2b799ccbb4d8aff2d2d0dfacb1aa026f5c11ecf8de07bd',
  'faults/straggler.yaml': '6f849352ad82589a912a19aa44f05f3f1a7629d71305d8b98999da44152bf885',
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
  '%s gives its golden trace, again and on any number of threads',
  { timeout: 120_000 },
  async (file) => {
    const hashes: string[] = [];
    // A bad day has nothing to do with threads that a good one has not.
    for (const threads of file.startsWith('faults/') ? [0, 2] : [0, 0, 1, 2, 4]) {
      const { hash, ending } = await run(loadScenario(folder + file, { protocols }), { protocols, threads });
      hashes.push(hash ?? ending);
    }
    expect(new Set(hashes).size).toBe(1);
    if (GOLDEN[file] === undefined) {
      throw new Error(`${file} has no golden hash: add '${file}': '${hashes[0]}' to the table in this test`);
    }
    expect(hashes[0]).toBe(GOLDEN[file]);
  },
);

test('every golden hash is that of a scenario', () => {
  expect(Object.keys(GOLDEN)).toEqual(files.filter((file) => file in GOLDEN));
});
