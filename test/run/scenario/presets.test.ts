import { expect, test } from 'vitest';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { notesOf } from '../../../src/run/report/notes.ts';
import { plugins } from '../../support/plugins.ts';

async function networkOf(...set: string[]): Promise<string | undefined> {
  const scenario = loadScenario('scenarios/swarm/lloyd.yaml', {
    plugins,
    set: ['network={ preset: wan }', ...set],
  });
  const { findings } = await run(scenario, { plugins });
  return notesOf(findings).find(({ column }) => column === 'network')?.text;
}

test.each([
  [[], 'preset wan (2026-11): 40 ms, loss 0.1 %, clients 20/100 Mbps, others 1000 Mbps'],
  [['network.preset=lan'], 'preset lan (2026-11): 0.3 ms, loss 0 %, clients 1000 Mbps, others 1000 Mbps'],
  [
    ['network.preset=mobile', 'network.loss=0', 'network.clients={ uplink: 1Mbps }'],
    'preset mobile (2026-11): 80 ms, others 1000 Mbps; as the scenario says: loss, clients',
  ],
  [
    [
      'network.latency=5ms',
      'network.loss=0',
      'network.clients={ uplink: 1Mbps, downlink: 1Mbps }',
      'network.server={ uplink: 1Mbps, downlink: 1Mbps }',
    ],
    'as the scenario says',
  ],
])('a run says what of its preset holds: %j', async (set, text) => {
  expect(await networkOf(...set)).toBe(text);
});
