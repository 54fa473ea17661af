/** Small scenarios over random networks and devices, and the causal graphs of their runs. */

import * as fc from 'fast-check';
import { run, type RunResult } from '../../src/run/execute/run.ts';
import { conditionsOf } from '../../src/run/scenario/conditions.ts';
import { reloadScenario } from '../../src/run/scenario/load.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import type { RoleSize } from '../../src/core/engine/messages/directory.ts';
import type { Rule } from '../../src/core/engine/network/rule.ts';
import { CausalGraph } from '../../src/run/timing/causal-graph.ts';
import { plugins } from './plugins.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';

export const CLIENTS = 5;

const speed = fc.constantFrom('100Kbps', '2Mbps', '50Mbps', 'unlimited');
const latency = fc.constantFrom<unknown>(
  '10ms',
  '0ms',
  { uniform: { minimum: '1ms', maximum: '40ms' } },
  {
    lognormal: { median: '20ms', sigma: 0.5 },
  },
);

/** What a scenario says of everything but its faults. */
export const undisturbed: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    protocol: fc.constantFrom<object>(
      { name: 'lloyd', clusters: 3 },
      { name: 'kfed', clusters: 3, clustersPerClient: 2 },
      { name: 'secfc', clusters: 3, privacy: 2, scale: 100, reveal: true },
      { name: 'secfc', clusters: 3, privacy: 1, scale: 100 },
      { name: 'mufc', clusters: 3 },
    ),
    seed: fc.nat(1000),
    paths: fc.constantFrom('mesh', 'star'),
    latency,
    loss: fc.constantFrom(0, 0, 0.05),
    ends: fc.tuple(speed, speed, speed, speed),
    rates: fc.array(fc.constantFrom('50Kop/s', '1Mop/s', '500Mop/s'), { minLength: 6, maxLength: 6 }),
  })
  .map(({ protocol, seed, paths, latency: latencies, loss, ends, rates }) => ({
    seed,
    clients: CLIENTS,
    data: {
      source: 'gaussian-mixture',
      points: 40,
      dimension: 3,
      components: 3,
      deviation: 1,
      partition: { by: 'iid' },
      scale: { minimum: -0.5, maximum: 0.5 },
    },
    protocol,
    network: {
      preset: 'lan',
      paths,
      latency: latencies,
      loss,
      server: { uplink: ends[0], downlink: ends[1] },
      clients: { uplink: ends[2], downlink: ends[3] },
    },
    devices: {
      server: rates[5],
      overrides: rates.slice(0, CLIENTS).map((rate, j) => ({ actors: [`client-${j + 1}`], rate })),
    },
  }));

export const ROLES: readonly RoleSize[] = [
  { role: 'server', reports: true },
  { role: 'client', count: CLIENTS, holds: true },
];

export interface Timed {
  readonly result: RunResult;
  readonly causalGraph: CausalGraph;
}

export async function timed(source: unknown, rules: readonly Rule[] = []): Promise<Timed> {
  const scenario = reloadScenario(source, 'random.yaml', '.', { plugins });
  const causalGraph = new CausalGraph(
    conditionsOf(source, scenario.parties, registryOf(plugins)),
    ROLES,
    true,
  );
  const bus = new Bus();
  causalGraph.attach(bus);
  const result = await run(scenario, { plugins, bus, rules });
  causalGraph.end();
  return { result, causalGraph };
}
