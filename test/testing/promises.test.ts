/** The contract's own tests can fail: it finds what protocols do that break it. */

import { expect, test } from 'vitest';
import { lloyd } from '../../bin/standard.ts';
import { abort } from '../../src/core/engine/actors/abort.ts';
import { finish, receive, send, sleep } from '../../src/core/engine/actors/effects.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { playing } from '../../src/testing/playing.ts';
import { acceptedTwice, broken, played } from '../../src/testing/promises.ts';
import { Points } from '../../actors/lloyd/messages.ts';
import { pluginsWith } from '../support/plugins.ts';

const run = (protocol: AnyProtocol, ...set: readonly string[]) => {
  const options = { plugins: pluginsWith(protocol) };
  return played(loadScenario('scenarios/swarm/lloyd.yaml', { ...options, set }), options);
};

/** Lloyd with a server that does something else at the end. */
const served = (play: Parameters<typeof playing>[2]): AnyProtocol => playing(lloyd, 'server', play);

test('a protocol as it should be breaks no promise', async () => {
  expect(broken(await run(lloyd), [])).toEqual([]);
});

test.each<[string, AnyProtocol]>([
  ['everybody who stays finishes', served(() => () => sleep(1e300) as never)],
  [
    'nobody honest is blamed',
    served(
      () =>
        function* () {
          yield* finish({ kind: 'aborted', reason: 'a lie', blamed: ['client-1'] });
        },
    ),
  ],
  [
    'nothing wrong is taken for the result of Lloyd',
    served(
      () =>
        function* () {
          const labels = new Uint16Array(60);
          yield* finish({ kind: 'clustered', labels, history: [labels], iterations: 0, converged: true });
        },
    ),
  ],
])('it is found where it does not hold that %s', async (promise, protocol) => {
  expect(broken(await run(protocol), [])).toContain(promise);
});

/** Clients that say everything twice. */
const insisting = playing(
  lloyd,
  'client',
  () =>
    function* (_self, { shard }) {
      for (let i = 0; i < 2; i++) yield* send('server', Points, { values: shard.values });
    },
);

test('a message that is accepted twice is found, and a copy that is refused is none', async () => {
  expect(acceptedTwice(await run(insisting), () => true)).toEqual([]);
  const { retransmitAfterNs: _none, ...server } = insisting.roles.server;
  const takesAll = playing(
    { ...insisting, roles: { ...insisting.roles, server } },
    'server',
    () =>
      function* () {
        for (let i = 0; i < 18; i++) yield* receive(Points, {});
        yield* abort('all came twice');
      },
  );
  const twice = acceptedTwice(await run(takesAll), () => true);
  expect(twice).toHaveLength(9);
  expect(twice).toContain('points from client-1 to server');
});
