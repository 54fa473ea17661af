/** What Byzantine actors say in place of what they should. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type How, HOWS, lie } from '../../src/fault/lie.ts';
import { Random } from '../../src/base/random.ts';
import { receive, send, sleep } from '../../src/sim/effects.ts';
import {
  type AnyMessageType,
  decodeMessage,
  encodeMessage,
  flag,
  integer,
  labels,
  message,
  reals,
  residues,
} from '../../src/wire/message.ts';
import { actor, actors, Note, NOTE_BYTES, type Play, Vector } from '../sim/cast.ts';
import { afflict, type Afflicted, bodies, clientNames } from './afflicted.ts';

const LIE = { fault: 'lie', who: 'client-1', how: 'random', together: false, differently: false };

const Everything = message('everything', { round: integer, last: flag, labels, reals, residues });
type Everything = {
  round: number;
  last: boolean;
  labels: Uint16Array;
  reals: Float64Array;
  residues: Uint32Array[];
};

const values = <T>(entry: fc.Arbitrary<number>, type: { from: (items: number[]) => T }): fc.Arbitrary<T> =>
  fc.array(entry, { minLength: 5, maxLength: 5 }).map((items) => type.from(items));
const double = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const everything: fc.Arbitrary<Everything> = fc.record({
  round: fc.nat(100),
  last: fc.boolean(),
  labels: values(fc.nat(65_535), Uint16Array),
  reals: values(double, Float64Array),
  residues: fc.array(values(fc.nat(2 ** 28 - 1), Uint32Array), { minLength: 2, maxLength: 2 }),
});

const vectorsOf = ({ labels: a, reals: b, residues: c }: Everything): readonly ArrayLike<number>[] => [
  a,
  b,
  ...c,
];
const largest = (vector: ArrayLike<number>): number => Math.max(...Array.from(vector));

describe('a lie', () => {
  test.each(HOWS)('has the right shape, stays in range and says numbers and flags as they are: %s', (how) => {
    fc.assert(
      fc.property(everything, everything, fc.nat(1000), (body, before, seed) => {
        const lied = lie(body, how, new Random(seed).stream('lie'), before) as Everything;
        const types = new Map<string, AnyMessageType>([[Everything.name, Everything as AnyMessageType]]);
        const taken = decodeMessage(encodeMessage(Everything, lied), types);
        expect(taken).toMatchObject({ body: { round: body.round, last: body.last } });
        vectorsOf(lied).forEach((vector, i) => {
          const own = vectorsOf(how === 'stale' ? before : body)[i];
          expect(vector.constructor).toBe(own.constructor);
          expect(vector.length).toBe(own.length);
          if (how === 'zero' || how === 'stale') return;
          // Or it would be found out by its size alone.
          const most = Math.max(1, Math.abs(largest(own)), ...Array.from(own, Math.abs));
          expect(largest(vector)).toBeLessThanOrEqual(most * (1 + 1e-12));
        });
      }),
      { numRuns: 100 },
    );
  });

  test.each(HOWS)('leaves what is true alone: %s', (how) => {
    const body = { values: Float64Array.of(1, 2, 3), residues: [Uint32Array.of(4, 5, 6)] };
    lie(body, how, new Random(1).stream('lie'), body);
    expect(body).toEqual({ values: Float64Array.of(1, 2, 3), residues: [Uint32Array.of(4, 5, 6)] });
  });

  const told = (how: How, vector: Float64Array | Uint16Array, before = vector): number[] => {
    const { values: lied } = lie({ values: vector }, how, new Random(1).stream('lie'), {
      values: before,
    }) as {
      values: typeof vector;
    };
    return [...lied];
  };

  test('is what its name says', () => {
    const truth = Float64Array.of(0, 1, 2, 8);
    expect(told('zero', truth)).toEqual([0, 0, 0, 0]);
    expect(told('shift', truth)).toEqual([4, 5, 6, 4]);
    expect(told('scale', Float64Array.of(0, 1, 2, 8, 5))).toEqual([0, 2, 4, 0, 2]);
    expect(told('stale', truth, Float64Array.of(9, 9, 9, 9))).toEqual([9, 9, 9, 9]);
    // Of another length, as when points were added: there is nothing to fall back on.
    expect(told('stale', truth, Float64Array.of(9))).toEqual([...truth]);
    const one = told('one-entry', truth);
    expect(one.filter((value, i) => value !== truth[i])).toHaveLength(1);
    expect(told('shift', Uint16Array.of(0, 1, 2, 3))).toEqual([2, 3, 0, 1]);
    expect(told('scale', Uint16Array.of(0, 1, 2, 3))).toEqual([0, 2, 0, 2]);
  });

  test.each(['random', 'shift', 'one-entry'] as const)(
    'is one also of values that are all the same: %s',
    (how) => {
      for (const value of [0, 1, -3, 1e6]) {
        const same = new Float64Array(6).fill(value);
        expect(told(how, same)).not.toEqual([...same]);
      }
      for (const value of [0, 1, 7]) {
        const same = new Uint16Array(40).fill(value);
        expect(told(how, same)).not.toEqual([...same]);
      }
    },
  );

  test.each(HOWS)('about nothing is nothing: %s', (how) => {
    expect(told(how, new Float64Array())).toEqual([]);
    expect(told(how, new Uint16Array())).toEqual([]);
  });
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

describe('a liar', () => {
  test('tells everybody the same, another time another, and others tell the truth', async () => {
    const played = await lies({});
    const toServer = said(played, 1, 0);
    expect(said(played, 1, 2)).toEqual(toServer);
    expect(new Set(toServer.map(String)).size).toBe(3);
    expect(toServer).not.toContainEqual([100, 0, 0, 0, 7, 5]);
    expect(said(played, 2, 0)).toEqual([0, 1, 2].map((i) => [100, i, 1, 0, 7, 5]));
    expect(played.fired).toEqual([{ name: 'lie', times: 9, firstNs: 0 }]);
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
      { fault: 'silence', who: 'client-1', to: 'client-2' },
    ]);
    expect(said(played, 1, 0)).toEqual(Array.from({ length: 9 }, () => [0, 0, 0, 0, 0, 0]));
    expect(said(played, 1, 2)).toEqual([]);
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

  test('garbled: are refused or taken, and never an exception', async () => {
    const garbled = { fault: 'garble', who: 'clients' };
    const cast = [
      actor('server', () => sleep(1e8)),
      actors('client', 200, () => send('server', Vector, { values: new Float64Array(30) })),
    ];
    const played = await afflict(cast, [garbled]);
    const sent = played.of('sent');
    expect(new Set(sent.map(({ digest }) => digest)).size).toBe(200);
    expect(sent.some(({ payload }) => payload.byteLength < 200)).toBe(true);
    const malformed = played.of('refused').filter(({ reason }) => reason.startsWith('malformed'));
    expect(malformed.length).toBeGreaterThan(100);
    expect(played.result.ending).toBe('done');
  });

  test('bloated: are carried, and refused unread from the limit on', async () => {
    const bloat = { fault: 'bloat', who: 'client-1', bytes: 1000 };
    const sized = async (messageBytes: number): Promise<unknown[]> => {
      const played = await afflict([server, honest], [bloat], { messageBytes });
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
