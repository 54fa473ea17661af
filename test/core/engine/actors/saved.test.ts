/** What an actor saves takes the place of what it received: nothing of it may be lost in a crash. */

import { expect, expectTypeOf, test } from 'vitest';
import { finish, type Received, receive, save, send } from '../../../../src/core/engine/actors/effects.ts';
import { role } from '../../../../src/core/protocol/role.ts';
import type { Self } from '../../../../src/core/engine/actors/actor.ts';
import { afflict } from '../../../support/afflicted-casts.ts';
import { actor, actors, Note } from '../../../support/cast.ts';

const retransmitAfterNs = 1000;
const VALUES = [1, 2, 3, 4];

interface Kept {
  readonly heard: readonly number[];
}

/** Remembers all that it hears, by saving it after each message. */
function* remembering({ saved }: Self<Kept>) {
  expectTypeOf(saved).toEqualTypeOf<Kept | undefined>();
  let heard = saved?.heard ?? [];
  while (heard.length < VALUES.length) {
    const isNew = ({ body }: Received<{ value: number }>) => !heard.includes(body.value) || 'heard before';
    const { body } = yield* receive(Note, { from: 'client-1', accept: isNew });
    heard = heard.concat(body.value);
    yield* save({ heard });
    yield* send('client-1', Note, body);
  }
  yield* finish(heard);
}

const client = actors(
  'client',
  1,
  function* () {
    for (const value of VALUES) {
      yield* send('server', Note, { value });
      yield* receive(Note, { from: 'server', timeoutNs: 1e6 });
    }
  },
  { retransmitAfterNs },
);

test.each([1, 150, 250, 700, 1500, 3000, 10_000])(
  'a crash after %d ns loses nothing that was received',
  async (at) => {
    const { play } = role({ parties: 'one', play: remembering });
    const server = actor('server', (self) => play(self as Self<Kept>, {} as never), { retransmitAfterNs });
    const crash = { fault: 'crash', who: ['server'], when: { at }, restartAfter: 500 };
    const { result } = await afflict([server, client], [crash]);
    expect(result.results.get('server')).toEqual(VALUES);
  },
);

test('whoever saves without having read what it saved is refused', async () => {
  const forgetful = actor(
    'server',
    function* () {
      const first = yield* receive(Note, { from: 'client-1' });
      yield* save(first.body.value);
      yield* receive(Note, { from: 'client-1' });
    },
    { retransmitAfterNs },
  );
  await expect(afflict([forgetful, client], [])).rejects.toThrow(
    'server saves before it has read self.saved: after a crash it would begin anew, without what it received',
  );
});

test('what was saved is what it was then, whatever its actor does with it afterwards', async () => {
  const found: unknown[] = [];
  const server = actor(
    'server',
    function* ({ saved }) {
      found.push(saved);
      const kept = { values: Uint8Array.of(1, 2), names: new Map([['a', ['x']]]), own: new Set([1]) };
      if (saved === undefined) yield* save(kept);
      kept.values[0] = 9;
      kept.names.get('a')?.push('y');
      kept.own.add(2);
      yield* receive(Note, { from: 'client-1', timeoutNs: 1e6 });
    },
    { retransmitAfterNs },
  );
  await afflict([server, client], [{ fault: 'crash', who: ['server'], when: { at: 10 }, restartAfter: 500 }]);
  expect(found).toEqual([
    undefined,
    { values: Uint8Array.of(1, 2), names: new Map([['a', ['x']]]), own: new Set([1]) },
  ]);
});
