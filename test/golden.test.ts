/**
 * The trace of every scenario that comes with Cahoots is pinned: the same on any machine, from source and from the
 * build, with any number of threads. Threads are the build's, which start ten times as fast.
 * A hash changes only with what is meant to change a scenario or what happens in it; its new value then goes into the table.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { builtMachine } from './support/built.ts';
import { thoroughly } from './support/long.ts';

const plugins = [standard];
const built = await builtMachine();

/** Threads by their number: what they remember of one scenario must not change another. */
const executors = new Map(
  [0, 1, 2, 4].map((threads) => [threads, built.openExecutor({ ...built, threads })]),
);
afterAll(() => Promise.all(Array.from(executors.values(), (executor) => executor.close())));

const GOLDEN: Readonly<Record<string, string>> = {
  'attacks/anchored.yaml': 'abc31e58a1d28d9bc88aed05ca6fa1c14a8ca306973e465b25b91aadd0d2921b',
  'attacks/blinding.yaml': '649b10b7a6240fefe04f2a58a7f54edf5c62a5dcba283bd0065044a0a8c39730',
  'attacks/geometry.yaml': '9eda3621d407f56ade412e513d092356afbb6a41a7dd9161eba1aa4ce36d1ba3',
  'attacks/leaving-out.yaml': 'f538b3564cf185bd9eb90cf20ac3c56f223bd072e877c4e79812e3d05a049374',
  'attacks/membership.yaml': '1c63f63b0bc0b54f8f736ffdfa2aa89b2bf99f06596ad6f35e4930d27daf3556',
  'attacks/neighbours.yaml': '300ee246c32ed3eeaa2f19a60416f70f380ae93c53cf1c81b9f43636343fc90b',
  'attacks/order.yaml': 'c0c8d9d79bc4ba444db55af87efc25994ef861d37e7182566b0cc94671d3b94b',
  'attacks/probing.yaml': 'e3f19035764fc1e18bde1db0282400d9c00b34f2b40d3d44213f480798a178a9',
  'attacks/segments.yaml': '1168102970b740630b468d586e0b74d4346149a86131c7a1e856b2a1ebc1fd67',
  'attacks/share-pooling.yaml': 'd961b508378d3c528773458b636d696ad0032a2e5d725f27e0c092ccdd017cf9',
  'attacks/small-clusters.yaml': '75dba6907d1bcb66eb39e1ed032b92864321fc0831310f8312b8da56bce6b508',
  'attacks/split-view.yaml': '045c57b3f748ce1f857127ef7fe51d73f349d387e38546bd39fad8949f260236',
  'attacks/steering.yaml': 'a3fdce04c7983de7c964d7d1634bed18f890db1d510cabd2b4d4a21dbc431113',
  'attacks/sybil-noise.yaml': '5bd6f0676e37d0dd3b5d273ff6b559c51ca7bdd22655bcc9e6cec87a4b3623d4',
  'attacks/sybils.yaml': '3b4144f25eb05835df8441986a76e65efbf8db896a9896bc7613022d4e884103',
  'dropouts.yaml': 'e6ebf29d8b8f70b0bf3d188dd51ca22a12b202335b8ae459325904d95676af51',
  'fastlloyd.yaml': '1023133354c2c632f9623cd42bb39139f82ad88e2752a44ba8a4400155a10670',
  'faults/bandwidth-collapse.yaml': '937dee427e9e040a58b5ec8489650d4ae027f233034b2120034b39fc19db4c32',
  'faults/blame.yaml': '53f20c2de08d0cad1330bbc0359ea9da30a0e42172d182d9d2c8668100ffb80d',
  'faults/dropout-while-sharing.yaml': '15a6bab827a35888a97c8b3076020d0232c1bf92dcac37d0fba84359be7a1c21',
  'faults/duplicates.yaml': 'eca7050d73cec84dd76c2678bb4bb8cc66b548842fb8f8fbfe34f0386f8c2e84',
  'faults/equivocation.yaml': '997f1c69e2dbd9e15802315d261afbd1c49b74cd10e669013960a7f9a28af23b',
  'faults/false-centres.yaml': '6b816caae3debd18a1aa998fb03c8591b21a5b4819c5aa9ece47032d6b9a49de',
  'faults/false-points.yaml': 'c0200598746e663d034bfdc9c18b1024cd9c4763778d8cd56b94b94a6822d889',
  'faults/flood.yaml': '4da8283b2ffacc711035d5a9a62c3c2a010f8478fab8e37ff2cc06916bae3e43',
  'faults/loss-bursts.yaml': '662772459558d129e677563207eebf4cfc73f81df38c4d952ef716f9f507e04a',
  'faults/malformed.yaml': 'fb297ed8ff1753dbbce90d322f4eef0fad01243cb3e0e753ec0c5fed82e96716',
  'faults/one-way.yaml': 'fca106d5aeade03ba8bdf638aee682cb199d446a95672dc8479079bbbb90f069',
  'faults/oversized.yaml': '8e91522f5ea99e72b091d8c74f0546a5c884d76d525d44efadc111284dd03cf9',
  'faults/partition.yaml': '75d5aef763440794dc1925457c7104a9356c2fd2cd933206d8f1c1b1d77cff3d',
  'faults/reordering.yaml': '252666661865c5296de10669eea1f42e67939effd2311cf05c7b1d39ee7530c4',
  'faults/restart-while-sharing.yaml': '038841d62b4f399b8f62a74861be1bd5c236f61f0f955218f2044d68c47d6c4f',
  'faults/restart.yaml': '95b010dd9a387d6d2d663b4c7239476071d180a1f0b6cabc799eb0651b7dbb50',
  'faults/server-restart.yaml': '008c763b5ad50842ab9d81bc5246c5b09aa08a1107f0ada8dc31bf640a785a08',
  'faults/straggler.yaml': '66ddc2e54cb34522be59b60e74c64ec6a8136cec91005567bccb4b96fb09d431',
  'faults/withheld.yaml': 'f605b154659082a6af1bd41d2b2a61cf7218e638e23b332d92959ef274119238',
  'feddp.yaml': '94132ced5b1acdc8bfcb7828b48c38fe5930ac1b8fb1346000099c828cfcce41',
  'flamingo.yaml': '720852d2805a71188ad94342d93c44807f7ae6e779e9d691504130a3a058d883',
  'kfed.yaml': 'd1b5c202cc9d84ebdcd81d40be4127fd6ffb47803af0a972e86a0cea9b754a79',
  'lloyd.yaml': '766f7013f455b8b69a87a405e98aef86ef40c3e2770ef3689c5022b8bba3411a',
  'membership.yaml': '32c2eb1b68c0af29236f50dd354e073804753afa85a47187c794506931657b84',
  'mufc.yaml': '94e3780653487b049a661ba1e40d111d23ef8f79158f01a7da407fc24f6e2c11',
  'proven-cells.yaml': 'e51e82c542c1bbcdcbc81b081788e98446aedb400ba2075c112fe56346bfab8d',
  'proven.yaml': '492e2ed447f73c777713735e7a22c8b79636484695558ba6192a8de60419a4c1',
  'quickstart.yaml': 'ee99ae6a89abb7d932e6dc6a08da576714935abfc92821bfd33ee116e3408aad',
  'reveal.yaml': '1e5f6a7d6b6abcd79afa3f8213c37999f72c28ced9fbaa1c7dfdc5a6e0070625',
  'segments.yaml': '515524a10f4740e0fd317f64978ff323ab710364004fa7a33f1edad7138c2146',
  'start/mixture.yaml': '9f6c9dce2e8b2bb1566375babfbff1e2a3301a4135fccdc67378ddefc540754b',
  'sums.yaml': '0e8da9652e3c93b4025d5018748d2235f4355f16c942b3d17f6b885af4a96bb3',
  'swarm/dckmeans.yaml': '11c8ee3766e7b7ac084db69f24ec3a54cdd0ead45a0e497022b87fdfb255a59f',
  'swarm/fastlloyd.yaml': '02b7dfa79ffb687245ea1a3c8a480f19dd46e6bc6c27d74c55cd2478f8269a41',
  'swarm/feddp.yaml': 'be76e72b2b138451c669ee1f70353c20d1b7ff7c525c3d15036e37455658e205',
  'swarm/kfed.yaml': '1f3cafb4aed7353e6b39425a7db6b3d6a4dfd8d70145110da11f09812eb77921',
  'swarm/lloyd.yaml': 'acdfa65e4d422cb99e7a3369fc40bf0249e2ccc8d122036e3ac896fc6e82ee8c',
  'swarm/mufc-byzantine.yaml': '5c9f08b6420e65a23e3855702e5b737d3a7f4a9e34f70a35606efa2b1564c609',
  'swarm/mufc.yaml': '01163701d1d15bcd7b6149fe9f7a3ed910edad349ef7d0f7eee5fc63fba5921c',
  'swarm/secfc-byzantine.yaml': 'af964c5b9297eef9a1837be1c9135ed1a1fbe3ee0c8a08e28eb0764ea6d3d69c',
  'swarm/secfc.yaml': 'd3b4863a3f8d2f61a04b40f4a3aef65e27255f9b5bff93485d3cd8978351405f',
  'sweep/small.yaml': '9db82dafb90bba9680fdfd1b65279fa2a305285d9b79f4258703dca531b36366',
  'sweep/thesis.yaml': '0e5899633ffc52407e705ab0f3a4265ae2d0beb0f4f87ddb81144bd22881705f',
  'sweep/trade-off.yaml': '1011b5719247113aeadda070dbb130ba02e75e1644ee32514c350e051988f6d5',
  'tcp.yaml': '570e94f0dbd63e2fe0304df2387efb2f09dabd21a88273506f1413b759d4e797',
  'unlearning-clients.yaml': '2439b69df255f0ef3a802d3044137db43cf9c80add3d000430cadc1c5212750b',
  'unlearning.yaml': 'f28285c220c14c5bad3cd55da4984d76cfa934f448f475b4f645451d0b1d9afa',
};

