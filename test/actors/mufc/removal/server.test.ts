/** Whom the server asks to unlearn, and how long it waits for one that is silent. */

import { describe, expect, test } from 'vitest';
import { Ledger } from '../../../../actors/mufc/removal/ledger.ts';
import { Offer, Probe } from '../../../../actors/mufc/removal/messages.ts';
import { openRequest, type Removing } from '../../../../actors/mufc/removal/server.ts';
import { receive, send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import { actor, actors, play } from '../../../support/cast.ts';

const CLIENTS = ['client-1', 'client-2', 'client-3'];

/** The client that is asked, by number, if clients offer these contributions, each after its own time. */
async function chosenFor(
  offers: readonly { readonly contribution: number; readonly afterNs: number }[],
): Promise<number | undefined> {
  const ledger = new Ledger();
  const removing: Removing = {
    clients: CLIENTS,
    removals: [{ kind: 'adversarial', count: 1 }],
    timeout: 1e6,
    clustering: 0,
  };
  const server = actor('server', (self) => openRequest(self, removing, ledger, 1));
  const client = actors('client', CLIENTS.length, function* ({ index }) {
    const { request } = (yield* receive(Probe)).body;
    yield* sleep(offers[index].afterNs);
    yield* send('server', Offer, { request, contribution: Float64Array.of(offers[index].contribution) });
  });
  await play([server, client], { messages: [Probe, Offer] });
  return [...ledger.due().keys()].at(0);
}

describe('a request for the points that contribute most', () => {
  test('goes to the client that offers most', async () => {
    const offers = [2, 7, 3].map((contribution) => ({ contribution, afterNs: 1 }));
    expect(await chosenFor(offers)).toBe(1);
  });

  test.each([
    ['first', [1, 10, 20]],
    ['last', [20, 10, 1]],
  ])('goes to the lowest number of those that offer the same, even if it answers %s', async (_, times) => {
    expect(await chosenFor(times.map((afterNs) => ({ contribution: 5, afterNs })))).toBe(0);
  });
});

test('a client is asked four times in a row, then not again until it is heard', () => {
  const ledger = new Ledger();
  ledger.open(1, [0]);
  const answer = { points: 1, changed: false, hit: false, places: new Uint32Array() };
  const attempts: number[] = [];
  while (ledger.due().has(0)) {
    attempts.push(ledger.attempt(0));
    ledger.unanswered(0);
  }
  expect(attempts).toEqual([0, 1, 2, 3]);
  ledger.open(2, [0]);
  expect(ledger.due().has(0)).toBe(false);
  ledger.answered({ ...answer, request: 1, client: 0, differences: new Float64Array() });
  expect(ledger.due()).toEqual(new Map([[0, 2]]));
  expect(ledger.attempt(0)).toBe(0);
});
