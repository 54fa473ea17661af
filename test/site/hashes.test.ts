/** Runs in browsers have the trace hashes of runs in Node.js: every protocol, faults, attackers, TCP. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { plugins } from '../support/plugins.ts';
import { serveTryPage, type TryPage } from '../support/try-page.ts';
import { thoroughly } from '../support/long.ts';
import { BROWSERS } from '../support/browsers.ts';

/** Of those that take a fraction of a second. */
const SCENARIOS = [
  'quickstart',
  'lloyd',
  'kfed',
  'fastlloyd',
  'membership',
  'tcp',
  'swarm/dckmeans',
  'swarm/feddp',
  'swarm/mufc-byzantine',
  'swarm/secfc-byzantine',
  'attacks/share-pooling',
  'faults/restart',
  ...thoroughly(
    [],
    [
      'mufc',
      'reveal',
      'attacks/order',
      'faults/duplicates',
      'faults/equivocation',
      'faults/malformed',
      'faults/partition',
      'faults/server-restart',
    ],
  ),
];

const hashes: Record<string, string> = {};
const protocols = new Set<string>();
let page: TryPage;

beforeAll(async () => {
  for (const name of SCENARIOS) {
    const scenario = loadScenario(`scenarios/${name}.yaml`, { plugins });
    protocols.add(scenario.protocol);
    const { hash = '' } = await run(scenario, { plugins });
    hashes[name] = hash;
  }
  page = await serveTryPage();
});
afterAll(() => page.close());

test('these scenarios are of all protocols', () => {
  const all = plugins.flatMap((plugin) => plugin.protocols.map(({ name }) => name));
  expect([...protocols].toSorted()).toEqual(all.toSorted());
});

for (const name of thoroughly(['chromium'], ['chromium', 'firefox']) as ('chromium' | 'firefox')[])
  test.skipIf(BROWSERS[name] === undefined)(
    `they have the hashes of Node.js in ${name} (skipped without it)`,
    async () => {
      const texts = SCENARIOS.map((one) => [one, readFileSync(`scenarios/${one}.yaml`, 'utf8')]);
      expect(await page.hashesIn(name, Object.fromEntries(texts) as Record<string, string>)).toEqual(hashes);
    },
  );
