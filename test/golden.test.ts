/**
 * The trace of every scenario that comes with Cahoots is pinned: the same on any machine, with any number of threads.
 * A hash changes only with what is meant to change a scenario or what happens in it; its new value then goes into the table.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { standard } from '../actors/index.ts';
import { run } from '../src/run/run.ts';
import { loadScenario } from '../src/scenario/load.ts';

const plugins = [standard];

const GOLDEN: Readonly<Record<string, string>> = {
  'attacks/anchored.yaml': 'e87271bbc147c9b3d5a310855c452ef475f336a34cc3edbb33b2995b183c50db',
  'attacks/blinding.yaml': 'e4f9a913d213493cc60c23f5ec05f95db8399260357329fb6ef528067f651aa8',
  'attacks/geometry.yaml': '093cf2abb6abc736efc6313c66b41828da80d9df2cd7bd1e59e9c0608e834a8f',
  'attacks/membership.yaml': 'c618befd299930f7d04009bbb87a97b4f899cd37017085a139001234e60cbe3a',
  'attacks/segments.yaml': 'ffba0cd907d7f5e6b05987e4098d7556d4ad19e7d93917c8dc1c2953a38bf333',
  'attacks/share-pooling.yaml': '0656df3f2495f1cb90aa7532ce6f5fd3765a80f2bb3a34e1410cdfc88ea90bc9',
  'attacks/small-clusters.yaml': '01eda88279fe640236f1297ab308d4a81266b742fac8aa97987c2243934002c8',
  'attacks/steering.yaml': 'e695e9b7688b811043e97986960d94ec141a5fb7e45c839a4130bf143b843234',
  'faults/bandwidth-collapse.yaml': '5b18fe6b298bb5f722dc88961e75e41e3f76c5063efcf76726afaa5466bac3b0',
  'faults/dropout-while-sharing.yaml': 'da012b9a93e68b461c17e6da407d6ec16573cce697779efde3b016ec8b83847b',
  'faults/duplicates.yaml': '6ff3e6880a7b8aea4514f0d34dbad16c15d14fc7fe3de95f8d860fd3ff70a487',
  'faults/equivocation.yaml': '7ad385df8c55e9475e4ac48221d455dd274c02ebc06b4ddd5af4f5028496420b',
  'faults/flood.yaml': 'c733ed2030d0d674d13925c18a46a000dd3fa2e3f0431034fc98fa570f78ee4d',
  'faults/garbled.yaml': 'c54f98d35f9307cd4a53b27328f1ba76e4d6d141932ea9144e191cafe6ea543e',
  'faults/loss-bursts.yaml': '78e925f33e68f72709befe500d1620d4f8bfcd8c87962d61ab59df3bbb349a4e',
  'faults/lying-centres.yaml': 'f911966c2de2a310eaf92e2e107a9b7e776d82b85b0dec6ebeb6319eec86a1f6',
  'faults/lying-points.yaml': '84ffe1d62b9f37829d3ab7a4dcaad4cf1fd15a4d41a352e1682592e2392be419',
  'faults/one-way.yaml': 'e188386e587e26b62681a9ca1059fefe76aa2236d49765fa5e681e88e13def1d',
  'faults/oversized.yaml': '53710b641a41f285cf10aacbff17e58f2388795eaee5a050df31b2f56dd62978',
  'faults/partition.yaml': 'a06f1da26b3009651c9eef394f8cd69b80533f3a2a8d9f8664bb613a987d859c',
  'faults/reordering.yaml': 'cd444a1e83146e82e2c15f9f51ea2db4682faaec522296e385a879b47db1c130',
  'faults/restart.yaml': 'a116602c96858c047ad75652a78c7c7a441fb7cd0f476b1e7c005a63b44c51be',
  'faults/server-restart.yaml': '173338997ad10dd11a31255d5e7f1fe1c03f7a917f4ccc19073fe07945e3b35c',
  'faults/silence.yaml': 'e9fb7af75d537ea74ba3d1e22aa1f06d225922e2c5dbef4a11f29a55fdb81f47',
  'faults/straggler.yaml': '5c36e3a05c7a23cbae73d5bb479ab1b162ae6aa968dd2bce8a54fd74edcf2477',
  'kfed.yaml': '942bd2386d588d697a6da015d0e73dc206398f688c4a2aaab1a63b662f9ae716',
  'lloyd.yaml': '25fde798a01562411dd799465d564389f45e0009831f86a0a87eb163474d9f37',
  'membership.yaml': '1735c2a4444e00b95085fdf7a0b524eed35785192ff17e3f82b93e4427b870d1',
  'mufc.yaml': '4e97650215174c74d62d4ecec5ca2b72fc037664d298b6814319e3cef2a839de',
  'quickstart.yaml': 'f68f608b7162986f21df3b008e1093ef36d35edbe49ee716ee6737999b72400e',
  'reveal.yaml': '2b1f286ea931f913fcf3fb3a9598f91bd20323a6c97473fe98822f86ca06f5d4',
  'segments.yaml': 'ca05a1c79e6eb78ac9d057ec85246481549cc43922038beaf2c84d3f6ed49802',
  'swarm/dckmeans.yaml': 'aa41d2ba1901359e378a204924995afa807e1ddac8e2f2274a14646220dd117e',
  'swarm/kfed.yaml': '49bbc967f8250016091cdff01ea4c8eccd17bc40f2b038f003763fa1a2102eae',
  'swarm/lloyd.yaml': '0b2a08ac327e7d579839d2d75d5bb06091a7bad18e1f29375684536adf661f11',
  'swarm/mufc.yaml': 'bf6089a915c513290cae88c8bcd679d7fc88913deef2a653bc60c997b33550d0',
  'swarm/secfc-liars.yaml': '2f9975fc5c6fe033ce6eecdb1aa328402978d9d6fa7e7cfd77008c86d5f9d79c',
  'swarm/secfc.yaml': '8e64d82ff34ff55193b6a838391999ea8d627bc82a62223e2eb09640f6d87dd6',
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
      const { hash, ending } = await run(loadScenario(folder + file, { plugins }), { plugins, threads });
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
