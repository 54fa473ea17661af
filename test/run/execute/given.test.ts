/** What a party is given leads to nothing that it is not given. */

import { expect, test } from 'vitest';
import { kfed, lloyd } from '../../../bin/standard.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import type { GivenShard } from '../../../src/core/protocol/role.ts';
import { run } from '../../../src/run/execute/run.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();

test.each([lloyd, kfed] as readonly AnyProtocol[])(
  'a client of $name is given its points in memory of their own',
  async (protocol) => {
    const given: GivenShard<unknown>[] = [];
    const { client } = protocol.roles;
    const watched: AnyProtocol = {
      ...protocol,
      roles: {
        ...protocol.roles,
        client: {
          ...client,
          play(self: never, own: never) {
            given.push(own);
            return client.play(self, own);
          },
        },
      },
    };
    const file = write(
      'scenario.yaml',
      `version: 2
seed: 1
clients: 5
data: { source: gaussian-mixture, points: 40, dimension: 3, components: 2, deviation: 0.1 }
protocol: { name: ${protocol.name}, clusters: 2 }
`,
    );
    const plugins = [plugin(import.meta.url, { name: 'watched', protocols: [watched] })];
    await run(loadScenario(file, { plugins }), { plugins });
    expect(given).toHaveLength(5);
    for (const { shard, identifiers } of given) {
      expect(shard.values.buffer.byteLength).toBe(8 * 3 * shard.rows);
      expect(identifiers.buffer.byteLength).toBe(4 * shard.rows);
    }
  },
);
