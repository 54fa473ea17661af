/** The order in which things happen, and what takes time. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Behaviour,
  compute,
  finish,
  receive,
  send,
  sleep,
} from '../../../../src/core/engine/actors/effects.ts';
import { work } from '../../../support/tasks.ts';
import { notes } from '../../../support/notes.ts';
import { actor, actors, bystander, LATENCY_NS, Note, Other, play } from '../../../support/cast.ts';

describe('order', () => {
  test('actors go on in order of time, and at one time in the order in which they asked', async () => {
    const delays = fc.array(fc.array(fc.nat(4), { maxLength: 5 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(delays, async (sleeps) => {
        const woken: [timeNs: number, actor: number][] = [];
        const sleeper = actors('sleeper', sleeps.length, function* ({ index }) {
          let nowNs = 0;
          for (const ns of sleeps[index]) {
            yield* sleep(ns);
            nowNs += ns;
            woken.push([nowNs, index]);
          }
        });
        await play([sleeper]);
        expect(woken).toEqual(wakings(sleeps));
      }),
    );
  });

  test('messages that arrive at one time come in the order of sending', async () => {
    const sender = actors('a', 3, function* ({ index }) {
      yield* send('b', Note, { value: index });
      yield* send('b', Note, { value: index + 10 });
    });
    const receiver = actor('b', function* () {
      const values: number[] = [];
      while (values.length < 6) values.push((yield* receive(Note)).body.value);
      yield* finish(values);
    });
    const { result } = await play([receiver, sender]);
    expect(result.results.get('b')).toEqual([0, 10, 1, 11, 2, 12]);
  });
});

/** Who wakes when, by a list that is searched for the earliest time and, of its equals, the first one asked for. */
function wakings(sleeps: readonly (readonly number[])[]): [timeNs: number, actor: number][] {
  const woken: [number, number][] = [];
  const asked = sleeps.flatMap(([first], index) =>
    first === undefined ? [] : [{ atNs: first, index, next: 1 }],
  );
  while (asked.length > 0) {
    const earliest = Math.min(...asked.map(({ atNs }) => atNs));
    const [{ index, next }] = asked.splice(
      asked.findIndex(({ atNs }) => atNs === earliest),
      1,
    );
    woken.push([earliest, index]);
    const ns = sleeps[index][next];
    if (ns !== undefined) asked.push({ atNs: earliest + ns, index, next: next + 1 });
  }
  return woken;
}

describe('messages without latency', () => {
  const network = { latency: { constant: 0 } };

  test('wait their turn: nobody acts within the send of another', async () => {
    const cast = [
      actor('a', () => send(['b', 'c'], Note, { value: 1 })),
      actor('b', function* () {
        yield* receive(Note);
        yield* send('c', Note, { value: 2 });
      }),
      actor('c', function* () {
        yield* receive(Note);
        yield* receive(Note);
      }),
    ];
    const { log } = await play(cast, { network });
    const order = log.flatMap((logged) => ('wireBytes' in logged ? [`${logged.kind} ${logged.id}`] : []));
    expect(order).toEqual(['sent 0', 'sent 1', 'delivered 0', 'sent 2', 'delivered 1', 'delivered 2']);
  });

  test('start an actor once that would have started anyway', async () => {
    const server = actor('server', function* () {
      yield* send('client-1', Note, { value: 7 });
      yield* sleep(10);
      yield* send('client-1', Note, { value: 8 });
    });
    const client = actors('client', 1, function* () {
      const first = yield* receive(Note);
      const second = yield* receive(Note);
      yield* finish([first.body.value, second.body.value]);
    });
    const { result } = await play([server, client], { network });
    expect(result.results.get('client-1')).toEqual([7, 8]);
  });

  test('can be passed on by any number of actors', async () => {
    const count = 8000;
    const relay = actors(
      'relay',
      count,
      function* ({ index }) {
        yield* receive(Note);
        if (index + 1 < count) yield* send(`relay-${index + 2}`, Note, { value: 1 });
      },
      { starts: false },
    );
    const { of } = await play([actor('a', () => send('relay-1', Note, { value: 1 })), relay], { network });
    expect(of('delivered')).toHaveLength(count);
  });
});

describe('time', () => {
  test('sleeping takes its time, and sending takes none', async () => {
    const { of, result } = await play([notes('a', 1, 2, 3), bystander('b')]);
    expect(of('sent').map(({ timeNs }) => timeNs)).toEqual([0, 1000, 2000]);
    expect(result.endNs).toBe(3000);
  });

  test.each([-1, 0.5, Number.NaN])('sleeping %d ns is our own mistake', async (ns) => {
    const sleeper = actor('a', function* () {
      yield* sleep(10);
      yield* sleep(ns);
    });
    await expect(play([sleeper])).rejects.toThrow('a');
  });

  test.each([-1, 0.5, Number.NaN])('a timeout of %d ns is our own mistake', async (timeoutNs) => {
    const waiting = actor('a', function* () {
      yield* sleep(10);
      yield* receive(Note, { timeoutNs });
    });
    await expect(play([waiting])).rejects.toThrow('a');
  });

  test('a computation takes its operations at the rate of the device, rounded up', async () => {
    const rates = [1e9, 3, 250e6];
    const device = actors(
      'device',
      3,
      function* () {
        yield* compute(work, 10);
      },
      { rate: (index) => rates[index] },
    );
    const { of } = await play([device]);
    expect(of('computing').map(({ operations, durationNs }) => [operations, durationNs])).toEqual([
      [10, 10],
      [10, 3_333_333_334],
      [10, 40],
    ]);
    expect(of('computed').map(({ actor: id, timeNs }) => [id, timeNs])).toEqual([
      [0, 10],
      [2, 40],
      [1, 3_333_333_334],
    ]);
  });

  test('a computation of no operations takes no time', async () => {
    const idle = actor('a', function* () {
      yield* finish(yield* compute(work, 0));
    });
    const { result } = await play([idle]);
    expect([result.endNs, result.results.get('a')]).toEqual([0, 0]);
  });

  test('a computation takes not a nanosecond more than its operations', async () => {
    const { of } = await play([
      actor('a', function* () {
        yield* compute(work, 61);
      }),
    ]);
    expect(of('computing')).toMatchObject([{ operations: 61, durationNs: 61 }]);
  });
});

describe('one processor', () => {
  test.each([
    ['computes', () => compute(work, 5000)],
    ['sleeps', () => sleep(5000)],
  ])('mail waits while its actor %s', async (_, busy: () => Behaviour<unknown>) => {
    const heard: number[] = [];
    const receiver = actor('b', function* () {
      yield* busy();
      heard.push((yield* receive(Note)).body.value);
      yield* busy();
      heard.push((yield* receive(Note)).body.value);
      yield* send('c', Other, { value: 0 });
    });
    const { of } = await play([notes('a', 1, 2), receiver, bystander('c')]);
    expect(of('delivered').map(({ timeNs }) => timeNs)).toEqual([1000, 2000, 10_000 + LATENCY_NS]);
    expect(heard).toEqual([1, 2]);
  });

  test('actors compute side by side, each its own', async () => {
    const device = actors('device', 2, function* ({ index }) {
      yield* compute(work, 100 * (index + 1));
      yield* compute(work, 100);
    });
    const { of } = await play([device]);
    expect(of('computed').map(({ actor: id, timeNs }) => [id, timeNs])).toEqual([
      [0, 100],
      [1, 200],
      [0, 200],
      [1, 300],
    ]);
  });
});
