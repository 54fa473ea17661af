import { describe, expect, test } from 'vitest';
import { meter } from '../../../src/cli/meter.ts';
import { estimate, type Estimate, type Meter } from '../../../src/run/estimate/estimate.ts';
import { smaller } from '../../../src/run/estimate/smaller.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { thoroughly } from '../../support/long.ts';
import { plugins } from '../../support/plugins.ts';

const CROWD = ['data.partition={by: iid}', 'data.dimension=5'];

/** Scenarios of very different size and kind. */
const SCENARIOS: readonly (readonly [string, readonly string[]])[] = [
  ['quickstart', ['devices.overrides=[]']],
  ['quickstart', ['devices.overrides=[]', 'data.points=20000']],
  ['lloyd', []],
  ['lloyd', [...CROWD, 'clients=3000', 'data.points=3000']],
  ['kfed', [...CROWD, 'clients=2000', 'data.points=4000', 'protocol.clustersPerClient=1']],
  ['feddp', []],
  ['fastlloyd', []],
  ['mufc', ['protocol.remove=[]']],
  ...thoroughly([], [
    ['lloyd', ['data.points=60000']],
    ['feddp', ['clients=40']],
  ] as const),
];

/** The fourth part is large enough, on a machine of any speed, and something is left to be estimated. */
function impatient(): Meter {
  let calls = 0;
  return { ...meter, cpuNs: () => (++calls > 8 ? 1e10 : 0) };
}

const scenarioOf = (name: string, set: readonly string[]) =>
  loadScenario(`scenarios/${name}.yaml`, { plugins, set });

async function estimated(name: string, set: readonly string[]): Promise<Estimate> {
  const found = await estimate(scenarioOf(name, set), { plugins, meter: impatient() });
  if (found === undefined) throw new Error('no estimate');
  return found;
}

describe('messages and bytes, from the beginning of a scenario', () => {
  test.each(SCENARIOS)('of %s with %j', async (name, set) => {
    const found = await estimated(name, set);
    const scenario = scenarioOf(name, set);
    const { ledger } = await run(scenario, { plugins });
    const { messages, wireBytes } = ledger.balance.sent;
    expect(found.basis.points).toBeLessThanOrEqual(scenario.population.points);
    for (const ratio of [found.messages / messages, found.wireBytes / wireBytes]) {
      expect(ratio).toBeGreaterThan(1 / 1.1);
      expect(ratio).toBeLessThan(1.1);
    }
  });
}, 60_000);

test('what runs for longer than a moment is not run whole', async () => {
  const [name, set] = SCENARIOS[3];
  const { basis } = await estimated(name, set);
  expect(basis.whole).toBe(false);
  expect(basis.clients).toBeLessThan(3000);
}, 60_000);

test('a smaller scenario has the first clients, each with points from all of its own', () => {
  const whole = scenarioOf('lloyd', []);
  const part = smaller(whole, 3, 0.1);
  expect(part.population.clients).toEqual(['client-1', 'client-2', 'client-3']);
  expect(part.population.points).toBe(part.data.points.rows);
  part.shards.forEach((shard, j) => {
    const [rows, before] = [whole.shards[j], part.population.sizes[j]];
    expect(before).toBe(Math.round(rows.length * 0.1));
    expect(part.data.points.values.subarray(shard[0] * 20, shard[0] * 20 + 20)).toEqual(
      whole.data.points.values.subarray(rows[0] * 20, rows[0] * 20 + 20),
    );
  });
});

test('faults and expectations, which may be about those left out, are left out', () => {
  const whole = loadScenario('scenarios/faults/blame.yaml', { plugins });
  expect(whole.faults.length).toBeGreaterThan(0);
  expect(smaller(whole, whole.population.clients.length, 1)).toMatchObject({ faults: [], expect: {} });
});
