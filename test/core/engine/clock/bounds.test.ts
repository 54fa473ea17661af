import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bounds } from '../../../../src/core/engine/clock/bounds.ts';
import { type Behaviour, receive, save, send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import { actor, actors, bystander, LATENCY_NS, Note, Other, play, Vector } from '../../../support/cast.ts';

function* chatter(to: string | readonly string[]): Behaviour {
  for (;;) {
    yield* send(to, Note, { value: 1 });
    yield* sleep(2 * LATENCY_NS);
  }
}

/** Never gets what it waits for. */
function* deaf(): Behaviour {
  yield* receive(Other);
}

function* reader(): Behaviour {
  yield* receive(Vector);
}

describe('a run ends at', () => {
  test('as many messages as it may send, in the middle of a broadcast if need be', async () => {
    const listeners = actors('listener', 4, deaf);
    const everybody = ['listener-1', 'listener-2', 'listener-3', 'listener-4'];
    const { result, of } = await play([actor('a', () => chatter(everybody)), listeners], {
      limits: { messages: 6 },
    });
    expect(result).toMatchObject({ ending: 'limit', bound: 'messages' });
    expect(of('sent')).toHaveLength(6);
  });

  test('as many messages as it may send, where an actor sends without end and takes no time for it', async () => {
    const shouting = actor('a', function* () {
      for (;;) yield* send('b', Note, { value: 1 });
    });
    const { result, of } = await play([shouting, bystander('b')], { limits: { messages: 100 } });
    expect(result).toMatchObject({ ending: 'limit', bound: 'messages', endNs: 0 });
    expect(of('sent')).toHaveLength(100);
  });

  test('as many events as may happen, where time stands still', async () => {
    const restless = actor('a', function* () {
      for (;;) yield* sleep(0);
    });
    const { result } = await play([restless], { limits: { events: 50 } });
    expect(result).toMatchObject({ ending: 'limit', bound: 'events', endNs: 0 });
  });

  test('what may lie on the way, of which a broadcast counts once', async () => {
    const values = new Float64Array(1000);
    const cast = (count: number) => [
      actor('a', function* () {
        yield* send(
          Array.from({ length: count }, (_, i) => `b-${i + 1}`),
          Vector,
          { values },
        );
      }),
      actors('b', count, reader),
    ];
    const limits = { heldBytes: 20_000 };
    expect((await play(cast(11), { limits })).result.ending).toBe('done');
    expect((await play(cast(12), { limits })).result).toMatchObject({ ending: 'limit', bound: 'held' });
  });

  test('what may lie unread', async () => {
    const { result, of } = await play([actor('a', () => chatter('b')), actor('b', deaf)], {
      limits: { heldBytes: 1e5 },
    });
    expect(result).toMatchObject({ ending: 'limit', bound: 'held' });
    // Each takes 1024 B and its payload of seven, and one more is on its way.
    expect(of('delivered').length).toBeGreaterThan(90);
    expect(of('delivered').length).toBeLessThan(97);
  });

  test('what may be saved, where what was saved before no longer counts', async () => {
    const saving = (bytes: (i: number) => number) =>
      actor('a', function* ({ saved }) {
        for (let i = saved === undefined ? 0 : 100; i < 100; i++)
          yield* save({ values: new Uint8Array(bytes(i)) });
      });
    const limits = { heldBytes: 800 };
    expect((await play([saving(() => 700)], { limits })).result.ending).toBe('done');
    expect((await play([saving((i) => 10 * i)], { limits })).result).toMatchObject({ bound: 'held' });
  });

  test('the end of its time, however far beyond it the next thing would happen', async () => {
    const late = actor('a', () => sleep(1e300));
    const { result } = await play([late]);
    expect(result).toMatchObject({ ending: 'limit', bound: 'time', endNs: 0 });
  });
});

test('what is held comes to nothing when everything has come and was read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.nat(5000), packets: fc.integer({ min: 1, max: 5 }) })),
      (all) => {
        const bounds = new Bounds({ heldBytes: 1e6 });
        const loads = all.map(({ bytes, packets }) => {
          for (let i = 0; i < packets; i++) bounds.enterTransit(i === 0 ? bytes : 0);
          bounds.keep(bytes);
          return { bytes, packets };
        });
        fc.pre(bounds.reached === undefined);
        for (const load of loads) {
          for (let left = load.packets; left > 0; left--) bounds.leaveTransit(left === 1 ? load.bytes : 0);
          bounds.read(load.bytes);
        }
        // All of the bound is free again, to the byte.
        bounds.keep(1e6 - 1024);
        expect(bounds.reached).toBeUndefined();
        bounds.keep(0);
        expect(bounds.reached).toBe('held');
      },
    ),
  );
});

test('what was saved is counted by its vectors, whatever holds them, and each of them once', () => {
  const holds = (value: unknown): number => {
    let most = 0;
    for (let bytes = 2 ** 20; bytes >= 1; bytes /= 2) {
      const bounds = new Bounds({ heldBytes: most + bytes - 1 });
      bounds.save(0, value);
      if (bounds.reached === 'held') most += bytes;
    }
    return most;
  };
  const vector = new Uint32Array(1000);
  expect(holds(vector)).toBe(4000);
  expect(holds({ vector })).toBe(4008);
  expect(holds([vector, { vector }])).toBe(4024);
  expect(holds(new Map([['name', vector]]))).toBe(4024);
  expect(holds('text')).toBe(8);
  expect(holds(undefined)).toBe(8);
  const itself: { itself?: unknown } = {};
  itself.itself = itself;
  expect(holds(itself)).toBe(16);
});
