import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../src/run/execute/run.ts';
import { reloadScenario } from '../../../src/run/scenario/load.ts';
import { criticalPath } from '../../../src/run/timing/critical-path.ts';
import { plugins } from '../../support/plugins.ts';
import { timed, undisturbed } from '../../support/timing-runs.ts';

const FAULTS = [
  [],
  [{ fault: 'crash', who: 'client-2', when: { at: '15ms' }, restartAfter: '30ms' }],
  [],
  [{ fault: 'flood', who: 'client-1', copies: 3 }],
  [{ fault: 'pause', who: 'server', when: { at: '20ms' }, for: '25ms' }],
  [{ fault: 'withhold', who: 'client-3', when: { at: '0ms' }, for: '40ms' }],
  [{ fault: 'throttle', who: 'client-1', when: { at: '5ms' }, bandwidth: '50Kbps', for: '20ms' }],
  [{ fault: 'slow', who: 'everyone', factor: 3 }],
];

test('what a transport tells of a run is what follows from its trace: over a relay, over TCP, with losses, at a limit, with faults of actors, links and what is sent', async () => {
  const seen = new Set<string>();
  const limits = [undefined, { time: '60ms' }, { messages: 25 }];
  for (const [at, source] of fc.sample(undisturbed, { seed: 31, numRuns: 45 }).entries()) {
    const limit = limits[at % limits.length];
    const network = {
      ...(source['network'] as object),
      ...(at % 5 < 2 && { transport: ['datagram', 'tcp'][at % 5] }),
    };
    const faults = FAULTS[at % FAULTS.length];
    const shown = { ...source, network, faults, ...(limit && { limits: limit }) };
    const { result, causalGraph } = await timed(shown);
    const scenario = reloadScenario(shown, 'random.yaml', '.', { plugins });
    const live = await run(scenario, { plugins, timing: true });
    expect(live.hash).toBe(result.hash);
    expect(live.causalGraph?.contradiction).toBeUndefined();
    expect(live.causalGraph?.links.loads(live.endNs)).toEqual(causalGraph.links.loads(result.endNs));
    const path = live.causalGraph && criticalPath(live.causalGraph);
    expect(path).toEqual(criticalPath(causalGraph));
    seen.add(`${result.ending} ${path === undefined ? 'without' : 'with'} a path`);
    if (result.ledger.balance.lost.messages > 0) seen.add('lost');
    for (const { name, times } of result.findings.faults ?? []) if (times > 0) seen.add(name);
  }
  expect([...seen].toSorted()).toEqual([
    'crash 1',
    'done with a path',
    'flood 1',
    'limit with a path',
    'limit without a path',
    'lost',
    'pause 1',
    'slow 1',
    'throttle 1',
    'withhold 1',
  ]);
});
