/** What Byzantine actors say in place of what they should. */

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { falsified } from '../../../src/run/fault/kinds/falsify.ts';
import { Random } from '../../../src/core/base/random.ts';
import { receive, send, sleep } from '../../../src/core/engine/actors/effects.ts';
import type { How } from '../../../src/core/engine/wire/falsify.ts';
import { binary, flag, integer, labels, message, numbers } from '../../../src/core/engine/wire/message.ts';
import { actor, actors, Note, NOTE_BYTES, type Play, Vector } from '../../support/cast.ts';
import { afflict, type Afflicted, bodies, clientNames } from '../../support/afflicted-casts.ts';

const LIE = { fault: 'falsify', who: 'client-1', how: 'random', together: false, differently: false };

const Everything = message('everything', {
  round: integer,
  last: flag,
  labels,
  parties: numbers,
  key: binary,
});
const BODY = {
  round: 7,
  last: true,
  labels: { clusters: 3, values: Uint16Array.of(0, 1, 2) },
  parties: Uint32Array.of(0, 2),
  key: Uint8Array.of(9, 8, 7),
};

describe('a lie', () => {
  const changed = (how: How, field?: string): string[] => {
    const stream = new Random(1).stream('falsify');
    const lied = falsified(Everything, BODY, { how, field, stream, before: BODY }) as typeof BODY;
    return Object.entries(BODY)
      .filter(([name, value]) => !isDeepStrictEqual(lied[name as keyof typeof BODY], value))
      .map(([name]) => name);
  };

  test('is about all that a message holds, and leaves true what the message belongs to', () => {
    for (const how of ['shift', 'one-entry', 'longer', 'shorter'] as const)
      expect(changed(how)).toEqual(['labels', 'parties', 'key']);
  });

  test.each(['round', 'last', 'labels', 'parties', 'key'])(
    'is about one field where it says so: %s',
    (field) => {
      expect(changed('shift', field)).toEqual([field]);
    },
  );
});

/** Clients who say a vector to everybody else, three times over; the third entry is who says it, the second how often. */
function vectors(count: number) {
  const names = ['server', ...clientNames(count)];
  return [
    actor('server', () => sleep(1e6)),
    actors('client', count, function* ({ name, index }) {
      const others = names.filter((other) => other !== name);
      for (let i = 0; i < 3; i++) {
        // One buffer again and again, as an actor may.
        const buffer = Float64Array.of(100, i, index, 0, 7, 5);
        yield* send(others, Vector, { values: buffer });
        buffer.fill(-1);
        yield* sleep(5000);
      }
    }),
  ];
}

/** What was said by whom to whom, in order. */
const said = (played: Afflicted, from: number, to: number): number[][] =>
  bodies(played.of('sent').filter((sent) => sent.from === from && sent.to === to)).map((body) => [
    ...(body as { values: Float64Array }).values,
  ]);
const lies = async (fault: object, count = 3, settings: Play = {}): Promise<Afflicted> =>
  afflict(vectors(count), [{ ...LIE, ...fault }], settings);

