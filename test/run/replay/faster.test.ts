/** What would make a run faster: each line is the time of a run with that change. */

import { expect, test } from 'vitest';
import { run } from '../../../src/run/execute/run.ts';
import { askedOf, type Rerun, rerunsOf } from '../../../src/run/replay/reruns.ts';
import { report } from '../../../src/run/report/report.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { plugins } from '../../support/plugins.ts';

const load = (set: readonly string[], file = 'scenarios/quickstart.yaml'): Scenario =>
  loadScenario(file, { plugins, set });

/** Runs a scenario and what could make it faster. */
async function reruns(
  scenario: Scenario,
  whatIf?: readonly string[],
): Promise<{ resultNs: number; lines: readonly Rerun[] }> {
  const result = await run(scenario, { plugins, timing: true });
  const told = report(result.ledger, result, result.causalGraph);
  const asked = askedOf({ faster: whatIf === undefined, whatIf }, scenario);
  const lines = (await rerunsOf(asked, scenario, told, { plugins })) ?? [];
  return { resultNs: told.outcome?.ends.resultNs ?? Number.NaN, lines };
}

test('lists devices, groups, latency and all of these, and each line is what a run of the changed scenario gives', async () => {
  const { resultNs, lines } = await reruns(load([]));
  expect(lines.map(({ change }) => change)).toEqual([
    'devices.client-7.uplink=x2',
    'devices.client-9.uplink=x2',
    'devices.client-4.uplink=x2',
    'devices.client-1.uplink=x2',
    'devices.clients.rate=x2',
    'devices.clients.uplink=x2',
    'devices.clients.downlink=x2',
    'network.latency=x0.5',
    'all of these',
  ]);
  const faster = await run(load(['devices.overrides.0.uplink=2Mbps']), { plugins });
  const [first] = lines;
  expect(first.resultNs).toBe(faster.ledger.ends(faster.endNs).resultNs);
  for (const line of lines)
    expect(line).toMatchObject({ earlierNs: resultNs - (line.resultNs ?? 0), notes: [] });
  const least = Math.min(...lines.map((line) => line.resultNs ?? Number.NaN));
  expect(lines.at(-1)?.resultNs).toBe(least);
});

test('tries both stragglers at once, which gains more than each alone does together', async () => {
  const stragglers = '[{ actors: [client-7, client-9], rate: 10Mop/s, uplink: 1Mbps }]';
  const { resultNs, lines } = await reruns(load([`devices.overrides=${stragglers}`, 'network.latency=1ms']));
  const of = (change: string): number =>
    lines.find((line) => line.change === change)?.earlierNs ?? Number.NaN;
  const both = of('devices.client-7.uplink=x2,devices.client-9.uplink=x2');
  const alone = Math.max(of('devices.client-7.uplink=x2'), of('devices.client-9.uplink=x2'));
  expect(both).toBeGreaterThan(2 * alone);
  expect(both / resultNs).toBeGreaterThan(0.4);
});

test('tries half of a deadline that was waited for', async () => {
  const { lines } = await reruns(
    load(['faults=[{ fault: dropout, who: client-3 }]', 'protocol.timeout=10s']),
  );
  expect(lines.find(({ change }) => change === 'protocol.timeout=x0.5')).toMatchObject({
    // Keys and answers of client-3 are waited for.
    earlierNs: 10e9,
    notes: [],
  });
});

test('tries the run without a fault that was waited for', async () => {
  const file = 'scenarios/faults/partition.yaml';
  const { lines } = await reruns(load([], file));
  const without = await run(load(['faults=[]'], file), { plugins });
  expect(lines.find(({ change }) => change === 'without the fault partition 1')?.resultNs).toBe(
    without.ledger.ends(without.endNs).resultNs,
  );
});

test('a change with which the run fails gains nothing, and says so', async () => {
  const { lines } = await reruns(load(['protocol.timeout=10s']), ['protocol.timeout=x0.001']);
  expect(lines).toEqual([
    {
      change: 'protocol.timeout=x0.001',
      resultNs: expect.any(Number),
      notes: expect.arrayContaining([expect.objectContaining({ column: 'aborted' })]),
    },
  ]);
});

test('measured durations differ from run to run, so they are refused', async () => {
  const scenario = load(['devices.durations=measured']);
  await expect(reruns(scenario)).rejects.toThrow(
    /^devices\.durations: expected counted durations, .* got measured$/,
  );
});
