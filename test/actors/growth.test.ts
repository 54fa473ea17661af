/** With twice as many clients, a protocol looks up twice as many entries of the lists that all agree on, not four times as many. */

import { expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { pluginsWith } from '../support/plugins.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();

/** How often entries of agreed lists are read in a run with this many clients of one point each. */
async function lookUps(protocol: AnyProtocol, settings: object, clients: number): Promise<number> {
  let count = 0;
  const counted = (list: object): object =>
    new Proxy(list, {
      get(target, key): unknown {
        if (typeof key === 'string' && /^\d+$/.test(key)) count++;
        return Reflect.get(target, key);
      },
    });
  const watched = {
    ...protocol,
    agree: (parameters: never, population: never): object =>
      Object.fromEntries(
        Object.entries(protocol.agree(parameters, population) as object).map(([key, value]) => [
          key,
          Array.isArray(value) ? counted(value) : (value as unknown),
        ]),
      ),
  } as AnyProtocol;
  const plugins = pluginsWith(watched);
  const file = write(
    'growth.yaml',
    JSON.stringify({
      clients,
      data: { source: 'gaussian-mixture', points: clients, dimension: 2, components: 2, deviation: 1 },
      protocol: { name: protocol.name, clusters: 2, ...settings },
      network: { preset: 'lan' },
    }),
  );
  await run(loadScenario(file, { plugins }), { plugins });
  return count;
}

test.each([
  ['lloyd', { maxIterations: 3 }],
  ['kfed', { clustersPerClient: 1 }],
] as const)('%s', async (name, settings) => {
  const protocol = standard.protocols.find((one) => one.name === name) as AnyProtocol;
  const few = await lookUps(protocol, settings, 100);
  const many = await lookUps(protocol, settings, 200);
  expect(few).toBeGreaterThan(100);
  expect(many / few).toBeLessThan(2.2);
});
