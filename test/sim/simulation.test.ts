import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bus } from '../../src/sim/bus.ts';
import {
  type Behaviour,
  collect,
  compute,
  finish,
  phase,
  receive,
  round,
  send,
  sleep,
} from '../../src/sim/effects.ts';
import { integer, message } from '../../src/wire/message.ts';
import { fail, work } from '../support/tasks.ts';
import {
  actor,
  actors,
  bystander,
  LATENCY_NS,
  Note,
  Other,
  play,
  type Played,
  Vector,
} from '../support/cast.ts';

/** Sends notes of these values to `b`, the first at time 0 and each next one a microsecond later. */
function notes(role: string, ...values: number[]) {
  return actor(role, function* () {
    for (const value of values) {
      yield* send('b', Note, { value });
      yield* sleep(1000);
    }
  });
}

const valuesOf = (mails: readonly { readonly body: { readonly value: number } }[]): number[] =>
  mails.map(({ body }) => body.value);

const reasons = ({ of }: Played): [number, string][] => of('refused').map(({ id, reason }) => [id, reason]);

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

  test('only from whom it is wanted: from others it is refused as unexpected', async () => {
    const receiver = actor('b', function* () {
      const one = yield* receive(Note, { from: 'c' });
      const two = yield* receive(Note, { from: ['d', 'e'] });
      yield* finish([one.from, two.from]);
    });
    const cast = [receiver, ...['a', 'c', 'f', 'e'].map((role) => notes(role, 1))];
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
        accept: (mail) => mail.body.value % 2 === 0 || `${mail.body.value} from ${mail.from} is odd`,
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
        accept: (mail) => mail.body.value < 8 || 'too large',
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
      const mail = yield* receive(Note, { timeoutNs: 700 });
      yield* finish(mail === undefined);
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
      const mail = yield* receive(Note, { timeoutNs: 1e9 });
      taken = new WeakRef(mail?.body ?? {});
    }
    const receiver = actor('b', function* () {
      yield* take();
      yield* compute(work, 1); // a weak reference holds on until the turn is over
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

describe('finishing', () => {
  test('in a nested generator ends the actor there, and its clean-up runs', async () => {
    const passed: string[] = [];
    function* inner(): Behaviour<number> {
      try {
        yield* finish('deep');
      } finally {
        passed.push('clean-up');
      }
      passed.push('behind finish');
      return 1;
    }
    const nested = actor('a', function* () {
      passed.push('start');
      const value = yield* inner();
      passed.push(`outer ${value}`);
    });
    const { result, of } = await play([nested]);
    expect(result.results.get('a')).toBe('deep');
    expect(passed).toEqual(['start', 'clean-up']);
    expect(of('finished')).toHaveLength(1);
  });

  test('a behaviour that simply ends is finished without a result', async () => {
    const { result, of } = await play([actor('a', () => sleep(10))]);
    expect([...result.results]).toEqual([]);
    expect(of('finished').map(({ timeNs, result: bytes }) => [timeNs, [...bytes]])).toEqual([[10, [0xc0]]]);
    expect(result.ending).toBe('done');
  });

  test('messages to a finished actor are refused, and so is what lay in its mailbox', async () => {
    const receiver = actor('b', function* () {
      yield* sleep(2500);
    });
    const played = await play([notes('a', 1, 2, 3), receiver]);
    expect(played.of('refused')).toEqual([
      { timeNs: 2500, id: 0, by: 1, reason: 'the actor is done' },
      { timeNs: 2500, id: 1, by: 1, reason: 'the actor is done' },
      { timeNs: 3000, id: 2, by: 1, reason: 'the actor is done' },
    ]);
  });

  test('whatever comes to a finished actor is refused because it is done, and not even read', async () => {
    const rules = [
      { name: 'noise', apply: () => ({ kind: 'tamper', payload: Uint8Array.of(0xc4) }) as const },
    ];
    const played = await play([notes('a', 1), actor('b', () => sleep(1))], { rules });
    expect(reasons(played)).toEqual([[0, 'the actor is done']]);
  });

  test('an actor that a message starts and that ends without taking it refuses it', async () => {
    const played = await play([notes('a', 1), bystander('b')]);
    expect(reasons(played)).toEqual([[0, 'the actor is done']]);
  });
});

describe('an actor that does not start', () => {
  test('costs nothing until its first message', async () => {
    const started: string[] = [];
    const rated: number[] = [];
    const client = actors(
      'client',
      100_000,
      function* ({ name, index }) {
        started.push(name);
        yield* finish([index, (yield* receive(Note)).body.value]);
      },
      {
        starts: false,
        rate: (index) => {
          rated.push(index);
          return 1e9;
        },
      },
    );
    const server = actor('server', () => send('client-77777', Note, { value: 5 }));
    const { result, of } = await play([server, client]);
    expect(started).toEqual(['client-77777']);
    expect(rated).toEqual([77_776]);
    expect([...result.results]).toEqual([['client-77777', [77_776, 5]]]);
    expect(of('finished').map(({ actor: id }) => id)).toEqual([0, 77_777]);
    expect(result.ending).toBe('done');
  });

  test('is not started by a message that nobody could read', async () => {
    let starts = 0;
    const sleeper = actor(
      'b',
      // oxlint-disable-next-line require-yield -- a behaviour without effects
      function* () {
        starts++;
      },
      { starts: false },
    );
    const rules = [
      { name: 'noise', apply: () => ({ kind: 'tamper', payload: Uint8Array.of(0xc4) }) as const },
    ];
    const played = await play([notes('a', 1), sleeper], { rules });
    expect(reasons(played)).toEqual([[0, 'malformed: no MessagePack']]);
    expect(starts).toBe(0);
  });

  test('is not waited for: a run ends without it', async () => {
    const { result } = await play([
      actor('a', () => sleep(1)),
      actor('b', () => receive(Note) as never, { starts: false }),
    ]);
    expect(result).toMatchObject({ ending: 'done', endNs: 1 });
  });
});

describe('the end of a run', () => {
  test('stalled: names who waits, and for what', async () => {
    const cast = [
      actor('a', () => sleep(10)),
      actor('b', function* () {
        yield* receive([Note, Vector]);
      }),
      actors('c', 2, function* () {
        yield* collect(Other, { count: 3 });
      }),
    ];
    const { result, of } = await play(cast);
    expect(result).toMatchObject({ ending: 'stalled', endNs: 10 });
    const awaiting: [string, string][] = [
      ['b', 'note or vector from anybody'],
      ['c-1', 'other (has 0 of 3) from anybody'],
      ['c-2', 'other (has 0 of 3) from anybody'],
    ];
    expect([...result.awaiting]).toEqual(awaiting);
    expect(of('stalled')).toEqual(
      awaiting.map(([, type], i) => ({ timeNs: 10, actor: i + 1, awaiting: type })),
    );
  });

  test('stalled: names from whom, and how many have come', async () => {
    const cast = [
      actor('server', function* () {
        const clients = Array.from({ length: 9 }, (_, i) => `client-${i + 1}`);
        yield* collect(Note, { count: 9, from: clients });
      }),
      actors('client', 9, function* ({ index }) {
        if (index < 2) yield* send('server', Note, { value: 1 });
        yield* receive(Note, { from: 'server' });
      }),
    ];
    const { result } = await play(cast);
    expect(result.awaiting.get('server')).toBe(
      'note (has 2 of 9) from client-3, client-4, client-5, client-6, client-7 and 2 others',
    );
    expect(result.awaiting.get('client-1')).toBe('note from server');
  });

  test('limit: nothing happens later than it, and what happens at it does', async () => {
    const cast = [
      actor('a', function* () {
        for (;;) {
          yield* send('b', Note, { value: 1 });
          yield* sleep(1000);
        }
      }),
      actor('b', function* () {
        yield* receive(Other);
      }),
    ];
    const { result, log } = await play(cast, { limits: { timeNs: 3000 } });
    expect(Math.max(...log.map(({ timeNs }) => timeNs))).toBe(3000);
    expect(log.filter(({ kind }) => kind === 'delivered')).toHaveLength(3);
    expect(result).toMatchObject({ ending: 'limit', endNs: 3000 });
    expect([...result.awaiting]).toEqual([
      ['a', 'its processor'],
      ['b', 'other from anybody'],
    ]);
    expect(log.some(({ kind }) => kind === 'stalled')).toBe(false);
  });

  test('limit: a computation that ends in no run', async () => {
    const slow = actor('a', function* () {
      yield* compute(work, 1e300);
    });
    const { result, of } = await play([slow]);
    expect(result).toMatchObject({ ending: 'limit', bound: 'time', endNs: 0 });
    expect(of('computing')).toMatchObject([{ durationNs: Number.MAX_SAFE_INTEGER }]);
  });

  test('limit: a run that is done before it is done', async () => {
    const { result } = await play([actor('a', () => sleep(10))], { limits: { timeNs: 10 } });
    expect(result.ending).toBe('done');
  });

  test('limit: none at all is as good as none given', async () => {
    const { result } = await play([actor('a', () => sleep(10))], {
      limits: { timeNs: Number.POSITIVE_INFINITY },
    });
    expect(result.ending).toBe('done');
  });

  test('limit: a deadline that was met in time does not count, however late it was', async () => {
    const receiver = actor('b', function* () {
      yield* receive(Note, { timeoutNs: 1e9 });
    });
    const { result } = await play([notes('a', 1), receiver], { limits: { timeNs: 1e6 } });
    expect(result).toMatchObject({ ending: 'done', endNs: LATENCY_NS });
  });

  test('aborted: by a signal, between two events', async () => {
    const bus = new Bus();
    const controller = new AbortController();
    bus.on('delivered', ({ id }) => {
      if (id === 4) controller.abort();
    });
    const receiver = actor('b', function* () {
      for (;;) yield* receive(Note);
    });
    const { result, log } = await play([notes('a', 1, 2, 3, 4, 5, 6, 7), receiver], {
      bus,
      signal: controller.signal,
    });
    expect(result).toMatchObject({ ending: 'aborted', endNs: 5000 });
    expect(log.at(-1)).toMatchObject({ kind: 'delivered', id: 4 });
    expect([...result.awaiting]).toEqual([
      ['a', 'its processor'],
      ['b', 'note from anybody'],
    ]);
  });

  test('aborted: by a signal from outside, though events never run out', async () => {
    const controller = new AbortController();
    const forever = actor('a', function* () {
      for (;;) yield* sleep(1);
    });
    setTimeout(() => controller.abort(), 20);
    const { result } = await play([forever], { signal: controller.signal });
    expect(result.ending).toBe('aborted');
    expect(result.endNs).toBeGreaterThan(0);
  });

  test('aborted: a signal given before the start', async () => {
    const { result, of } = await play([notes('a', 1), bystander('b')], { signal: AbortSignal.abort() });
    expect(result.ending).toBe('aborted');
    expect(of('delivered')).toEqual([]);
  });
});

describe('our own mistakes', () => {
  const Undeclared = message('undeclared', { value: integer });
  const Namesake = message('note', { value: integer });

  test('sending to somebody who does not exist', async () => {
    await expect(play([notes('a', 1)])).rejects.toThrow('a sends to b, who does not exist');
    const client = actors('client', 2, () => send('client-3', Note, { value: 1 }));
    await expect(play([client])).rejects.toThrow('client-1 sends to client-3, who does not exist');
  });

  test('sending a message that is not declared, or is another of the same name', async () => {
    for (const type of [Undeclared, Namesake]) {
      const sender = actor('a', () => send('b', type, { value: 1 }));
      await expect(play([sender, bystander('b')])).rejects.toThrow(
        `a sends an undeclared message ${type.name}`,
      );
    }
  });

  test('sending a field that is not declared', async () => {
    const body = { value: 1, secret: 2 };
    const sender = actor('a', () => send('b', Note, body));
    await expect(play([sender, bystander('b')])).rejects.toThrow('a note message has no field secret');
  });

  test('throwing', async () => {
    const thrower = actor('a', function* () {
      yield* sleep(1);
      throw new Error('in a behaviour');
    });
    await expect(play([thrower])).rejects.toThrow('in a behaviour');
    const failing = actor('a', function* () {
      yield* compute(fail, 'in a task');
    });
    await expect(play([failing])).rejects.toThrow('in a task');
  });

  test('computing for less than no time', async () => {
    for (const operations of [-1, Number.NaN]) {
      const computing = actor('a', function* () {
        yield* compute(work, operations);
      });
      await expect(play([computing])).rejects.toThrow('work takes');
    }
  });
});

describe('what actors share', () => {
  const names = ['client-1', 'client-2', 'client-3'];

  test('a broadcast is encoded once: all its messages have one payload', async () => {
    const server = actor('server', function* () {
      yield* send(names, Vector, { values: new Float64Array(1000) });
      yield* send('client-1', Vector, { values: new Float64Array(1000) });
    });
    const { of } = await play([server, bystander('client', { count: 3 })]);
    const payloads = (kind: 'sent' | 'delivered'): Uint8Array[] => of(kind).map(({ payload }) => payload);
    expect(new Set(payloads('sent').slice(0, 3)).size).toBe(1);
    expect(new Set(payloads('sent')).size).toBe(2);
    expect(payloads('delivered').every((payload, i) => payload === payloads('sent')[i])).toBe(true);
  });

  test.each([3, 1000])('not the vectors that they receive, of %d doubles', async (length) => {
    const sent = Float64Array.from({ length }, (_, i) => i);
    const memories: unknown[] = [sent.buffer];
    const server = actor('server', () => send(names, Vector, { values: sent }));
    const client = actors('client', 3, function* ({ index }) {
      const { body } = yield* receive(Vector);
      memories.push(body.values.buffer);
      const before = [...body.values];
      body.values.fill(index);
      (body as { values: unknown }).values = 'mine';
      yield* finish(before);
    });
    const { result } = await play([server, client]);
    expect(new Set(memories).size).toBe(4);
    const expected = Array.from({ length }, (_, i) => i);
    expect([...result.results.values()]).toEqual([expected, expected, expected]);
    expect([...sent]).toEqual(expected);
  });

  test('not what they sent: changing it afterwards changes nothing that arrives', async () => {
    const sender = actor('a', function* () {
      const body = { values: Float64Array.of(1, 2) };
      yield* send('b', Vector, body);
      body.values.fill(9);
      body.values = Float64Array.of(7);
    });
    const receiver = actor('b', function* () {
      yield* finish([...(yield* receive(Vector)).body.values]);
    });
    const { result } = await play([sender, receiver]);
    expect(result.results.get('b')).toEqual([1, 2]);
  });

  test('not their random streams, which follow from seed and name alone', async () => {
    const drawing = actors('client', 3, function* ({ random, name }) {
      yield* finish([name, random.stream('noise').uniform(), [...random.secretKey('mask')]]);
    });
    const drawn = async (clients: number, seed: number): Promise<unknown[]> => {
      const { result } = await play([{ ...drawing, count: clients }], { seed });
      return [...result.results.values()];
    };
    const three = await drawn(3, 1);
    expect(new Set(three.map((own) => JSON.stringify((own as unknown[]).slice(1)))).size).toBe(3);
    expect(await drawn(2, 1)).toEqual(three.slice(0, 2));
    expect((await drawn(3, 2))[0]).not.toEqual(three[0]);
  });
});

test('a phase and a round are said together, and stay until the next', async () => {
  const labelled = actor('a', function* () {
    yield* phase('share');
    yield* round(1);
    yield* sleep(5);
    yield* phase('sum');
    yield* round(2);
  });
  const { of } = await play([labelled]);
  expect(of('labelled')).toEqual([
    { timeNs: 0, actor: 0, phase: 'share', round: 0 },
    { timeNs: 0, actor: 0, phase: 'share', round: 1 },
    { timeNs: 5, actor: 0, phase: 'sum', round: 1 },
    { timeNs: 5, actor: 0, phase: 'sum', round: 2 },
  ]);
});

test('actors know their own name and place, and nothing of others', async () => {
  const told: unknown[] = [];
  // oxlint-disable-next-line require-yield -- a behaviour without effects
  const client = actors('client', 2, function* (self) {
    told.push(Object.keys(self).toSorted(), self.name, self.index);
  });
  await play([client]);
  const keys = ['index', 'name', 'random'];
  expect(told).toEqual([keys, 'client-1', 0, keys, 'client-2', 1]);
});
