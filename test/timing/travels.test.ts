import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../src/run/run.ts';
import { reloadScenario } from '../../src/scenario/load.ts';
import { criticalPath } from '../../src/timing/critical-path.ts';
import { plugins } from '../support/plugins.ts';
import { timed, undisturbed } from '../support/timing-runs.ts';

test('what a transport tells of a run is what follows from its trace, over a relay, with losses and at a limit too', async () => {
  const seen = new Set<string>();
  const limits = [undefined, { time: '60ms' }, { messages: 25 }];
  for (const [at, source] of fc.sample(undisturbed, { seed: 31, numRuns: 45 }).entries()) {
    const limit = limits[at % limits.length];
    const network = { ...(source['network'] as object), ...(at % 5 === 0 && { transport: 'datagram' }) };
    const shown = { ...source, network, ...(limit && { limits: limit }) };
    const { result, chronicle } = await timed(shown);
    const scenario = reloadScenario(shown, 'random.yaml', '.', { plugins });
    const live = await run(scenario, { plugins, timing: true });
    expect(live.hash).toBe(result.hash);
    expect(live.chronicle?.contradiction).toBeUndefined();
    expect(live.chronicle?.links.loads(live.endNs)).toEqual(chronicle.links.loads(result.endNs));
    const path = live.chronicle && criticalPath(live.chronicle);
    expect(path).toEqual(criticalPath(chronicle));
    seen.add(`${result.ending} ${path === undefined ? 'without' : 'with'} a path`);
    if (result.ledger.balance.lost.messages > 0) seen.add('lost');
  }
  expect([...seen].toSorted()).toEqual([
    'done with a path',
    'limit with a path',
    'limit without a path',
    'lost',
  ]);
});
