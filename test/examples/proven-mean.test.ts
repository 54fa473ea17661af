/** The example of a protocol from outside that uses proven sums. */

import { describe, expect, test } from 'vitest';
import proven from '../../examples/proven-mean/plugin.ts';
import { row } from '../../src/core/base/matrix.ts';
import type { Behaviour, Yields } from '../../src/core/engine/actors/effects.ts';
import type { ShardInput } from '../../actors/blocks/prio3/tasks.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { holdToContract } from '../../src/testing/index.ts';
import { playing } from '../../src/testing/playing.ts';
import { clusteringOf, play } from '../support/scenarios.ts';

const FILE = 'examples/proven-mean/scenario.yaml';

/** The mean of what these clients hold, in steps as the protocol counts them. */
function meanOf({ data, shards }: Scenario, clients: readonly number[]): number[] {
  const rows = clients.flatMap((party) => [...shards[party]]);
  const sum = [0, 0, 0];
  for (const i of rows) {
    const point = row(data.points, i);
    const length = Math.max(1, Math.sqrt(point.reduce((all, x) => all + x * x, 0)));
    point.forEach((x, j) => (sum[j] += Math.trunc((x / length) * 1024)));
  }
  return sum.map((x) => x / 1024 / rows.length);
}

/** Whatever the first client contributes is this much longer. */
function lying(factor: number): Plugin {
  function* longer(own: Behaviour): Behaviour {
    let result: unknown;
    for (;;) {
      const { done, value } = own.next(result);
      if (done === true) return;
      const isReport = value.kind === 'compute' && value.task.name === 'prio3/shard';
      const { values } = isReport ? (value.input as ShardInput) : { values: new Float64Array() };
      const input = { ...(isReport && (value.input as ShardInput)), values: values.map((x) => factor * x) };
      result = yield isReport ? ({ ...value, input } as Yields) : value;
    }
  }
  const [protocol] = proven.protocols;
  const liar = playing(protocol, 'client', (own) => (self, given) => {
    return self.name === 'client-1' ? longer(own(self, given)) : own(self, given);
  });
  return { ...proven, protocols: [liar] };
}

describe('a mean of proven points, as any protocol', () => {
  holdToContract(FILE, [proven]);
});

describe('a mean of proven points', () => {
  test('is that of all clients', async () => {
    const plugins = [proven];
    const scenario = loadScenario(FILE, { plugins });
    const { centres, blamed } = clusteringOf(await play(scenario, { plugins }));
    expect([...(centres?.values ?? [])]).toEqual(meanOf(scenario, [0, 1, 2, 3, 4]));
    expect(blamed).toBeUndefined();
  });

  test('is that of the others where one is gone, which is not blamed', async () => {
    const plugins = [proven];
    const gone = "faults=[{ fault: dropout, who: client-2, when: { at: '1ns' } }]";
    const scenario = loadScenario(FILE, { plugins, set: [gone] });
    const { centres, blamed, missing } = clusteringOf(await play(scenario, { plugins }));
    expect([...(centres?.values ?? [])]).toEqual(meanOf(scenario, [0, 2, 3, 4]));
    expect({ blamed, missing }).toEqual({ blamed: undefined, missing: ['client-2'] });
  });

  test('is that of the others where one claims more than its points can be, which is blamed', async () => {
    const plugins = [lying(100)];
    const scenario = loadScenario(FILE, { plugins });
    const { centres, blamed, missing } = clusteringOf(await play(scenario, { plugins }));
    expect([...(centres?.values ?? [])]).toEqual(meanOf(scenario, [1, 2, 3, 4]));
    expect({ blamed, missing }).toEqual({ blamed: ['client-1'], missing: ['client-1'] });
  });
});
