/** What a party is given leads to nothing that it is not given. */

import { expect, test } from 'vitest';
import { kfed, lloyd } from '../../../bin/standard.ts';
import type { Behaviour } from '../../../src/core/engine/actors/effects.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import type { AnyRole, GivenShard, GivenStart } from '../../../src/core/protocol/role.ts';
import { run, type RunResult } from '../../../src/run/execute/run.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();

/** A protocol of which a role plays with what this makes of what it is given. */
function watching(protocol: AnyProtocol, name: string, watch: (given: object) => object): AnyProtocol {
  const role = protocol.roles[name];
  const play = (self: never, given: never): Behaviour => role.play(self, watch(given) as never);
  return { ...protocol, roles: { ...protocol.roles, [name]: { ...role, play } as AnyRole } };
}

/** Five clients' run of it. */
function played(watched: AnyProtocol, faults: readonly object[] = []): Promise<RunResult> {
  const file = write(
    'scenario.yaml',
    `version: 2
seed: 1
clients: 5
data: { source: gaussian-mixture, points: 40, dimension: 3, components: 2, deviation: 0.1 }
protocol: { name: ${watched.name}, clusters: 2 }
faults: ${JSON.stringify(faults)}
`,
  );
  const plugins = [plugin(import.meta.url, { name: 'watched', protocols: [watched] })];
  return run(loadScenario(file, { plugins }), { plugins });
}

test.each([lloyd, kfed] as readonly AnyProtocol[])(
  'a client of $name is given its points in memory of their own',
  async (protocol) => {
    const given: GivenShard<unknown>[] = [];
    const watched = watching(protocol, 'client', (own) => {
      given.push(own as GivenShard<unknown>);
      return own;
    });
    await played(watched);
    expect(given).toHaveLength(5);
    for (const { shard, identifiers } of given) {
      expect(shard.values.buffer.byteLength).toBe(8 * 3 * shard.rows);
      expect(identifiers.buffer.byteLength).toBe(4 * shard.rows);
    }
  },
);

test('a party that starts is given a start of its own, also after a crash: what it does with it changes nothing else', async () => {
  const given: number[][] = [];
  const watched = watching(lloyd, 'server', (own) => {
    const { start } = own as GivenStart<unknown>;
    given.push([...start]);
    const copy = { ...own, start: start.slice() };
    start.fill(0);
    return copy;
  });
  const crash = { fault: 'crash', who: 'server', when: { at: '0s' }, restartAfter: '1ms' };
  const { findings } = await played(watched, [crash]);
  expect(given).toHaveLength(2);
  expect(new Set(given[0]).size).toBe(2);
  expect(given[1]).toEqual(given[0]);
  expect(findings.equalsLloyd).toBe(true);
});
