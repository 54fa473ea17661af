/** How an actor ends, how one that has not started is treated, and how a run ends. */

import { describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/core/engine/actors/actor.ts';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import {
  type Behaviour,
  collect,
  compute,
  finish,
  receive,
  send,
  sleep,
} from '../../../../src/core/engine/actors/effects.ts';
import type { Bandwidth } from '../../../../src/core/engine/network/network.ts';
import type { TcpSpec } from '../../../../src/core/engine/tcp/spec.ts';
import { work } from '../../../support/tasks.ts';
import { notes, reasons } from '../../../support/notes.ts';
import { actor, actors, bystander, LATENCY_NS, Note, Other, play, Vector } from '../../../support/cast.ts';
import { TCP } from '../../../../src/core/engine/network/transport-kind.ts';

const tcp: TcpSpec = {
  segmentBytes: 1448,
  initialWindow: 10,
  windowBytes: 2 ** 30,
  nagle: false,
  delayedAcks: true,
  connect: 'before',
};

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
        const { value } = (yield* receive(Note)).body;
        yield* compute(work, value);
        yield* finish([index, value]);
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

  describe.each(['mesh', 'star'] as const)('limit: with connections in a %s', (paths) => {
    /** The hub is done or never starts, and a message under way at the limit is for `receiver`. */
    const ending = async (receiver: Role, hub: boolean): Promise<string> => {
      const sender = actor('a', () => send('b', Vector, { values: new Float64Array(10_000) }));
      const cast = [actor('hub', () => sleep(1), { starts: hub }), sender, receiver];
      const bandwidth = (): Bandwidth => ({ uplinkBps: 1e6, downlinkBps: 1e6 });
      const network = { paths, bandwidth, transport: TCP, tcp, retransmitNs: 1e6 } as const;
      const { result } = await play(cast, { network, limits: { timeNs: 5e6 } });
      return result.ending;
    };

    test.each([true, false])(
      'a run is done before messages to one that is done (hub starts: %s)',
      async (hub) => {
        expect(
          await ending(
            actor('b', () => sleep(1)),
            hub,
          ),
        ).toBe('done');
      },
    );

    test.each([true, false])(
      'a run is not done if they would start their receiver (hub starts: %s)',
      async (hub) => {
        const receiver = actor('b', () => sleep(1), { starts: false });
        expect(await ending(receiver, hub)).toBe('limit');
      },
    );
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
