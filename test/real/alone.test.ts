/** Parties alone, as on machines of their own: they find each other at their addresses, and their records make one run. */

import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playAlone } from '../../src/real/alone.ts';
import { collect } from '../../src/real/collect.ts';
import { writeInputs } from '../../src/real/inputs.ts';
import { partsOf } from '../../src/real/machine.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { plugins } from '../support/plugins.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  return servers.map((server) => {
    const { port } = server.address() as AddressInfo;
    server.close();
    return port;
  });
}

test('parties that know their inputs and the addresses of all come to the clustering of the simulation', async () => {
  const set = ['clients=2', 'data.points=40', 'data.partition={ by: iid }'];
  const scenario = loadScenario('scenarios/swarm/lloyd.yaml', { plugins, set });
  const parts = await partsOf(scenario, { plugins, plain: true });
  const ports = await freePorts(parts.length);
  const peers = new Map(parts.map(({ name }, i) => [name, { host: '127.0.0.1', port: ports[i] }]));
  const records = join(write('here', ''), '..', 'records');
  const { signal } = new AbortController();
  const said: string[] = [];
  const ends = await Promise.all(
    parts.map((part) => {
      const { name } = part;
      const print = (line: string): number => said.push(`${name} ${line}`);
      return playAlone(writeInputs(part), { file: name, name, peers, records, plugins, signal, print });
    }),
  );
  expect(ends).toEqual(parts.map(() => ({})));
  expect(said.toSorted()).toEqual(
    [...peers].map(([name, { port }]) => `${name} listens at 127.0.0.1:${port}`).toSorted(),
  );
  const found = collect(scenario, records, { plugins });
  const { outcome, labels } = await run(scenario, { plugins });
  expect(found.outcome).toEqual(outcome);
  expect(found.labels).toEqual(labels);
});
