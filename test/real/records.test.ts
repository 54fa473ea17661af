/** Records of parties as one run: in order of time, causes before effects, whatever their clocks say. */

import { expect, test } from 'vitest';
import { merge } from '../../src/real/merge.ts';
import type { LifeRecord } from '../../src/real/life-record.ts';
import { offsetAt } from '../../src/real/records.ts';
import { collect, finish, receive, send } from '../../src/core/engine/actors/effects.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { KINDS, type Entry } from '../../src/run/trace/record.ts';
import { actor, actors, Note } from '../support/cast.ts';
import { playReal } from '../support/real-casts.ts';

const sent = (timeNs: number, id: number): Entry => ({
  kind: 'sent',
  timeNs,
  id,
  from: 0,
  to: 1,
  type: 'note',
  payloadBytes: 1,
  wireBytes: 10,
  elements: 1,
  digest: id,
});
const delivered = (timeNs: number, id: number): Entry => ({
  kind: 'delivered',
  timeNs,
  id,
  from: 0,
  to: 1,
  payloadBytes: 1,
  wireBytes: 10,
  retransmissions: 0,
  digest: id,
});

function merged(lives: readonly LifeRecord[]) {
  const bus = new Bus();
  const log: string[] = [];
  for (const kind of KINDS)
    bus.on(kind, (event: { timeNs: number; id?: number }) =>
      log.push([kind, event.id ?? '', event.timeNs].join(' ').replace('  ', ' ')),
    );
  return { log, ...merge(lives, bus) };
}

test('a message comes when it was sent where clocks would have it come before', () => {
  const { log, mostEarlyNs } = merged([
    { actor: 0, life: 1, entries: [sent(100, 8)] },
    { actor: 1, life: 1, entries: [delivered(40, 8)] },
  ]);
  expect(log).toEqual(['sent 0 100', 'delivered 0 100']);
  expect(mostEarlyNs).toBe(60);
});

test('messages are numbered as they were sent, and one that never came is lost', () => {
  const { log } = merged([
    { actor: 0, life: 1, entries: [sent(10, 4), sent(20, 2), sent(30, 6)] },
    { actor: 1, life: 1, entries: [delivered(25, 2), delivered(50, 6)] },
  ]);
  expect(log).toEqual([
    'sent 0 10',
    'sent 1 20',
    'delivered 1 25',
    'sent 2 30',
    'delivered 2 50',
    'lost 0 50',
  ]);
});

test('a life with another behind it ended by a crash', () => {
  const { log } = merged([
    { actor: 0, life: 1, entries: [sent(10, 4)] },
    { actor: 0, life: 2, entries: [sent(90, 6)] },
    { actor: 1, life: 1, entries: [delivered(20, 4), delivered(95, 6)] },
  ]);
  expect(log.filter((line) => line.startsWith('faulted'))).toEqual(['faulted 10', 'faulted 90']);
});

test('a party that came back and finished again has finished once', () => {
  const finished = (timeNs: number, who: number): Entry =>
    ({ kind: 'finished', timeNs, actor: who, result: {} }) as Entry;
  const { log } = merged([
    { actor: 0, life: 1, entries: [finished(10, 0)] },
    { actor: 0, life: 2, entries: [finished(90, 0)] },
    { actor: 1, life: 1, entries: [finished(50, 1)] },
  ]);
  expect(log.filter((line) => line.startsWith('finished'))).toEqual(['finished 10', 'finished 50']);
});

test('between two exchanges a clock drifts evenly', () => {
  const offsets = [
    { atNs: 100, offsetNs: 10, errorNs: 1 },
    { atNs: 200, offsetNs: 30, errorNs: 1 },
  ];
  expect([0, 100, 150, 200, 900].map((at) => offsetAt(at, offsets))).toEqual([10, 10, 20, 30, 30]);
  expect(offsetAt(5, [])).toBe(0);
});

test('clocks of one machine are found to be one, as well as the exchange can tell', async () => {
  const server = actor('server', function* () {
    yield* collect(Note, { count: 3 });
    yield* send(['client-1', 'client-2', 'client-3'], Note, { value: 1 });
    yield* finish('done');
  });
  const client = actors('client', 3, function* () {
    yield* send('server', Note, { value: 1 });
    yield* receive(Note);
  });
  const { clockErrorNs, merged: came, of } = await playReal([server, client]);
  expect(clockErrorNs).toBeGreaterThan(0);
  expect(clockErrorNs).toBeLessThan(1e9);
  expect(came.mostEarlyNs).toBe(0);
  const times = of('sent').map(({ timeNs }) => timeNs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(of('delivered')).toHaveLength(6);
});
