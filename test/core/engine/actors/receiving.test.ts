/** Receiving one message or several, with a deadline or without. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Behaviour,
  collect,
  finish,
  receive,
  send,
  sleep,
} from '../../../../src/core/engine/actors/effects.ts';
import { notes, reasons, valuesOf } from '../../../support/notes.ts';
import { actor, LATENCY_NS, Note, Other, play, Vector } from '../../../support/cast.ts';

describe('receiving', () => {
  test('takes its type, and leaves other types in the mailbox in order of arrival', async () => {
    const sender = actor('a', function* () {
      for (const value of [1, 2]) yield* send('b', Other, { value });
      for (const value of [3, 4]) yield* send('b', Note, { value });
      yield* sleep(5000);
      yield* send('b', Other, { value: 5 });
      yield* send('b', Note, { value: 6 });
    });
    const receiver = actor('b', function* () {
      const order: number[] = [];
      for (const type of [Note, Other, Note, Note, Other, Other])
        order.push((yield* receive(type)).body.value);
      yield* finish(order);
    });
    const played = await play([sender, receiver]);
    expect(played.result.results.get('b')).toEqual([3, 1, 4, 6, 2, 5]);
    expect(played.of('refused')).toEqual([]);
  });

  test('of several types takes whatever comes first, and says from whom and of which type it is', async () => {
    const sender = actor('a', function* () {
      yield* send('b', Vector, { values: Float64Array.of(0.5) });
      yield* send('b', Other, { value: 1 });
      yield* send('b', Note, { value: 2 });
    });
    const receiver = actor('b', function* () {
      const seen: unknown[] = [];
      for (let i = 0; i < 2; i++) {
        const { from, type, body } = yield* receive([Note, Other]);
        seen.push([from, type.name, body.value]);
      }
      yield* finish(seen);
    });
    const { result } = await play([sender, receiver]);
    expect(result.results.get('b')).toEqual([
      ['a', 'other', 1],
      ['a', 'note', 2],
    ]);
  });

  test.each([{ timeoutNs: 5000 }, { timeoutNs: 5000, from: 'a' }, { timeoutNs: 5000, newest: true }])(
    'shows the message, and not its number, which tells how many others have sent: %j',
    async (filter) => {
      const shown: string[][] = [];
      const receiver = actor('b', function* () {
        const accept = (one: object): true => {
          shown.push(Object.keys(one));
          return true;
        };
        shown.push(Object.keys((yield* receive(Note, filter)) ?? {}));
        for (const one of yield* collect(Note, { ...filter, accept, count: 1 })) shown.push(Object.keys(one));
      });
      await play([receiver, notes('a', 1, 2)]);
      expect(shown).toEqual([1, 2, 3].map(() => ['from', 'type', 'body']));
    },
  );

  test('nobody adds anything to what others wait for, or to how others read their messages', async () => {
    const effect = receive(Note, { timeoutNs: 5000 }).next().value as { filter: object };
    for (const shared of [effect, effect.filter, Note, Note.fields, Note.fields.value])
      expect(() => Object.assign(shared, { accept: () => true })).toThrow(TypeError);
  });

  test('only from whom it is wanted: from others it is refused as unexpected', async () => {
    const receiver = actor('b', function* () {
      const one = yield* receive(Note, { from: 'c' });
      const two = yield* receive(Note, { from: ['d', 'e'] });
      yield* finish([one.from, two.from]);
    });
    const cast = [receiver, ...['a', 'c', 'f', 'e'].map((role) => notes(role, 1)), notes('d')];
    const played = await play(cast);
    expect(played.result.results.get('b')).toEqual(['c', 'e']);
    expect(reasons(played)).toEqual([
      [0, 'unexpected sender'],
      [2, 'unexpected sender'],
    ]);
  });

  test('what is not accepted is refused for the reason given, and the wait goes on', async () => {
    const receiver = actor('b', function* () {
      const { body } = yield* receive(Note, {
        accept: (received) =>
          received.body.value % 2 === 0 || `${received.body.value} from ${received.from} is odd`,
      });
      yield* finish(body.value);
    });
    const played = await play([notes('a', 1, 3, 4, 5), receiver]);
    expect(played.result.results.get('b')).toBe(4);
    expect(reasons(played)).toEqual([
      [0, '1 from a is odd'],
      [1, '3 from a is odd'],
      [3, 'the actor is done'],
    ]);
  });

  test('refuses also what already lies in the mailbox, when it is asked for', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(10_000);
      const { body } = yield* receive(Note, { accept: ({ body: { value } }) => value > 1 || 'too small' });
      yield* finish(body.value);
    });
    const { of, result } = await play([notes('a', 1, 2), receiver]);
    expect(result.results.get('b')).toBe(2);
    expect(of('refused')).toEqual([{ timeNs: 10_000, id: 0, by: 1, reason: 'too small' }]);
  });

  test('the newest of several in the mailbox, and the others are refused as superseded', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(10_000);
      const { body } = yield* receive(Note, { newest: true });
      const next = yield* receive(Note, { newest: true, timeoutNs: 0 });
      yield* finish([body.value, next]);
    });
    const played = await play([notes('a', 1, 2, 3), receiver]);
    expect(played.result.results.get('b')).toEqual([3, undefined]);
    expect(reasons(played)).toEqual([
      [0, 'superseded'],
      [1, 'superseded'],
    ]);
  });

  test('the newest that is acceptable, whoever it is from', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(10_000);
      const { from, body } = yield* receive(Note, {
        newest: true,
        from: ['a', 'c'],
        accept: (received) => received.body.value < 8 || 'too large',
      });
      yield* finish([from, body.value]);
    });
    // They arrive one from each first, and then the second ones.
    const played = await play([notes('a', 1, 4), notes('c', 2, 9), notes('d', 3), receiver]);
    expect(played.result.results.get('b')).toEqual(['a', 4]);
    expect(reasons(played)).toEqual([
      [0, 'superseded'],
      [2, 'unexpected sender'],
      [1, 'superseded'],
      [4, 'too large'],
    ]);
  });

  test('without a wish for the newest, the oldest, and the others stay', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(10_000);
      const one = yield* receive(Note);
      const two = yield* receive(Note);
      yield* finish([one.body.value, two.body.value]);
    });
    const { result } = await play([notes('a', 1, 2, 3), receiver]);
    expect(result.results.get('b')).toEqual([1, 2]);
  });
});

describe('collecting', () => {
  test('takes one from each sender, in order of arrival, and refuses a second one as repeated', async () => {
    const receiver = actor('b', function* () {
      const mails = yield* collect(Note, { count: 3 });
      yield* finish(mails.map(({ from, body }) => [from, body.value]));
    });
    const late = actor('d', function* () {
      yield* sleep(1500);
      yield* send('b', Note, { value: 5 });
    });
    const played = await play([receiver, notes('a', 1, 2), notes('c', 3), late]);
    expect(played.result.results.get('b')).toEqual([
      ['a', 1],
      ['c', 3],
      ['d', 5],
    ]);
    expect(reasons(played)).toEqual([[2, 'repeated']]);
  });

  test('finds in the mailbox what came before, and leaves what is beyond the count', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(10_000);
      const first = yield* collect(Note, { count: 2 });
      const second = yield* collect(Note, { count: 1 });
      yield* finish([valuesOf(first), valuesOf(second)]);
    });
    const { result, of } = await play([receiver, notes('a', 1), notes('c', 2), notes('d', 3)]);
    expect(result.results.get('b')).toEqual([[1, 2], [3]]);
    expect(of('refused')).toEqual([]);
  });

  test('of nothing is done at once', async () => {
    const receiver = actor('b', function* () {
      yield* finish(yield* collect(Note, { count: 0 }));
    });
    const { result } = await play([receiver]);
    expect([result.results.get('b'), result.endNs]).toEqual([[], 0]);
  });

  test('who was refused may try again', async () => {
    const receiver = actor('b', function* () {
      const accept = ({ body }: { body: { value: number } }): true | string => body.value > 1 || 'too small';
      yield* finish(valuesOf(yield* collect(Note, { count: 2, accept })));
    });
    const played = await play([receiver, notes('a', 1, 2), notes('c', 3)]);
    expect(played.result.results.get('b')).toEqual([3, 2]);
    expect(reasons(played)).toEqual([[0, 'too small']]);
  });

  test('the newest of each sender is still one of each', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(10_000);
      yield* finish((yield* collect(Note, { count: 2, newest: true })).map(({ from }) => from));
    });
    const { result } = await play([receiver, notes('c', 1), notes('a', 2, 3)]);
    expect(result.results.get('b')).toEqual(['c', 'a']);
  });
});

describe('a deadline', () => {
  test('ends a receive with nothing', async () => {
    const receiver = actor('b', function* () {
      const received = yield* receive(Note, { timeoutNs: 700 });
      yield* finish(received === undefined);
    });
    const { result, of } = await play([receiver]);
    expect(result.results.get('b')).toBe(true);
    expect(of('expired')).toEqual([{ timeNs: 700, actor: 0, got: 0, wanted: 1 }]);
    expect(result).toMatchObject({ ending: 'done', endNs: 700 });
  });

  test('ends a collect with what came in time', async () => {
    const receiver = actor('b', function* () {
      yield* finish(valuesOf(yield* collect(Note, { count: 3, timeoutNs: 1500 })));
    });
    const cast = [receiver, notes('a', 1), notes('c', 2), actor('d', () => sleep(5000))];
    const { result, of } = await play(cast);
    expect(result.results.get('b')).toEqual([1, 2]);
    expect(of('expired')).toEqual([{ timeNs: 1500, actor: 0, got: 2, wanted: 3 }]);
  });

  test('that is met passes unnoticed', async () => {
    const receiver = actor('b', function* () {
      yield* receive(Note, { timeoutNs: 2000 });
      yield* receive(Note, { timeoutNs: 2000 });
      yield* sleep(10_000);
    });
    const { of } = await play([notes('a', 1, 2), receiver]);
    expect(of('expired')).toEqual([]);
  });

  test('is that of its own wait, whatever earlier ones were, met or not', async () => {
    const patience = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 });
    const gaps = fc.array(fc.nat(4), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(patience, gaps, async (long, apart) => {
        // Arrivals at multiples of 1000, and deadlines at none.
        const timeouts = long.map((times, i) => 1000 * times + i + 1);
        const pauses = apart.map((times) => 1000 * times);
        let nowNs = LATENCY_NS;
        const arrivals = pauses.map((pause) => (nowNs += pause));
        const sender = actor('a', function* () {
          for (const pause of pauses) {
            yield* sleep(pause);
            yield* send('b', Note, { value: 1 });
          }
        });
        const receiver = actor('b', function* () {
          const came: boolean[] = [];
          for (const timeoutNs of timeouts) came.push((yield* receive(Note, { timeoutNs })) !== undefined);
          yield* finish(came);
        });
        const { result, of } = await play([sender, receiver]);
        nowNs = 0;
        const expired: number[] = [];
        const expected = timeouts.map((timeoutNs) => {
          const arrival = arrivals[0] ?? Number.POSITIVE_INFINITY;
          const comes = arrival < nowNs + timeoutNs;
          nowNs = comes ? Math.max(nowNs, arrival) : nowNs + timeoutNs;
          if (comes) arrivals.shift();
          else expired.push(nowNs);
          return comes;
        });
        expect(result.results.get('b')).toEqual(expected);
        expect(of('expired').map(({ timeNs }) => timeNs)).toEqual(expired);
      }),
    );
  });

  test('that was met keeps nothing of what came in time', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let taken: WeakRef<object> | undefined;
    function* take(): Behaviour {
      const received = yield* receive(Note, { timeoutNs: 1e9 });
      taken = new WeakRef(received?.body ?? {});
    }
    const receiver = actor('b', function* () {
      yield* take();
      for (let i = 0; i < 1100; i++) yield* sleep(1); // a weak reference holds on until the turn is over: 1,024 events
      collectGarbage();
      yield* finish(taken?.deref() === undefined);
    });
    const { result } = await play([receiver, notes('a', 1)]);
    expect(result.results.get('b')).toBe(true);
  });

  test('of 0 takes what is there and waits for nothing', async () => {
    const receiver = actor('b', function* () {
      const before = yield* receive(Note, { timeoutNs: 0 });
      yield* sleep(1500);
      const after = yield* receive(Note, { timeoutNs: 0 });
      yield* finish([before, after?.body.value]);
    });
    const { result, of } = await play([notes('a', 1), receiver]);
    expect(result.results.get('b')).toEqual([undefined, 1]);
    expect(of('expired')).toEqual([{ timeNs: 0, actor: 1, got: 0, wanted: 1 }]);
  });

  test('at the moment of an arrival: what was set in motion first comes first', async () => {
    const receiver = (role: string) =>
      actor(role, function* () {
        yield* finish((yield* receive(Note, { timeoutNs: LATENCY_NS })) !== undefined);
      });
    const sender = actor('a', () => send(['before', 'behind'], Note, { value: 1 }));
    const { result } = await play([receiver('before'), sender, receiver('behind')]);
    expect([...result.results]).toEqual([
      ['before', false],
      ['behind', true],
    ]);
  });

  test('that ended a wait leaves the late message for the next one', async () => {
    const receiver = actor('b', function* () {
      yield* receive(Note, { timeoutNs: 10 });
      yield* finish((yield* receive(Note)).body.value);
    });
    const { result } = await play([notes('a', 4), receiver]);
    expect(result.results.get('b')).toBe(4);
  });
});
