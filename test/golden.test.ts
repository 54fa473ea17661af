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
  'attacks/anchored.yaml': 'ea0c8289a346a6337f82262bc870a721e73936289d3b35be395d25117bf69088',
  'attacks/blinding.yaml': 'fe39ed5992e81233bbbae429ec78e421679dee2bd5d4fa9f135b65825d130718',
  'attacks/geometry.yaml': 'd68b248a47994fb3fbf7f7f32f29e31530e771f3c301dc3a5b3cfa1723aa6b89',
  'attacks/leaving-out.yaml': 'd71dadf67d5d484960e7122712160c3a877ca2c58c57ceb0da2eea4e751286eb',
  'attacks/membership.yaml': '6796bdccd621683ceb72502150a1609d461c08e6c5710bb70ed462982d342996',
  'attacks/neighbours.yaml': '300ee246c32ed3eeaa2f19a60416f70f380ae93c53cf1c81b9f43636343fc90b',
  'attacks/order.yaml': '8e59a4830e2ad7bb815011ef278d1adafa2998d577d051a5505f99543c438d5d',
  'attacks/segments.yaml': 'deabf9908b0baa58b8b5f453d24c45b6d35acf9d5771710b1570e1b0a6a68924',
  'attacks/share-pooling.yaml': '5b66e53da896099e6af8af4a07caf41eaa5b43f414b30f7a6cbb0a94fde94886',
  'attacks/small-clusters.yaml': '8987fcfe771808b75250795011c22c403d207c0f9fc216904d6399da75b1f0cf',
  'attacks/split-view.yaml': 'd27ea4e4cb44e8efff171c7877447edd3435c97ef62c870f7f9b9c99bc364450',
  'attacks/steering.yaml': '0f45176b8cdffbf368278d8059fea1f6006039a6dd31e59a541d1103710efba1',
  'dropouts.yaml': 'a574c952892c59e6bc6f6465d2374061441f0877e6267639ea16390ad544618b',
  'fastlloyd.yaml': '1023133354c2c632f9623cd42bb39139f82ad88e2752a44ba8a4400155a10670',
  'faults/bandwidth-collapse.yaml': '31a0fef611e15e538bacdcc4a21408d116b850c00bd3703cb5306d1255c60e43',
  'faults/blame.yaml': '597d93b063d9a19b0bd0739ff275931a5009c90137469a1452493c48cfa2a23a',
  'faults/dropout-while-sharing.yaml': '41c16007ec2320d8f32ce711208f68f9e02cd7581409348da2adf389054f6f7b',
  'faults/duplicates.yaml': '1518960b588235ed692f77e65ed24b857a218dc3221457840802ce25b80ed234',
  'faults/equivocation.yaml': '3d7b6e83a88b2d5e0c9715424da42d02725bfed7d5e70736ba9f9911775b33f6',
  'faults/false-centres.yaml': '75733aae640d6c34145ebe92dd0b3b47a5957ab120f5ec240f13afe1147515df',
  'faults/false-points.yaml': '888f1b535aae6d79354ab36942ff78057e9537ddac8dcb1bbc3706e1b89a333c',
  'faults/flood.yaml': 'a5a96249d4d884d12f9bef8d392b5c0822678406602211aabcbac78c026b9b9f',
  'faults/loss-bursts.yaml': '3724dbaf1e0dd3efb7386d48412068e6079f69a12a89cb2e11176b41a7a4e768',
  'faults/malformed.yaml': '975570ca916b0f5fab9704d320a7c4ce59e57d71138d0c8aeb816d4d2c0cba3d',
  'faults/one-way.yaml': 'a81b9c8883e15ef464d588f82a99e46b1e9899cabe5dffe65e815982c527b4e7',
  'faults/oversized.yaml': '22be67d77ef79ef503fda6d432c0d07c5c7aa6bf58863b105a1862e893441518',
  'faults/partition.yaml': 'd5c2240c0ae993828d108747baf87583fcdf2b02d46b2af682fc7036d116e7bb',
  'faults/reordering.yaml': '695ecbff3bce16b3cec3a308d6499d2cab92e1f2a20f3f3950b09ae2a6bd395a',
  'faults/restart.yaml': 'd838322bb932bef3159d9fee6e865e6fbca27540a2719b65ac4a6c3b4fe1513c',
  'faults/server-restart.yaml': '847f069bde21d28ec24effba9aa03ee732abae176e9402669bb54905fadf9442',
  'faults/straggler.yaml': '0b6c95aaa992d98c7455d7119359e7f1c909af87462d72bb8953d291e199a31f',
  'faults/withheld.yaml': '9fd71d0b7315dc3014eda7170a08b18b4793db8c03488a3ee22e6b7b85c51e12',
  'feddp.yaml': '94132ced5b1acdc8bfcb7828b48c38fe5930ac1b8fb1346000099c828cfcce41',
  'kfed.yaml': '2d9981de4b3bdd2ecb6b11ee1c0caf67de5551f0e83e17e1033d47735af171bd',
  'lloyd.yaml': 'f72025f76599e0eda7532bb98f4524112efb5e1826e495d30dc120a67ce61406',
  'membership.yaml': 'f95176896912ea09e8f953580984b49e3127f13f6d81077867840cda8cc99ce7',
  'mufc.yaml': '94e3780653487b049a661ba1e40d111d23ef8f79158f01a7da407fc24f6e2c11',
  'quickstart.yaml': '60d09144f843d4dcd5dd8dcf6440050091cafbc39bd49e30e1a4bffa64931086',
  'reveal.yaml': '6ef88fed73473c75e8a3afcb94a536853a2d30c92eaebc6a17a42fa1cc10ccee',
  'segments.yaml': 'da0a62d33fcc06d26a7fcbde29bae9799534cfb81e3f5edc504a05a48744873f',
  'start/mixture.yaml': '5d8361e2e88f3ee3a998f3885f54caaa1c073718aa226c87a401a784485c6301',
  'swarm/dckmeans.yaml': '11c8ee3766e7b7ac084db69f24ec3a54cdd0ead45a0e497022b87fdfb255a59f',
  'swarm/fastlloyd.yaml': '02b7dfa79ffb687245ea1a3c8a480f19dd46e6bc6c27d74c55cd2478f8269a41',
  'swarm/feddp.yaml': 'be76e72b2b138451c669ee1f70353c20d1b7ff7c525c3d15036e37455658e205',
  'swarm/kfed.yaml': 'ce35a6f06a4e486146cfe479b04974e3484186075256084730a1c1596c997642',
  'swarm/lloyd.yaml': '0d81e3824778eb4e10e372fab7e3cffb6a0e1a1f892ec998cf85a80b616fea53',
  'swarm/mufc-byzantine.yaml': '9bef58adaa4ffef77a08dbb5edc469cf2f4f50189bdff9a6cab43e13ab765f13',
  'swarm/mufc.yaml': '01163701d1d15bcd7b6149fe9f7a3ed910edad349ef7d0f7eee5fc63fba5921c',
  'swarm/secfc-byzantine.yaml': 'c81b9c4f556f111008696de450445459d63d1f2a5b338053cc29d005982b2126',
  'swarm/secfc.yaml': '9219b3ff6ab4b86cb602bdf5c6368e2412bdf7c6573605a924812a815bc821af',
  'sweep/small.yaml': 'cef4f564976d49f5e741db852413cd7fecfb8e756f5ade00fb00d28f668c1125',
  'sweep/thesis.yaml': '4cb127f1b1d7fedeadde9a92f76866af62d58d9fcf51f58a04d43be6b7243dff',
  'unlearning.yaml': 'f28285c220c14c5bad3cd55da4984d76cfa934f448f475b4f645451d0b1d9afa',
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
