import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { inertia } from '../../../src/core/math/cluster/inertia.ts';
import { clusterSizes, NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { startLabels, startsOf } from '../../../src/core/protocol/start.ts';
import { run } from '../../../src/run/execute/run.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const plugins = [standard];
const { load } = scenarios();
const SECFC = 'secfc\n  clusters: 2\n  privacy: 2';
const START = 'start: { subsets: 1, restarts: 4 }\n  empty: farthest';
const text = (protocol: string, ...edits: [string, string][]): string =>
  edited(SMALL, [SECFC, `${protocol}\n  clusters: 5\n  ${START}`], ...edits);
const secfc = text('secfc\n  privacy: 2');
const lloyd = text('lloyd\n  scale: 1000');
const played = async (scenario: string, seed: number, set: readonly string[] = []) => {
  const loaded = load(scenario, { seed, set });
  return { ...(await run(loaded, { plugins })), points: loaded.data.points };
};

test('subsets give every cluster the requested number of points, each point once, and starts differ', () => {
  const points = fromRows(Array.from({ length: 30 }, (_, i) => [i]));
  const rule = { subsets: 3, restarts: 5 };
  const starts = startsOf(startLabels(rule, points, 4, new Random(7).stream('start')), 30);
  expect(starts).toHaveLength(5);
  for (const labels of starts) {
    expect([...clusterSizes(labels, 4)]).toEqual([3, 3, 3, 3]);
    expect(labels.filter((h) => h === NO_CLUSTER)).toHaveLength(18);
  }
  expect(new Set(starts.map((labels) => labels.join())).size).toBe(5);
});

describe.each([
  ['secfc', secfc],
  ['lloyd', lloyd],
])('%s from several starts', (_, scenario) => {
  test('equals centralised Lloyd in every iteration of every start, and keeps the best', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { findings, outcome, labels, points } = await played(scenario, seed);
      expect(findings).toMatchObject({ equalsLloyd: true, converged: true });
      expect(findings.quality?.occupiedClusters).toBe(5);
      const alone = await Promise.all(
        [1, 2, 3].map((restarts) =>
          played(scenario, seed, [`protocol.start={subsets: 1, restarts: ${restarts}}`]),
        ),
      );
      const losses = [...alone.map((one) => one.findings.loss as number), findings.loss as number];
      // Three starts begin as four do, so each more can only be better, but for the grid of the points.
      expect(losses).toEqual(losses.toSorted((a, b) => b - a));
      expect(losses.at(-1)).toBeCloseTo(inertia(points, labels as Uint16Array, 5), 6);
      expect(outcome).toMatchObject({ kind: 'clustered' });
    }
  });
});

test('SecFC and Lloyd on its grid have the same result from the same starts', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const [one, other] = [await played(secfc, seed), await played(lloyd, seed)];
    expect(one.labels).toEqual(other.labels);
    expect(one.findings.iterations).toBe(other.findings.iterations);
  }
});

test('the points of a client that is gone are in no start', async () => {
  const gone = [
    'faults=[{ fault: dropout, who: client-5, when: { at: 0ms } }]',
    'protocol.timeout=1s',
    'protocol.privacy=1',
  ];
  const { findings } = await played(secfc, 3, gone);
  expect(findings).toMatchObject({ equalsLloyd: true, missing: ['client-5'] });
});

test('a restarted server continues with the current start', async () => {
  const plain = await played(secfc, 2);
  const set = [
    'faults=[{ fault: crash, who: server, when: { round: 6 }, restartAfter: 10ms }]',
    'protocol.timeout=10s',
  ];
  const { findings, labels } = await played(secfc, 2, set);
  expect(findings).toMatchObject({ equalsLloyd: true });
  expect(labels).toEqual(plain.labels);
});

test.each([
  ['start: { subsets: 900 }', 'protocol.start.subsets: expected at most'],
  ['start: { subsets: 1, restarts: 2 }\n  disclosure: blinded', 'protocol.start.restarts: expected 1 where'],
  ['start: { subsets: 1, restarts: 2 }\n  disclosure: order', 'protocol.start.restarts: expected 1 where'],
  ['empty: farthest\n  disclosure: order', 'protocol.empty: expected keep where'],
  ['empty: farthest\n  minimumCluster: 2', 'protocol.empty: expected keep where small clusters'],
  ['start: { subsets: 1 }\n  minimumCluster: 2', 'protocol.start.subsets: expected at least minimumCluster'],
])('impossible settings are refused: %s', (settings, said) => {
  expect(() => load(edited(SMALL, [SECFC, `${SECFC}\n  ${settings}`]))).toThrow(said);
});
