/** What is our own mistake, and what actors share and know. */

import { describe, expect, test } from 'vitest';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import {
  type Behaviour,
  collect,
  compute,
  finish,
  phase,
  receive,
  round,
  send,
  sendEach,
  sleep,
} from '../../../../src/core/engine/actors/effects.ts';
import {
  binary,
  encodeMessage,
  type FieldKind,
  integer,
  message,
  numbers,
  packed,
} from '../../../../src/core/engine/wire/message.ts';
import { fail, work } from '../../../support/tasks.ts';
import { notes } from '../../../support/notes.ts';
import { actor, actors, bystander, Note, play, simulateQuietly, Vector } from '../../../support/cast.ts';

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

  test.each<[string, unknown]>([
    ['a sends a note message without a body', send('b', Note, undefined as never)],
    ['a sends a note message without a body', send('b', Note, null as never)],
    ['a sends a note message without a body', sendEach(['b'], Note, () => undefined as never)],
    [
      'a sends to undefined, which is not a name or a list of names',
      send(undefined as never, Note, { value: 1 }),
    ],
    ['a sends an undeclared message undefined', send('b', undefined as never, {})],
    ['a sends to each of something other than a list', sendEach(['b'], Note, {} as never)],
    ['a sends to each of something other than a list', sendEach('b' as never, Note, () => ({ value: 1 }))],
    ['a waits for undefined messages', collect(Note, {} as never)],
    ['a computes something other than a task', compute(undefined as never, 1)],
    ['a yields something other than an effect', [5].values()],
    ['a yields something other than an effect', [undefined].values()],
    ['a yields something other than an effect', { next: () => ({ value: { kind: 'dance' } }) }],
    ['a plays something other than a generator', undefined],
  ])('%s', async (mistake, behaviour) => {
    const mistaken = actor('a', (() => behaviour) as () => Behaviour);
    await expect(play([mistaken, bystander('b')])).rejects.toThrow(mistake);
  });

  test('sending to nobody, where what was said is kept to be said again', async () => {
    const asking = actor('a', () => send(undefined as never, Note, { value: 1 }), { retransmitAfterNs: 10 });
    await expect(play([asking, bystander('b')])).rejects.toThrow('a sends to undefined, which is not a name');
  });

  test.each([
    ['accept of note messages gives undefined, which is neither true nor a reason', () => undefined],
    ['accept of note messages gives false, which is neither true nor a reason', () => false],
    ['accept of note messages is not a function', 5],
  ])('%s', async (mistake, accept) => {
    const mistaken = actor('b', () => receive(Note, { accept: accept as never }) as Behaviour<never>);
    await expect(play([notes('a', 1), mistaken])).rejects.toThrow(mistake);
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
  const Sum = message('sum', { values: packed });
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

  test.each([
    { to: 'client-1', isWatched: false, isCopied: false },
    { to: 'client-1', isWatched: true, isCopied: true },
    { to: names, isWatched: false, isCopied: true },
  ])(
    'nor long packed vectors, which their only receiver has in place: $to, unless others see them: $isWatched',
    async ({ to, isWatched, isCopied }) => {
      const bytes = new Uint8Array(100_000).fill(7);
      const received: Uint8Array[] = [];
      const server = actor('server', () =>
        send(to, Sum, { values: { bits: 8, length: bytes.length, bytes } }),
      );
      const client = actors('client', 3, function* ({ index }) {
        const { values } = (yield* receive(Sum, { timeoutNs: 1e6 }))?.body ?? {};
        if (values === undefined) return;
        received.push(values.bytes);
        const isRight = values.bytes.every((byte) => byte === 7);
        values.bytes.fill(index);
        yield* finish(isRight);
      });
      const bus = new Bus();
      const seen: Uint8Array[] = [];
      if (isWatched) bus.on('sent', ({ payload }) => seen.push(payload));
      const { results } = await simulateQuietly({ roles: [server, client], messages: [Sum], bus });
      expect([...results.values()]).toEqual(received.map(() => true));
      expect(new Set([bytes, ...seen, ...received].map(({ buffer }) => buffer)).size).toBe(
        1 + seen.length + received.length,
      );
      expect(received.every(({ buffer }) => (buffer.byteLength === bytes.length) === isCopied)).toBe(true);
      expect(bytes.every((byte) => byte === 7)).toBe(true);
    },
  );

  test('nor the memory of messages, where a kind of field keeps the bytes that it reads', async () => {
    const unpack = (raw: unknown): Uint8Array | undefined => (raw instanceof Uint8Array ? raw : undefined);
    const Kept = message('kept', { values: { ...binary, unpack } });
    const server = actor('server', function* () {
      yield* send('client-1', Vector, { values: Float64Array.of(1, 2) });
      yield* send(names, Kept, { values: Uint8Array.of(3, 4) });
    });
    const client = actors('client', 3, function* () {
      const { values } = (yield* receive(Kept)).body;
      const all = [...new Uint8Array(values.buffer)];
      values.fill(9);
      yield* finish(all);
    });
    const { result } = await play([server, client], { messages: [Vector, Kept] });
    const written = [...encodeMessage(Kept, { values: Uint8Array.of(3, 4) })];
    expect([...result.results.values()]).toEqual(names.map(() => written));
  });

  test.each([
    ['bytes', binary, new Uint8Array(1), { byteLength: 64 }],
    ['numbers', numbers, new Uint32Array(1), { byteLength: 64 }],
    ['numbers', numbers, new Uint32Array(1), { byteLength: 64, length: 0 }],
    ['packed', packed, { bits: 8, length: 64, bytes: new Uint8Array(1) }, { byteLength: 64, length: 64 }],
  ])(
    'nor what lay in the memory before, by sending %s that say to be longer',
    async (_, kind, value, says) => {
      const Long = message('long', { value: kind as FieldKind<unknown> });
      const of = 'bytes' in value ? value.bytes : value;
      for (const [key, number] of Object.entries(says)) Object.defineProperty(of, key, { value: number });
      const sender = actor('a', () => send('b', Long, { value }));
      await expect(play([sender, bystander('b')], { messages: [Long] })).rejects.toThrow(RangeError);
    },
  );

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

test('nobody draws from the streams of another actor by taking its name', async () => {
  const taking = actors('client', 2, function* (self) {
    expect(() => Object.assign(self, { name: 'client-2' })).toThrow(TypeError);
    yield* finish([...self.random.secretKey('mask')]);
  });
  const { result } = await play([taking]);
  expect(result.results.get('client-1')).not.toEqual(result.results.get('client-2'));
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
  const keys = ['index', 'name', 'random', 'saved'];
  expect(told).toEqual([keys, 'client-1', 0, keys, 'client-2', 1]);
});
