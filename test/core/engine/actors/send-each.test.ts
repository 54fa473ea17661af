/** A message of its own to each of many: what as many messages one by one are. */

import { expect, test } from 'vitest';
import type { Role } from '../../../../src/core/engine/actors/actor.ts';
import {
  type Behaviour,
  collect,
  finish,
  send,
  sendEach,
} from '../../../../src/core/engine/actors/effects.ts';
import { afflict, bodies } from '../../../support/afflicted-casts.ts';
import { actor, actors, Note, Other } from '../../../support/cast.ts';
import { DATAGRAM } from '../../../../src/core/engine/network/transport-kind.ts';

const NAMES = ['client-1', 'client-2', 'client-3'];
const retransmitAfterNs = 10_000;

type Tell = (to: readonly string[], body: (place: number) => { value: number }) => Behaviour;

const atOnce: Tell = (to, body) => sendEach(to, Note, body);

const oneByOne: Tell = function* (to, body) {
  for (const [place, name] of to.entries()) yield* send(name, Note, body(place));
};

/** Deals a number to each, twice, and adds up what comes of them. */
function cast(tell: Tell, names = NAMES): Role[] {
  const server = actor(
    'server',
    function* () {
      let sum = 0;
      for (const round of [1, 2]) {
        yield* tell(names, (place) => ({ value: 10 * round + place }));
        const mail = yield* collect(Other, {
          count: names.length,
          from: names,
          timeoutNs: 4 * retransmitAfterNs,
        });
        for (const { body } of mail) sum += body.value;
      }
      yield* finish(sum);
    },
    { retransmitAfterNs },
  );
  const clients = actors(
    'client',
    NAMES.length,
    function* () {
      for (;;) {
        const [mail] = yield* collect(Note, { count: 1, from: 'server', timeoutNs: 40 * retransmitAfterNs });
        if (mail === undefined) return;
        yield* send('server', Other, { value: 2 * mail.body.value });
        if (mail.body.value >= 20) return;
      }
    },
    { retransmitAfterNs },
  );
  return [server, clients];
}

test.each([
  { what: 'nothing is lost', faults: [] },
  { what: 'an order is lost', faults: [{ fault: 'withhold', who: ['server'], for: 3000 }] },
  { what: 'all is lost for a while', faults: [{ fault: 'partition', who: ['client-2'], for: 15_000 }] },
  {
    what: 'the sender comes back from a crash',
    faults: [{ fault: 'crash', who: ['server'], when: { at: 3500 }, restartAfter: 500 }],
  },
  {
    what: 'the sender crashes in the midst of it',
    faults: [{ fault: 'crash', who: ['server'], when: { sent: 'note', messages: 2 }, restartAfter: 500 }],
  },
  { what: 'a limit ends the run in the midst of it', faults: [], limits: { messages: 8 } },
])('where $what, too', async ({ faults, ...options }) => {
  const network = { transport: DATAGRAM } as const;
  const expected = await afflict(cast(oneByOne), faults, { network, ...options });
  const played = await afflict(cast(atOnce), faults, { network, ...options });
  expect(played.log).toEqual(expected.log);
  expect(played.result.results).toEqual(expected.result.results);
  expect(played.fired.every(({ times }) => times > 0)).toBe(true);
  expect(bodies(played.of('sent')).length).toBeGreaterThan(5);
});

test('to one, and to nobody', async () => {
  for (const names of [['client-3'], []]) {
    const expected = await afflict(cast(oneByOne, names), []);
    expect((await afflict(cast(atOnce, names), [])).log).toEqual(expected.log);
  }
});
