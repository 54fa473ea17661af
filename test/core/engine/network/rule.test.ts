import { describe, expect, test } from 'vitest';
import { collect, finish, receive, send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import { encodeMessage } from '../../../../src/core/engine/wire/message.ts';
import { PASS, type Packet, type Rule, type Verdict } from '../../../../src/core/engine/network/rule.ts';
import { encode } from '../../../../src/core/engine/wire/bytes.ts';
import {
  actor,
  actors,
  LATENCY_NS,
  Note,
  NOTE_BYTES,
  play,
  type Played,
  Vector,
} from '../../../support/cast.ts';

const rule = (apply: (packet: Packet, timeNs: number) => Verdict): Rule => ({ name: 'ours', apply });

/** Does this to the first message only. */
const toFirst = (verdict: Verdict): Rule => rule(({ id }) => (id === 0 ? verdict : PASS));

/** Sends the notes 1, 2 and 3 at once to one who takes whatever comes in 100 us, and gives the values as its result. */
function threeNotes(rules: readonly Rule[]): Promise<Played> {
  const sender = actor('a', function* () {
    for (const value of [1, 2, 3]) yield* send('b', Note, { value });
  });
  const receiver = actor('b', function* () {
    const values: number[] = [];
    for (;;) {
      const note = yield* receive(Note, { timeoutNs: 100_000 });
      if (note === undefined) return yield* finish(values);
      values.push(note.body.value);
    }
  });
  return play([sender, receiver], { rules });
}

const valuesOf = ({ result }: Played): unknown => result.results.get('b');
const deliveries = ({ of }: Played): number[][] => of('delivered').map(({ id, timeNs }) => [id, timeNs]);

describe('a rule', () => {
  test('that passes everything changes nothing', async () => {
    const without = await threeNotes([]);
    const withRule = await threeNotes([rule(() => PASS)]);
    expect(withRule.log).toEqual(without.log);
    expect(valuesOf(withRule)).toEqual([1, 2, 3]);
  });

  test('is not asked while it sleeps, and those after it are', async () => {
    const asked: string[] = [];
    const noting = (name: string, sleeps?: (timeNs: number) => boolean): Rule => ({
      name,
      ...(sleeps && { sleeps }),
      apply: ({ id }) => {
        asked.push(`${name} ${id}`);
        return name === 'dropping' ? { kind: 'drop', reason: name } : PASS;
      },
    });
    const played = await threeNotes([noting('dropping', (timeNs) => timeNs < 1e9), noting('passing')]);
    expect(asked).toEqual(['passing 0', 'passing 1', 'passing 2']);
    expect(valuesOf(played)).toEqual([1, 2, 3]);
  });

  test('sees who sends what to whom, and when it reaches the rule', async () => {
    const seen: unknown[] = [];
    const played = await threeNotes([
      rule((packet, timeNs) => {
        const { id, from, to, fromRole, toRole, sender, receiver } = packet;
        const { type, payload, wireBytes, hopFrom, hopTo, isForwarded } = packet;
        seen.push({
          id,
          from,
          to,
          fromRole,
          toRole,
          sender,
          receiver,
          type,
          hex: Buffer.from(payload).toString('hex'),
          wireBytes,
          hopFrom,
          hopTo,
          isForwarded,
          timeNs,
        });
        return PASS;
      }),
    ]);
    const expected = [1, 2, 3].map((value, id) => ({
      id,
      from: 'a',
      to: 'b',
      fromRole: 'a',
      toRole: 'b',
      sender: 0,
      receiver: 1,
      type: Note,
      hex: Buffer.from(encodeMessage(Note, { value })).toString('hex'),
      wireBytes: NOTE_BYTES,
      hopFrom: 'a',
      hopTo: 'b',
      isForwarded: false,
      timeNs: LATENCY_NS,
    }));
    expect(seen).toEqual(expected);
    expect(valuesOf(played)).toEqual([1, 2, 3]);
  });

  test('delays by exactly its nanoseconds, and others overtake', async () => {
    const played = await threeNotes([toFirst({ kind: 'delay', ns: 17 })]);
    expect(deliveries(played)).toEqual([
      [1, LATENCY_NS],
      [2, LATENCY_NS],
      [0, LATENCY_NS + 17],
    ]);
    expect(valuesOf(played)).toEqual([2, 3, 1]);
  });

  describe('that holds packets', () => {
    /** Holds the first message for so long at most, and lets it go after a later one. */
    const swap = (ns: number, releasing: number, before: readonly Rule[] = []): readonly Rule[] => [
      ...before,
      {
        name: 'swap',
        inOrder: true,
        apply: ({ id }) => {
          if (id === 0) return { kind: 'hold', ns };
          return id === releasing ? { kind: 'pass', releases: [0] } : PASS;
        },
      },
    ];

    test('lets one continue right after another', async () => {
      const played = await threeNotes(swap(1000, 1));
      expect(valuesOf(played)).toEqual([2, 3, 1]);
      expect(deliveries(played).map(([, timeNs]) => timeNs)).toEqual([LATENCY_NS, LATENCY_NS, LATENCY_NS]);
    });

    test('holds it until then, or as long as it says at most', async () => {
      const late: Rule = toFirst(PASS);
      const third = {
        ...late,
        apply: ({ id }: Packet): Verdict => (id === 2 ? { kind: 'delay', ns: 400 } : PASS),
      };
      expect(deliveries(await threeNotes(swap(1000, 2, [third])))).toEqual([
        [1, LATENCY_NS],
        [2, LATENCY_NS + 400],
        [0, LATENCY_NS + 400],
      ]);
      expect(deliveries(await threeNotes(swap(300, 2, [third])))).toEqual([
        [1, LATENCY_NS],
        [0, LATENCY_NS + 300],
        [2, LATENCY_NS + 400],
      ]);
    });

    test('releases what it does not hold any more, or never did, without effect', async () => {
      const played = await threeNotes(swap(0, 2, []));
      expect(valuesOf(played)).toEqual([2, 3, 1]);
      const never = await threeNotes([rule(() => ({ kind: 'pass', releases: [7] }))]);
      expect(valuesOf(never)).toEqual([1, 2, 3]);
    });

    test('must get packets in order of time', async () => {
      await expect(threeNotes([toFirst({ kind: 'hold', ns: 5 })])).rejects.toThrow(
        'ours holds packets, which only a rule with inOrder can',
      );
    });
  });

  test('may count what it delays as retransmissions', async () => {
    const played = await threeNotes([toFirst({ kind: 'delay', ns: 5, retransmissions: 2 })]);
    expect(played.of('delivered').map(({ id, retransmissions }) => [id, retransmissions])).toEqual([
      [1, 0],
      [2, 0],
      [0, 2],
    ]);
  });

  test('drops with its reason', async () => {
    const played = await threeNotes([toFirst({ kind: 'drop', reason: 'cut cable' })]);
    expect(played.of('lost')).toEqual([{ timeNs: 0, id: 0, wireBytes: NOTE_BYTES, reason: 'cut cable' }]);
    expect(valuesOf(played)).toEqual([2, 3]);
  });

  test('duplicates: the message comes, and once more later', async () => {
    const played = await threeNotes([toFirst({ kind: 'duplicate', ns: 40 })]);
    expect(deliveries(played)).toEqual([
      [0, LATENCY_NS],
      [1, LATENCY_NS],
      [2, LATENCY_NS],
      [0, LATENCY_NS + 40],
    ]);
    expect(valuesOf(played)).toEqual([1, 2, 3, 1]);
    expect(played.of('sent')).toHaveLength(3);
  });

  test('tampers: other bytes arrive than were sent', async () => {
    const payload = encodeMessage(Note, { value: 99 });
    const played = await threeNotes([toFirst({ kind: 'tamper', payload })]);
    expect(valuesOf(played)).toEqual([99, 2, 3]);
    expect(Buffer.from(played.of('delivered')[0].payload)).toEqual(Buffer.from(payload));
    expect(Buffer.from(played.of('sent')[0].payload)).toEqual(Buffer.from(encodeMessage(Note, { value: 1 })));
  });

  test('that tampers into nonsense has it refused, and nobody falls over', async () => {
    const nonsense: [Uint8Array, string][] = [
      [Uint8Array.of(), 'malformed: no MessagePack'],
      [Uint8Array.of(0xff, 0xff), 'malformed: no MessagePack'],
      [Uint8Array.of(7), 'malformed: no message'],
      [encode(['note', 1.5]), 'malformed: value: expected an integer'],
    ];
    for (const [payload, reason] of nonsense) {
      const played = await threeNotes([toFirst({ kind: 'tamper', payload })]);
      expect(played.of('refused')).toEqual([{ timeNs: LATENCY_NS, id: 0, by: 1, reason }]);
      expect(valuesOf(played)).toEqual([2, 3]);
    }
  });

  test('that tampers into another declared type has that delivered', async () => {
    const payload = encodeMessage(Vector, { values: Float64Array.of(1) });
    const played = await threeNotes([toFirst({ kind: 'tamper', payload })]);
    expect(valuesOf(played)).toEqual([2, 3]);
    expect(played.of('refused')).toEqual([{ timeNs: 101_000, id: 0, by: 1, reason: 'the actor is done' }]);
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'that delays by %d ns is our own mistake',
    async (ns) => {
      await expect(threeNotes([toFirst({ kind: 'delay', ns })])).rejects.toThrow(`ours delays by ${ns} ns`);
    },
  );

  test.each([-1, 0.5, Number.NaN])('that duplicates after %d ns is our own mistake', async (ns) => {
    await expect(threeNotes([toFirst({ kind: 'duplicate', ns })])).rejects.toThrow('ours');
  });
});

describe('several rules', () => {
  test('act in order, each on what the one before it left', async () => {
    const replace = (value: number): Rule =>
      toFirst({ kind: 'tamper', payload: encodeMessage(Note, { value }) });
    const delay = rule((_, timeNs) => ({ kind: 'delay', ns: timeNs }));
    const played = await threeNotes([replace(50), replace(60), delay, delay]);
    expect(valuesOf(played)).toEqual([60, 2, 3]);
    expect(deliveries(played).map(([, timeNs]) => timeNs)).toEqual([1, 1, 1].map(() => 4 * LATENCY_NS));
  });

  test('act on the copy of a duplicate only when they stand behind it, and on each copy by itself', async () => {
    const seen: number[] = [];
    const count = rule(({ id }, timeNs) => {
      if (id === 0) seen.push(timeNs);
      return PASS;
    });
    const behind = await threeNotes([toFirst({ kind: 'duplicate', ns: 40 }), count]);
    expect(seen).toEqual([LATENCY_NS, LATENCY_NS + 40]);
    seen.length = 0;
    await threeNotes([count, toFirst({ kind: 'duplicate', ns: 40 })]);
    expect(seen).toEqual([LATENCY_NS]);
    expect(behind.of('delivered')).toHaveLength(4);
  });

  test('a message dropped by one reaches no other', async () => {
    const seen: number[] = [];
    await threeNotes([
      toFirst({ kind: 'drop', reason: 'gone' }),
      rule(({ id }) => {
        seen.push(id);
        return PASS;
      }),
    ]);
    expect(seen).toEqual([1, 2]);
  });
});

test('a rule that must see packets in order of time does, whatever the latencies', async () => {
  const seen: { readonly id: number; readonly timeNs: number }[] = [];
  const inOrder: Rule = {
    ...rule(({ id }, timeNs) => {
      seen.push({ id, timeNs });
      return PASS;
    }),
    inOrder: true,
  };
  const sender = actor('a', function* () {
    for (let value = 0; value < 50; value++) yield* send('b', Note, { value });
  });
  const receiver = actor('b', function* () {
    for (let i = 0; i < 50; i++) yield* receive(Note);
  });
  const latency = { uniform: { minimum: 0, maximum: 1e6 } };
  const { of } = await play([sender, receiver], { rules: [inOrder], network: { latency } });
  expect(seen).toEqual(of('delivered').map(({ id, timeNs }) => ({ id, timeNs })));
  expect(seen.map(({ id }) => id)).not.toEqual(seen.map((_, i) => i));
});

test('what is tampered with for one receiver of a broadcast comes to the others as it was sent', async () => {
  const sender = actor('server', () => send(['client-1', 'client-2', 'client-3'], Note, { value: 1 }));
  const client = actors('client', 3, function* () {
    const { body } = yield* receive(Note);
    yield* finish(body.value);
  });
  const tamper = rule(({ to }) =>
    to === 'client-2' ? { kind: 'tamper', payload: encodeMessage(Note, { value: 9 }) } : PASS,
  );
  const { result } = await play([sender, client], { rules: [tamper] });
  expect([...result.results.values()]).toEqual([1, 9, 1]);
});

test('a copy shares no memory with the first one, and is repeated to who collects', async () => {
  const sender = actor('a', () => send('b', Vector, { values: Float64Array.of(1, 2) }));
  const receiver = actor('b', function* () {
    const first = yield* receive(Vector);
    first.body.values.fill(0);
    const second = yield* receive(Vector);
    yield* finish([...second.body.values]);
  });
  const collector = actor('b', function* () {
    yield* sleep(1e6);
    const mails = yield* collect(Vector, { count: 2, timeoutNs: 0 });
    yield* finish(mails.length);
  });
  const rules = [rule(() => ({ kind: 'duplicate', ns: 10 }))];
  const received = await play([sender, receiver], { rules });
  expect(received.result.results.get('b')).toEqual([1, 2]);
  const collected = await play([sender, collector], { rules });
  expect(collected.result.results.get('b')).toBe(1);
  expect(collected.of('refused')).toMatchObject([{ id: 0, reason: 'repeated' }]);
});

test('the copies that a transport sent again are counted once for a message and its duplicate', async () => {
  const rules = [
    rule(() => ({ kind: 'delay', ns: 1, retransmissions: 2 })),
    rule(() => ({ kind: 'duplicate', ns: 10 })),
  ];
  const sender = actor('a', () => send('b', Note, { value: 1 }));
  const receiver = actor('b', function* () {
    yield* receive(Note);
    yield* receive(Note);
  });
  const { of } = await play([sender, receiver], { rules });
  expect(of('delivered').reduce((sum, { retransmissions }) => sum + retransmissions, 0)).toBe(2);
});
