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
  'attacks/anchored.yaml': '7bcfa9b9ddd0d89066dc7792533a69847569187019b48d9de75ac546b2aa3e5a',
  'attacks/blinding.yaml': '2e3918c79660c8d8e824a3a7208cbcd9ec1c33fb43710f7c8110f09b18659695',
  'attacks/geometry.yaml': 'b91f413a51dee3ff5dfc639285f1edf69c692ea5f4b9f443b54ac165a77dfad5',
  'attacks/membership.yaml': '7149032f4f50b9fda7d972888f964a8eb68a9493d46b2097c88f2335b6e297ce',
  'attacks/order.yaml': '38c8269241c3c6bfb6500be41ad757e67550282bb6772933815a8ddeb48b2d44',
  'attacks/segments.yaml': '23be9cb13e74467937436604efcc960986d0d7f6d5f1661bf6d66986969316ce',
  'attacks/share-pooling.yaml': '71eb045bd2b2f8e82bf1adfdd39a65c0a3cd08d230b71fa46a849e926b1fffff',
  'attacks/small-clusters.yaml': '92040e1dea7beab0c5d7e76bc5b48e31782655c39dfa96c9bba771d7a003ca4c',
  'attacks/steering.yaml': '2b1628bdcd2c632a9165e6a0d57da8b229cce53228bfbc9c4eb9c1665ab5aad4',
  'faults/bandwidth-collapse.yaml': '804d11aacb66d1f71359bd11c2652eaa51236938cde7bc2b2ba3c8655aaef7a1',
  'faults/blame.yaml': 'c0e1cdb44167740b0edf70405576fe7f6a6e4bbea90f9f29f30413300d62f601',
  'faults/dropout-while-sharing.yaml': 'f5a0cbb38cd27f5e2c4ec0422b099b988fb38305d8fe1863f47e23a58f43d3c8',
  'faults/duplicates.yaml': '87a14ec661d6a7c7846cf0a03e0a511e1432f5c3d5936896c50dea76e6cc45e2',
  'faults/equivocation.yaml': 'f0d8ed4fff99fb2b2787121671f11d5c7bfbb5d78a72381628859eeb08290163',
  'faults/flood.yaml': '5c4aa26bfa83b200d0e646af373bd7d27c866000c1f3b8662a525e89fbdff30a',
  'faults/malformed.yaml': 'a8d1295949303722b83e7651c291e48074c7015afb1f6c0210034dbb8f0a8e4d',
  'faults/loss-bursts.yaml': '766fe0207e4b38a3d4d49c0d98953dd24551f17c757c96cbc71dc1edd46ff786',
  'faults/false-centres.yaml': '9dbe080d142bf3630057f80b4dbdddc4d69845630ce0bd31a352d5ba8c221f78',
  'faults/false-points.yaml': 'e0ca03175e1fc07b05631051eb8e88963a02439bae8e4f865ef1c8dc9191a091',
  'faults/one-way.yaml': '94bf01122fbeb026d0a75d84bea33b4ce21ed9ebe65799dd13d4fce3c5d99dc6',
  'faults/oversized.yaml': '51f84548788e679ac281d7ecc183bd2021be8a47a81c1054cff1b3fc040e9946',
  'faults/partition.yaml': '42201bbd38ed80a0184d1dcaee83251d764b1667d4962064486a9046b2cf5a12',
  'faults/reordering.yaml': '79bbafd61841d6dfdfba21e5a08cb397b6cb73fc1518cfbd9cfbe79479a18500',
  'faults/restart.yaml': '9a17550da9c6ffef92d2cce85ac2946061e577e561c2b95ca489920f9ac2542c',
  'faults/server-restart.yaml': 'fc40a03d13734fa64561c3a769c2e4b908d780fd9a2903850a889479cd5d14eb',
  'faults/withheld.yaml': '5f7dd16cbc0d4e50b7bf86a4a7b58bc8bf0a0440889710a1532c78ba67b06e4c',
  'faults/straggler.yaml': '729f63e6c6a70c0a43feb0707ba2e27ef3bd030a58fde5ea3ba75548732ca0a2',
  'feddp.yaml': '2ff5410ae67efd7cc0b8f44d0adaef3fefb98dae25c5fddb148367f5ff80b29c',
  'kfed.yaml': 'b11f8fd3a12a253febcfd11bb7c7351e4db181b201385394f300da7323f5db99',
  'lloyd.yaml': '2f1c8eddc260dc77b930c4e22803e4def7e4e34549d2ef880176d773d54aa819',
  'membership.yaml': '16c84a1321f6cd0f524e7df48356d5c2d35ee7fe8cc85d55ca676b1e6802e8cb',
  'mufc.yaml': '683837733aeb598f13fa965c1cd58f077fdbb75c11e277e2e16d6fce1f8e0a1c',
  'quickstart.yaml': '28e162f35ebde65e92052fbb40613e9fc0bb8c318b236b3c47bcef2e28fbca25',
  'reveal.yaml': 'acb1a36fcda545201e71b67910f8d3d5620c1eff186073e7f1734e134e7536a7',
  'segments.yaml': '57df6be4c2b0f319cc5bf661bc4c09cac9e7165d89eb6077fab737043b5350d3',
  'swarm/dckmeans.yaml': '81448038d0920715d7b0993297c8aa99539ec7df323a410e65f7a7bd9294982e',
  'swarm/feddp.yaml': '4625621a753929a72fe8164c189e4f89260d2f28d76be1c0652c58191dd6bcb7',
  'swarm/kfed.yaml': 'aa82e6103620ccd00e3ddf4fb825ab8c5f1803abeeebe7ae97326173f30a8c79',
  'swarm/lloyd.yaml': 'c55e2c0d6268b37460d24d26a40c842dffda65c7f13a4e2573026a45aa414563',
  'swarm/mufc-byzantine.yaml': '6dad5498935854b97fc888a860ca6a8c2cc3309f8ca90be181e640ad0f93afab',
  'swarm/mufc.yaml': 'e3e7b8b5e6c9aa53fdef12f169ca8553a5232cabd216b6d30c7738fff9de88ef',
  'swarm/secfc-byzantine.yaml': '8214464d3b40d43ac8818946ff76efdc3637c5f1e4380909537c3c3a2b6d0149',
  'swarm/secfc.yaml': '1cf584689e2e55d49d1eb66a547da7d25ed9d4b803fa1b05ad4c237243edc8a0',
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