describe('a Byzantine party', () => {
  test('tells everybody the same, another time another, and others tell the truth', async () => {
    const played = await lies({});
    const toServer = said(played, 1, 0);
    expect(said(played, 1, 2)).toEqual(toServer);
    expect(new Set(toServer.map(String)).size).toBe(3);
    expect(toServer).not.toContainEqual([100, 0, 0, 0, 7, 5]);
    expect(said(played, 2, 0)).toEqual([0, 1, 2].map((i) => [100, i, 1, 0, 7, 5]));
    expect(played.fired).toEqual([{ name: 'falsify', times: 9, firstNs: 0, messages: { vector: 9 } }]);
  });

  test('tells every receiver another lie where it says so', async () => {
    const played = await lies({ differently: true });
    expect(new Set([0, 2, 3].map((to) => String(said(played, 1, to)[0]))).size).toBe(3);
  });

  test('tells what it said before, and nothing where there was nothing before', async () => {
    const played = await lies({ how: 'stale' });
    expect(said(played, 1, 0)).toEqual([0, 0, 1].map((i) => [100, i, 0, 0, 7, 5]));
    // The first was true, and is no lie.
    expect(played.fired[0].times).toBe(6);
  });

  test('lies only while it should, to whom it should and in messages of the type', async () => {
    const played = await lies({ when: { at: 4000 }, for: 4000, to: ['client-2'] });
    const lied = (to: number): boolean[] =>
      said(played, 1, to).map((vector, i) => String(vector) !== String([100, i, 0, 0, 7, 5]));
    expect(lied(2)).toEqual([false, true, false]);
    expect(lied(0)).toEqual([false, false, false]);
    expect((await lies({ message: 'note' })).fired[0].times).toBe(0);
  });

  test('lies from its first word', async () => {
    expect(said(await lies({ how: 'zero' }), 1, 0)[0]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('in a group says what the others of it say, and alone something else', async () => {
    const group = { who: ['client-1', 'client-3'] };
    const together = await lies({ ...group, together: true });
    expect(said(together, 1, 0)).toEqual(said(together, 3, 0));
    const apart = await lies(group);
    expect(said(apart, 1, 0)).not.toEqual(said(apart, 3, 0));
    const both = await lies({ ...group, together: true, differently: true });
    expect(said(both, 1, 0)).toEqual(said(both, 3, 0));
    expect(said(both, 1, 0)).not.toEqual(said(both, 1, 2));
  });

  test('that is the server tells its clients different things', async () => {
    const cast = [
      actor('server', () => send(clientNames(3), Vector, { values: Float64Array.of(1, 2, 3) })),
      actors('client', 3, () => receive(Vector) as never),
    ];
    const played = await afflict(cast, [{ ...LIE, who: 'server', differently: true }]);
    const digests = played.of('sent').map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(3);
    expect(played.of('delivered').map(({ digest }) => digest)).toEqual(digests);
  });

  test('has nothing to lie about in a message without vectors', async () => {
    const cast = [
      actor('server', () => sleep(1)),
      actors('client', 1, () => send('server', Note, { value: 3 })),
    ];
    expect((await afflict(cast, [LIE])).fired[0].times).toBe(0);
  });

  test('and another fault are both at work', async () => {
    const cast = vectors(2);
    const played = await afflict(cast, [
      { ...LIE, how: 'zero' },
      { fault: 'flood', who: 'client-1', copies: 3 },
      { fault: 'withhold', who: 'client-1', to: 'client-2' },
    ]);
    expect(said(played, 1, 0)).toEqual(Array.from({ length: 9 }, () => [0, 0, 0, 0, 0, 0]));
    expect(said(played, 1, 2)).toEqual([]);
  });
});

describe('a field of which bits are flipped', () => {
  const flips = async (fault: object): Promise<Afflicted> =>
    afflict(vectors(2), [{ fault: 'corrupt', who: 'client-1', bits: 1, ...fault }]);
  const bitsOf = (values: readonly number[]): string =>
    [...new Uint8Array(Float64Array.from(values).buffer)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');

  test('differs in as many bits, another one every time, and is a message as before', async () => {
    for (const bits of [1, 3]) {
      const played = await flips({ bits });
      const lied = said(played, 1, 0);
      expect(lied).toHaveLength(3);
      const places = lied.map((values, i) => {
        const truth = bitsOf([100, i, 0, 0, 7, 5]);
        return [...bitsOf(values)].flatMap((bit, at) => (bit === truth[at] ? [] : [at]));
      });
      for (const flipped of places) expect([bits, bits - 2]).toContain(flipped.length);
      expect(new Set(places.map(String)).size).toBe(3);
      expect(played.fired).toMatchObject([{ times: 6, messages: { vector: 6 } }]);
    }
  });

  test('is the one that is named, or any', async () => {
    expect((await flips({ field: 'values' })).fired[0].times).toBe(6);
    // No message has it: a scenario is told so beforehand.
    expect((await flips({ field: 'round' })).fired[0].times).toBe(0);
    const note = [
      actor('server', () => sleep(1)),
      actors('client', 1, () => send('server', Note, { value: 3 })),
    ];
    const played = await afflict(note, [{ fault: 'corrupt', who: 'client-1', bits: 1 }]);
    const [{ value }] = bodies(played.of('sent')) as { value: number }[];
    expect(Math.log2(Math.abs(value - 3)) % 1).toBe(0);
  });
});

describe('bytes that are wrong', () => {
  /** A server that takes one note and refuses all that it can. */
  const server = actor('server', function* () {
    yield* receive(Note);
    yield* sleep(1e6);
  });
  const honest = actors('client', 2, function* ({ index }) {
    yield* sleep(index * 10_000);
    yield* send('server', Note, { value: 3 });
  });

  test('malformed: are refused or taken, and never an exception', async () => {
    const malform = { fault: 'malform', who: 'clients' };
    const cast = [
      actor('server', () => sleep(1e8)),
      actors('client', 200, () => send('server', Vector, { values: new Float64Array(30) })),
    ];
    const played = await afflict(cast, [malform]);
    const sent = played.of('sent');
    expect(new Set(sent.map(({ digest }) => digest)).size).toBe(200);
    expect(sent.some(({ payload }) => payload.byteLength < 200)).toBe(true);
    const malformed = played.of('refused').filter(({ reason }) => reason.startsWith('malformed'));
    expect(malformed.length).toBeGreaterThan(100);
    expect(played.result.ending).toBe('done');
  });

  test('oversized: are carried, and refused unread from the limit on', async () => {
    const oversized = { fault: 'oversize', who: 'client-1', bytes: 1000 };
    const sized = async (messageBytes: number): Promise<unknown[]> => {
      const played = await afflict([server, honest], [oversized], { messageBytes });
      expect(played.of('sent')[0].wireBytes).toBe(NOTE_BYTES + 1000);
      return played.of('refused').map(({ id, reason }) => [id, reason]);
    };
    expect(await sized(NOTE_BYTES + 999)).toEqual([[0, 'too large']]);
    expect(await sized(NOTE_BYTES + 1000)).toEqual([[0, 'malformed: no MessagePack']]);
  });

  test('a flood leaves the mailbox within its limit, and the letters of others in it', async () => {
    const flooded = actor('server', function* () {
      yield* sleep(1e6);
      yield* receive(Note, { from: 'client-2' });
    });
    const flood = { fault: 'flood', who: 'client-1', copies: 20_000 };
    const played = await afflict([flooded, honest], [flood], { mailboxBytes: 100_000 });
    const full = played.of('refused').filter(({ reason }) => reason === 'the mailbox is full');
    expect(full.length).toBeGreaterThan(19_500);
    const sent = played.of('sent');
    expect(new Set(full.map(({ id }) => sent[id].from))).toEqual(new Set([1]));
    expect(played.result.ending).toBe('done');
  });
});
