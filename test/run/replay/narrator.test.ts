/** A narrator that is forked tells the rest of a run as the one that it was forked from. */

import { expect, test } from 'vitest';
import { receive, send, sleep } from '../../../src/core/engine/actors/effects.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { Directory } from '../../../src/core/engine/messages/directory.ts';
import { Narrator } from '../../../src/run/replay/narrator.ts';
import { onEntry } from '../../../src/run/trace/live.ts';
import type { Entry } from '../../../src/run/trace/record.ts';
import { afflict } from '../../support/afflicted-casts.ts';
import { actor, Note } from '../../support/cast.ts';

const server = actor('server', function* () {
  yield* send('client-1', Note, { value: 1 });
  yield* send('client-1', Note, { value: 2 });
  yield* sleep(20_000);
});
const client = actor(
  'client',
  function* () {
    yield* receive(Note);
    yield* receive(Note);
  },
  { count: 1 },
);
const faults = [
  { fault: 'delay', who: 'client-1', with: 'server', direction: 'to', rate: 1, by: { constant: 5000 } },
  { fault: 'duplicate', who: 'server', rate: 1, by: { constant: 3000 } },
];

test('wherever it is forked: messages under way keep their faults and what came before', async () => {
  const entries: Entry[] = [];
  const bus = new Bus();
  onEntry(bus, (entry) => entries.push(entry));
  await afflict([server, client], faults, { bus });
  const directory = new Directory([server, client]);
  const whole = new Narrator(directory);
  const lines = entries.map((entry) => whole.tell(entry));
  expect(lines.some((line) => line.includes('by delay') && line.includes('once more'))).toBe(true);
  for (let at = 0; at <= entries.length; at++) {
    const narrator = new Narrator(directory);
    for (const entry of entries.slice(0, at)) narrator.tell(entry);
    const fork = narrator.fork();
    expect(entries.slice(at).map((entry) => fork.tell(entry))).toEqual(lines.slice(at));
  }
});
