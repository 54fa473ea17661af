import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { SYN_BYTES } from '../../../src/core/engine/tcp/spec.ts';
import { run, type RunResult } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import type { CausalGraph } from '../../../src/run/timing/causal-graph.ts';
import { criticalPath, waitedFor } from '../../../src/run/timing/critical-path.ts';

const plugins = [standard];

async function overTcp(
  name: string,
  ...set: string[]
): Promise<{ readonly result: RunResult; readonly causalGraph: CausalGraph }> {
  const file = `scenarios/${name}.yaml`;
  const scenario = loadScenario(file, { plugins, set: ['network.transport=tcp', ...set] });
  const result = await run(scenario, { plugins, timing: true });
  return { result, causalGraph: result.causalGraph as CausalGraph };
}

describe.each([
  ['tcp', []],
  ['tcp', ['network.paths=star', 'network.tcp.nagle=on']],
  ['tcp', ['network.preset=lan', 'network.latency=0ms', 'network.tcp.connect=before']],
  ['swarm/mufc', ['network.preset=mobile']],
  ['swarm/dckmeans', ['network.latency=0ms', 'network.tcp.connect=before']],
  ['faults/partition', []],
  ['faults/loss-bursts', []],
  ['faults/duplicates', []],
  ['faults/restart', ['network.latency=40ms']],
  ['faults/flood', []],
])('over TCP, %s %j', (name, set) => {
  test('comes when its trace says; waits add up to the time to the result, and links to what was sent', async () => {
    const { result, causalGraph } = await overTcp(name, ...set);
    expect(causalGraph.contradiction).toBeUndefined();
    const { resultNs } = result.ledger.ends(result.endNs);
    const path = criticalPath(causalGraph) ?? [];
    const places = path.map(({ startNs }, i) => startNs - (i === 0 ? 0 : path[i - 1].endNs));
    expect(places.every((gapNs) => gapNs === 0)).toBe(true);
    expect(waitedFor(path).reduce((sum, { ns }) => sum + ns, 0)).toBe(resultNs ?? 0);
    const loads = causalGraph.links.loads(result.endNs);
    expect(loads.filter(({ utilisation }) => utilisation > 1.000_001)).toEqual([]);
    const carried = loads
      .filter(({ direction }) => direction === 'uplink')
      .reduce((sum, { bytes }) => sum + bytes, 0);
    // Messages are said beforehand to cost what they do if nothing is lost or answered soon; a relay carries everything twice.
    const said = result.ledger.balance.sent.wireBytes;
    expect(carried / said).toBeGreaterThan(name.startsWith('faults/') ? 0.5 : 0.8);
    expect(carried / said).toBeLessThan(set.includes('network.paths=star') ? 2.3 : 1.2);
  });
});

test('what waits for windows and for connections to open is told apart', async () => {
  const { causalGraph } = await overTcp('tcp', 'network.loss=0');
  const waits = waitedFor(criticalPath(causalGraph) ?? []);
  const connection = waits.filter(({ resource }) => resource === 'connection');
  expect(connection.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(0.05);
  const before = await overTcp(
    'tcp',
    'network.loss=0',
    'network.tcp.connect=before',
    'network.tcp.initialWindow=1000',
  );
  expect(before.result.endNs).toBeLessThan(causalGraph.result?.atNs ?? 0);
});

test.each(['droptail', 'fq'])(
  'a lone message waits for its connection to open, and then for links rather than for its window: %s',
  async (discipline) => {
    const { causalGraph } = await overTcp(
      'lloyd',
      'clients=1',
      'data={ source: gaussian-mixture, points: 100, dimension: 20, components: 4, deviation: 1 }',
      'network.latency=20ms',
      'network.clients={ uplink: 20Mbps, downlink: 100Mbps }',
      'network.server={ uplink: 400Kbps, downlink: 200Kbps }',
      `network.queue={ discipline: ${discipline} }`,
      'network.tcp={ connect: first, initialWindow: 2 }',
    );
    const waits = waitedFor(criticalPath(causalGraph) ?? []);
    const connection = waits.find(({ resource }) => resource === 'connection');
    // A packet in each direction, over the links of both sides.
    const synNs = [20e6, 200e3, 400e3, 100e6].reduce((sum, bps) => sum + (SYN_BYTES * 8e9) / bps, 0);
    expect(connection?.ns).toBe(2 * 20e6 + synNs);
  },
);
