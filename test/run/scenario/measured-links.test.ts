import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario, reloadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { criticalPath, waitedFor } from '../../../src/run/timing/critical-path.ts';

const plugins = [standard];
const folder = mkdtempSync(join(tmpdir(), 'cahoots-measured-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = {
  up: 'seconds,Mbps\n0,20\n0.2,0.5\n1,20\n',
  down: '1\n2\n2\n5\n',
  latency: 'seconds,ms\n0,20\n0.5,90\n',
  there: 'client,from,until\nclient-1,0,0.1\nclient-1,0.4,600\nclient-2,0.05,600\n',
};

const write = (): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
};

function load(...set: string[]): Scenario {
  return loadScenario('scenarios/swarm/secfc.yaml', { plugins, set });
}

const links = `network.measured=[{"actors":["clients"],"uplink":"${join(folder, 'up')}","downlink":"${join(folder, 'down')}","latency":"${join(folder, 'latency')}"}]`;

test.each(['reliable', 'tcp'])(
  'a %s run over links that were measured, with clients that come and go, is the same each time, and without the files',
  async (transport) => {
    write();
    const over = `network.transport=${transport}`;
    const scenario = load(over, links, `availability=${join(folder, 'there')}`);
    const one = await run(scenario, { plugins, timing: true });
    for (const name of Object.keys(files)) rmSync(join(folder, name));
    const again = reloadScenario(scenario.source, 'trace', folder, { plugins, foreign: true });
    const two = await run(again, { plugins });
    expect(two.hash).toBe(one.hash);
    expect(one.findings.faults?.map(({ name }) => name)).toEqual(['away 1', 'away 2', 'away 3', 'away 4']);
    const causalGraph = one.causalGraph as NonNullable<typeof one.causalGraph>;
    expect(causalGraph.contradiction).toBeUndefined();
    const { resultNs } = one.ledger.ends(one.endNs);
    expect(waitedFor(criticalPath(causalGraph) ?? []).reduce((sum, { ns }) => sum + ns, 0)).toBe(resultNs);
    const plain = await run(load(over), { plugins });
    expect(one.endNs).toBeGreaterThan(plain.endNs);
  },
);

describe('of one entry', () => {
  const place = mkdtempSync(join(tmpdir(), 'cahoots-own-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const repeating = join(place, 'lte.up');
  const others = join(place, 'other.up');
  const ending = join(place, 'ending.csv');
  writeFileSync(repeating, Array.from({ length: 500 }, (_, i) => `${2 * i + (i % 3)}\n`).join(''));
  writeFileSync(others, '1\n4\n');
  writeFileSync(ending, 'seconds,Mbps\n0,1\n2,7\n');
  const measured = (entry: object, ...set: string[]): Scenario =>
    load(`network.measured=${JSON.stringify([{ actors: ['clients'], ...entry }])}`, ...set);
  const uplinks = ({ network, parties }: Scenario) =>
    parties.clients.map((client) => network.rates?.(client)?.uplink);

  test('each actor has its own file, in the order of both, and after the last the first', async () => {
    const [first, second, third] = uplinks(measured({ uplink: [repeating, others] }));
    expect([first?.periodNs, second?.periodNs]).toEqual([999e6, 4e6]);
    expect(third).toEqual(first);
    expect(() => measured({ uplink: [] })).toThrow('expected at least 1 items, got []');
    expect(() => measured({ uplink: [repeating, join(place, 'none')] })).toThrow('got no such file');
  });

  test('all begin where a phase says, also where nothing repeats', () => {
    const [first, second] = uplinks(measured({ uplink: ending, phase: '1500ms' }));
    expect(first).toEqual({ atNs: [0, 5e8], values: [1e6, 7e6] });
    expect(second).toEqual(first);
    expect(() => measured({ uplink: ending, phase: 'late' })).toThrow(
      'expected a duration such as 30s, or spread',
    );
  });

  test('each begins at its own place when they are spread, the same with the same seed and without the files', async () => {
    const scenario = measured({ uplink: repeating, downlink: repeating, phase: 'spread' });
    const all = uplinks(scenario);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
    const { clients } = scenario.parties;
    expect(scenario.network.rates?.(clients[0])?.downlink).toEqual(all[0]);
    expect(uplinks(measured({ uplink: repeating, phase: 'spread' }, 'seed=9'))).not.toEqual(all);
    const again = reloadScenario(scenario.source, 'trace', '/nowhere', { plugins, foreign: true });
    expect(uplinks(again)).toEqual(all);
    const spread = await run(scenario, { plugins });
    expect((await run(again, { plugins })).hash).toBe(spread.hash);
    const inStep = await run(measured({ uplink: repeating, downlink: repeating }), { plugins });
    expect(inStep.endNs).not.toBe(spread.endNs);
  });

  test('what does not repeat cannot be spread', () => {
    expect(() => measured({ uplink: [repeating, ending], downlink: repeating, phase: 'spread' })).toThrow(
      'expected a duration, as the uplink of this entry does not repeat, got spread',
    );
  });
});

test('latency and rates over time hold with every transport', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cahoots-latency-')), 'latency.csv');
  writeFileSync(file, 'seconds,ms\n0,300\n');
  const overTcp = 'network.transport=tcp';
  const latency = [`network.measured=[{"actors":["server"],"latency":"${file}"}]`, overTcp];
  const { endNs } = await run(load(...latency), { plugins });
  expect(endNs).toBeGreaterThan(1.2e9);
  const rate = [`network.measured=[{"actors":["server"],"uplink":"${file}"}]`, overTcp];
  const endsAt = async (bps: number): Promise<number> => {
    writeFileSync(file, `seconds,bps\n0,${bps}\n`);
    return (await run(load(...rate), { plugins })).endNs;
  };
  expect(await endsAt(1e5)).toBeGreaterThan(2 * (await endsAt(1e6)));
  expect(() => load(`network.measured=[{"actors":["nobody"],"uplink":"${file}"}]`)).toThrow('got nobody');
});

test('a run says how many packets queues dropped, and at which link most, whether it is timed or not', async () => {
  const set = ['network.transport=tcp', 'network.clients={uplink: 1Mbps}', 'network.queue.limit=2'];
  const texts = await Promise.all(
    [true, false].map(async (timing) => {
      const { findings, hash } = await run(load(...set), { plugins, timing });
      return [hash, ...(findings.warnings ?? []).filter((text) => text.includes('dropped'))];
    }),
  );
  expect(texts[0]).toHaveLength(2);
  expect(texts[0][1]).toMatch(/^queues dropped packets: \d+, of which \d+ at the uplink of server$/);
  expect(texts[1]).toEqual(texts[0]);
});