const folder = fileURLToPath(new URL('../scenarios/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  // Those of the papers are as large as the papers' tables.
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('paper/'))
  .toSorted();

/** Attacks, faults and sweeps of protocols that other scenarios run too, of which `npm test` takes the source alone. */
const ALIKE = thoroughly(/^(attacks|faults|sweep)\//, /^$/);

/** What takes seconds, of which `npm test` takes the build alone. */
const LARGE = thoroughly(/^(flamingo|sums|feddp|proven|proven-cells|unlearning-clients)\.yaml$/, /^$/);

/** Threads on which small scenarios run besides: in `npm test` each on one number of them. */
const threadsFor = (at: number): readonly number[] => thoroughly([[0], [1], [4]][at % 3], [0, 1, 4]);

test.each(files.map((file, at) => [file, at] as const))(
  '%s gives its golden trace, again and on any number of threads',
  { timeout: 120_000 },
  async (file, at) => {
    const hashes: string[] = [];
    const fromSource = async (): Promise<void> => {
      const { hash, ending } = await run(loadScenario(folder + file, { plugins }), { plugins, threads: 0 });
      hashes.push(hash ?? ending);
    };
    const fromBuild = async (threads: number): Promise<void> => {
      const scenario = built.loadScenario(folder + file, built);
      const executor = executors.get(threads);
      const { hash, ending } = await built.run(scenario, { plugins: built.plugins, executor });
      hashes.push(hash ?? ending);
    };
    if (!LARGE.test(file)) await fromSource();
    if (!ALIKE.test(file)) await fromBuild(2);
    // A small one of every protocol.
    if (file.startsWith('swarm/')) {
      await fromSource();
      for (const threads of threadsFor(at)) await fromBuild(threads);
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
