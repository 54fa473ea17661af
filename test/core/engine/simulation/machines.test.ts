import { expect, test } from 'vitest';
import { Machines } from '../../../../src/core/engine/simulation/machines.ts';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import { run } from '../../../../src/run/execute/run.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';
import { plugins } from '../../../support/plugins.ts';

test('computations take the processor that is free first, in the order in which they could begin', () => {
  const machines = new Machines([{ actors: [0, 1, 2, 3], processors: 2 }]);
  expect(machines.waitNs(0, 100, 50)).toBe(0); // until 150
  expect(machines.waitNs(1, 100, 20)).toBe(0); // until 120
  expect(machines.waitNs(2, 110, 100)).toBe(10); // 120 to 220
  expect(machines.waitNs(3, 110, 10)).toBe(40); // 150 to 160
  expect(machines.waitNs(0, 160, 10)).toBe(0);
  expect(machines.waitNs(7, 110, 1e9)).toBe(0);
});

test('of several machines for an actor, it is on the last', () => {
  const machines = new Machines([
    { actors: [0, 1], processors: 1 },
    { actors: [1], processors: 1 },
  ]);
  expect([machines.waitNs(0, 0, 30), machines.waitNs(1, 0, 10), machines.waitNs(1, 0, 10)]).toEqual([
    0, 0, 10,
  ]);
});

/** When the clients' computations of the first round begin and end. */
async function computed(machines: string) {
  const scenario = loadScenario('scenarios/swarm/kfed.yaml', {
    plugins,
    set: [
      'clients=4',
      'devices.clients=1Kop/s',
      'devices.server=1Kop/s',
      'network.latency=1ms',
      `devices.machines=${machines}`,
    ],
  });
  const bus = new Bus();
  const spans: { readonly fromNs: number; readonly toNs: number; readonly operations: number }[] = [];
  bus.on('computing', ({ timeNs, durationNs, operations }) =>
    spans.push({ fromNs: timeNs, toNs: timeNs + durationNs, operations }),
  );
  const { endNs, labels, hash } = await run(scenario, { plugins, bus });
  return { endNs, labels: labels?.join(), hash, spans: spans.slice(0, 4) };
}

test('clients on one machine of a scenario wait for each other, and come to the same', async () => {
  const apart = await computed('[]');
  const together = await computed("[{ actors: ['*'], processors: 1 }]");
  const enough = await computed('[{ actors: [clients], processors: 4 }]');
  expect(enough.endNs).toBe(apart.endNs);
  expect(together.labels).toBe(apart.labels);
  // Each takes as many seconds as it has thousands of operations, one after the other.
  const ends = together.spans.map(({ toNs }) => toNs);
  const ownNs = together.spans.map(({ operations }) => operations * 1e6);
  for (const [i, endNs] of ends.entries())
    expect(endNs).toBe(Math.max(together.spans[i].fromNs, ends[i - 1] ?? 0) + ownNs[i]);
  expect(together.endNs).toBeGreaterThan(apart.endNs);
  expect((await computed("[{ actors: ['*'], processors: 1 }]")).hash).toBe(together.hash);
});

test.each([
  ['[{ actors: [client-9], processors: 1 }]', 'client-9'],
  ["[{ actors: ['*'], processors: 0 }]", 'processors'],
])('a machine that cannot be is refused: %s', async (machines, what) => {
  await expect(computed(machines)).rejects.toThrow(what);
});
