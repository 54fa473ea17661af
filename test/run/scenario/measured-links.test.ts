import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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

test('a run over links that were measured, with clients that come and go, is the same each time, and without the files', async () => {
  write();
  const scenario = load(links, `availability=${join(folder, 'there')}`);
  const one = await run(scenario, { plugins, timing: true });
  rmSync(folder, { recursive: true });
  const again = reloadScenario(scenario.source, 'trace', folder, { plugins, foreign: true });
  const two = await run(again, { plugins });
  expect(two.hash).toBe(one.hash);
  expect(one.findings.faults?.map(({ name }) => name)).toEqual(['away 1', 'away 2', 'away 3', 'away 4']);
  const causalGraph = one.causalGraph as NonNullable<typeof one.causalGraph>;
  expect(causalGraph.contradiction).toBeUndefined();
  const { resultNs } = one.ledger.ends(one.endNs);
  expect(waitedFor(criticalPath(causalGraph) ?? []).reduce((sum, { ns }) => sum + ns, 0)).toBe(resultNs);
  const plain = await run(load(), { plugins });
  expect(one.endNs).toBeGreaterThan(plain.endNs);
});

test('latency over time holds with every transport; rates over time are refused over TCP, where flows share them', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cahoots-latency-')), 'latency.csv');
  writeFileSync(file, 'seconds,ms\n0,300\n');
  const set = [`network.measured=[{"actors":["server"],"latency":"${file}"}]`, 'network.transport=tcp'];
  const { endNs } = await run(load(...set), { plugins });
  expect(endNs).toBeGreaterThan(1.2e9);
  writeFileSync(file, 'seconds,bps\n0,300\n');
  expect(() =>
    load(`network.measured=[{"actors":["server"],"uplink":"${file}"}]`, 'network.transport=tcp'),
  ).toThrow('expected rates that were measured over time with transport: reliable or datagram');
  expect(() => load(`network.measured=[{"actors":["nobody"],"uplink":"${file}"}]`)).toThrow('got nobody');
});
