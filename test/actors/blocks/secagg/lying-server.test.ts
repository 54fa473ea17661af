/** What malicious servers make of the requests of an honest one. */

import { expect, test } from 'vitest';
import { splitView } from '../../../../actors/blocks/secagg/lying-server.ts';
import { Keys, Survivors } from '../../../../actors/blocks/secagg/messages.ts';
import type { AnyMessageType, Behaviour } from '../../../../src/core/kit/index.ts';

const CLIENTS = ['client-1', 'client-2', 'client-3', 'client-4', 'client-5'];

function* honest(type: AnyMessageType, body: object): Behaviour {
  yield { kind: 'send', to: CLIENTS, type, body } as never;
}

test('half of the clients are told of survivors without the last one, the others of all', () => {
  const body = { aggregation: 1, parties: Uint32Array.of(0, 2, 4) };
  const sent = [...splitView(honest(Survivors as AnyMessageType, body))];
  expect(sent).toEqual([
    {
      kind: 'send',
      to: CLIENTS.slice(0, 2),
      type: Survivors,
      body: { ...body, parties: Uint32Array.of(0, 2) },
    },
    { kind: 'send', to: CLIENTS.slice(2), type: Survivors, body },
  ]);
});

test('nothing else is changed', () => {
  const body = { aggregation: 1 };
  const sent = [...splitView(honest(Keys as AnyMessageType, body))];
  expect(sent).toEqual([{ kind: 'send', to: CLIENTS, type: Keys, body }]);
});
