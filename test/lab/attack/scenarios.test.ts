/** The shipped scenarios of attacks: what their first lines promise comes out, to the number. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { attacked as sums } from '../../../examples/sums/privacy.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { pluginsWith } from '../../support/plugins.ts';

const folder = fileURLToPath(new URL('../../../scenarios/attacks/', import.meta.url));
const example = fileURLToPath(new URL('../../../examples/sums/single-mover.yaml', import.meta.url));

/** What each finds out, without p-values and errors, which are about rounding. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'anchored.yaml': [
    'client-1: share-rank: 0.0 %: symbols leaked 0 of 1',
    'client-1: share-pooling: 0.0 %: coordinates back 0 of 1620',
    'client-1: assignments: 100.0 %: clusters known 270 of 270, rounds told 8',
    'client-1: half-spaces: 6.5 %: ',
    'server, client-1: share-rank: 0.0 %: symbols leaked 0 of 1',
    'server, client-1: anchored-geometry: 100.0 %: coordinates back 1620 of 1620, points wholly 270 of 270',
  ],
  'blinding.yaml': [
    'server: segments: 29.7 %: rank by round 2 3 | 2 3, segments placed 0 of 2, full after round 2, distances exact 0.0 %',
    'server: unblinding: 99.6 %: distances unblinded 99.6 %',
  ],
  'geometry.yaml': [
    'server: geometry: 100.0 %: rank by round 2 4 6, full after round 3, distances exact 100.0 %',
  ],
  'leaving-out.yaml': [
    'server: single-clients: 25.0 %: clients opened 2 of 8, sums opened 3, smallest sum 6',
    'server: removed-points: 0.0 %: requests seen through 0 of 2, cells that lost points 0',
  ],
  'membership.yaml': [
    'server: membership: 100.0 %: area under the curve 1.000, true positives at 1 % 100.0 %',
  ],
  'neighbours.yaml': [
    'server and any 4 clients: single-clients: 6.3 %: clients opened 1 of 16, sums opened 2, smallest sum 1',
    'server, client-1, client-2 and 7 more: single-clients: 27.3 %: clients opened 3 of 11, sums opened 5, smallest sum 1',
  ],
  'order.yaml': ['server: comparisons: 97.0 %: distances exact 0.1 %'],
  'probing.yaml': ['client-1: probed-points: 100.0 %: points to a step of the grid 180 of 180'],
  'segments.yaml': [
    'server: geometry: 41.9 %: rank by round 3 6, full after round never, distances exact 0.0 %',
    'server: segments: 100.0 %: rank by round 2 | 2 | 2 | 2, segments placed 4 of 4, full after round 1, distances exact 100.0 %',
  ],
  'share-pooling.yaml': [
    'any 3 clients: share-rank: 0.0 %: symbols leaked 0 of 4',
    'any 3 clients: share-pooling: 0.0 %: coordinates back 0 of 2080',
    'any 4 clients: share-rank: 25.0 %: symbols leaked 1 of 4',
    'any 4 clients: share-pooling: 25.0 %: coordinates back 0 of 1920',
    'any 5 clients: share-rank: 50.0 %: symbols leaked 2 of 4',
    'any 5 clients: share-pooling: 50.0 %: coordinates back 0 of 1760',
    'any 6 clients: share-rank: 75.0 %: symbols leaked 3 of 4',
    'any 6 clients: share-pooling: 75.0 %: coordinates back 0 of 1600',
    'any 7 clients: share-rank: 100.0 %: symbols leaked 4 of 4',
    'any 7 clients: share-pooling: 100.0 %: coordinates back 1440 of 1440',
    'every set of up to 3 clients: share-rank: 0.0 %: symbols leaked 0 of 4',
  ],
  'small-clusters.yaml': [
    'server: small-clusters: 31.0 %: points sent as they are 93, in clusters of two 118, of three 69',
  ],
  'split-view.yaml': ['server: single-clients: 12.5 %: clients opened 1 of 8, sums opened 2, smallest sum 1'],
  'sybil-noise.yaml': [
    'server, client-7, client-8 and 4 more: single-clients: 11.7 %: clients opened 1 of 6, noise that hides them 8.3 %',
  ],
  'sybils.yaml': [
    'server, client-6, client-7, client-8: single-clients: 20.0 %: clients opened 1 of 5, sums opened 1, smallest sum 1',
  ],
  'steering.yaml': [
    'server: geometry: 100.0 %: rank by round 6 13 20, full after round 3, distances exact 100.0 %',
  ],
};

async function found(file: string, set: readonly string[] = []): Promise<string[]> {
  const plugins = pluginsWith(sums);
  const { certificate } = await attackRun(loadScenario(file, { plugins, set }), { plugins });
  return (certificate?.findings ?? []).map(({ coalition, attack, exposed, measures }) => {
    const numbers = Object.entries(measures)
      .filter(([name]) => !/error|uniformity|within|guess|claimed|R2/.test(name))
      .map(([name, value]) => `${name} ${value}`);
    return `${coalition}: ${attack}: ${(100 * exposed.most).toFixed(1)} %: ${numbers.join(', ')}`;
  });
}

const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));

test.each(files)('%s comes out as expected', async (file) => {
  expect(await found(folder + file)).toEqual(EXPECTED[file]);
});

test.each(files)('%s begins with what to look at', (file) => {
  const comment = readFileSync(folder + file, 'utf8').split('\nversion:')[0];
  expect(comment.split('\n').length).toBeGreaterThanOrEqual(3);
  expect(comment.split('\n').every((line) => line.startsWith('# '))).toBe(true);
});

describe('what the first lines say to try', () => {
  test('comparisons of few clusters in many dimensions leave more open', async () => {
    const [map] = await found(`${folder}order.yaml`, ['data.dimension=6', 'protocol.clusters=4']);
    expect(map).toMatch(/^server: comparisons: \d\.\d %: /);
  });

  test('comparisons of points on a line place most of them', async () => {
    const [map] = await found(`${folder}order.yaml`, ['data.dimension=1']);
    expect(map).toMatch(/^server: comparisons: 81\.3 %: /);
  });

  test('a smallest cluster does not stop a server that steers', async () => {
    expect(await found(`${folder}steering.yaml`, ['protocol.minimumCluster=5'])).toEqual(
      EXPECTED['steering.yaml'],
    );
  });

  test.each([
    ['a threshold above half', ['protocol.aggregation.threshold=7']],
    ['signed survivors', ['protocol.aggregation={ threshold: 7, malicious: true }']],
  ])('%s stops a split view', async (_, set) => {
    const [line] = await found(`${folder}split-view.yaml`, set);
    expect(line).toMatch(/^server: single-clients: 0\.0 %/);
  });

  test.each([
    ['sybils.yaml', 'a higher threshold', 'protocol.aggregation.threshold=5'],
    [
      'sybil-noise.yaml',
      'noise for honest clients',
      'protocol.noise={ policy: honest-minimum, colluding: 6 }',
    ],
  ])('%s: %s leaves Sybils nothing', async (file, _, set) => {
    const [line] = await found(folder + file, [set]);
    expect(line).toContain('single-clients: 0.0 %: clients opened 0 of');
  });

  test('two more clients, and an answer that may be wrong, leave a client that lies nothing', async () => {
    const [line] = await found(`${folder}probing.yaml`, ['clients=9', 'protocol.byzantine=1']);
    expect(line).toMatch(/^client-1: probed-points: 0\.0 %: points to a step of the grid 0 of /);
  });

  test('signatures do not stop Sybils', async () => {
    const [line] = await found(`${folder}sybils.yaml`, [
      'protocol.aggregation={ threshold: 6, malicious: true }',
      'collusion=[{ members: [server, client-4, client-5, client-6, client-7, client-8], adversary: isolating, attacks: [single-clients] }]',
    ]);
    expect(line).toContain('single-clients: 33.3 %: clients opened 1 of 3');
  });

  test('the whole graph keeps clients from nine of twenty', async () => {
    const lines = await found(`${folder}neighbours.yaml`, ['protocol.aggregation={ threshold: 14 }']);
    for (const line of lines) expect(line).toContain('single-clients: 0.0 %');
  });

  test('one centre for ten points gives none of them away', async () => {
    expect(await found(`${folder}small-clusters.yaml`, ['protocol.clustersPerClient=1'])).toEqual([
      'server: small-clusters: 0.0 %: points sent as they are 0, in clusters of two 0, of three 0',
    ]);
  });

  test('single movers give points of sums away, more of them the longer it runs', async () => {
    expect(await found(example)).toEqual([
      'server: single-mover: 17.3 %: points exposed 52 of 300, wrong claims 1',
      'server: linear: 39.3 %: points exposed 118 of 300, wrong claims 0',
    ]);
    const [short] = await found(example, ['protocol.rounds=4']);
    expect(short).toContain('points exposed 20 of 300');
  });
});
