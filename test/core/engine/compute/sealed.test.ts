/** Sealed vectors: nobody looks into them or changes them, wherever tasks run and however often their memory is used again. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinedChecks } from '../../../../src/core/base/joined-checks.ts';
import type { Executor } from '../../../../src/core/engine/compute/executor.ts';
import { inlineExecutor } from '../../../../src/core/engine/compute/inline.ts';
import { inTask, opened, Sealed, sealed, sealedCopy } from '../../../../src/core/engine/compute/sealed.ts';
import { collect, compute, finish, receive, send } from '../../../../src/core/engine/actors/effects.ts';
import { planesOf } from '../../../../src/core/engine/wire/sealed-residues.ts';
import { DIGESTS } from '../../../../src/core/engine/messages/digest.ts';
import type { Interference } from '../../../../src/core/engine/simulation/interference.ts';
import { encodeMessage, integer, message, sealedResidues } from '../../../../src/core/engine/wire/message.ts';
import { actor, actors, play } from '../../../support/cast.ts';
import { poolOf } from '../../../support/task-pool.ts';
import { giveAway, sealUp, sumOf, sumWithout } from '../../../support/tasks.ts';
import { thoroughly } from '../../../support/long.ts';

/** Larger and smaller than what is worth shared memory. */
const LENGTHS = [0, 1, 300, 3000];
const Answer = message('answer', { round: integer, values: sealedResidues });
const expected = (seed: number, length: number): number =>
  Array.from({ length }, (_, i) => (seed + i) % 1000).reduce((sum, word) => sum + word, 0);

/** Collects all garbage, and lets memory be given back. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  await nextTurn();
  await nextTurn();
}

describe('a sealed vector', () => {
  const vector = sealedCopy([Uint32Array.of(5, 6, 7), Uint32Array.of(8, 9, 2 ** 32 - 1)]);

  test('says how large it is and whether its entries are residues, and nothing else', () => {
    expect([vector.planes, vector.length]).toEqual([2, 3]);
    expect(vector.isBelow([8, 2 ** 32])).toBe(true);
    expect(vector.isBelow([7, 2 ** 32])).toBe(false);
    expect(vector.isBelow([8, 2 ** 32 - 1])).toBe(false);
    expect(sealedCopy([]).isBelow([])).toBe(true);
  });

  test('wherever in a long plane its largest entry lies', () => {
    for (let place = 0; place < 71; place++) {
      for (const most of [1000, 2 ** 31 + 7]) {
        const plane = new Uint32Array(71).fill(5);
        plane[place] = most;
        expect([most, most + 1].map((modulus) => sealedCopy([plane]).isBelow([modulus]))).toEqual([
          false,
          true,
        ]);
      }
    }
  });

  test('leads to none of its memory: not by its properties, its prototype, or a copy of it', () => {
    const seen: unknown[] = [];
    const look = (value: unknown): void => {
      if (seen.includes(value)) return;
      seen.push(value);
      if (typeof value !== 'object' || value === null) return;
      for (const key of Reflect.ownKeys(value)) look((value as Record<PropertyKey, unknown>)[key]);
    };
    look(vector);
    look(structuredClone(vector));
    expect(seen.filter((value) => value instanceof Object && 'byteLength' in value)).toEqual([]);
    const shown = JSON.stringify(vector, (key, value: unknown) => (key === 'id' ? 0 : value));
    expect(shown).not.toMatch(/[5-9]/);
    const methods = Reflect.ownKeys(Object.getPrototypeOf(vector) as object);
    expect(methods).toEqual(['constructor', 'isBelow']);
    expect(vector.constructor).toBeUndefined();
  });

  test('takes nothing along, as sender and receivers have the same object', () => {
    expect(() => Object.assign(vector, { note: 1 })).toThrow(TypeError);
    expect(() => Object.assign(vector, { length: 1 })).toThrow(TypeError);
  });

  test('is opened and made in tasks only', () => {
    expect(() => opened(vector)).toThrow('opened outside of a task');
    expect(() => sealed(1, 1, () => undefined)).toThrow('sealed outside of a task');
    const forged = Object.create(Sealed.prototype) as Sealed;
    expect(() => forged.isBelow([1])).toThrow(TypeError);
  });
});

describe.each([
  ['this thread', () => inlineExecutor],
  ['a pool of 2 threads', () => poolOf(2)],
  ...thoroughly([], [['a pool of 1 thread', () => poolOf(1)]]),
] as [string, () => Executor][])('in %s', (_, create) => {
  let executor: Executor;
  beforeAll(() => {
    executor = create();
  });
  afterAll(() => executor.close());

  test('one task seals what another opens', async () => {
    for (const length of LENGTHS) {
      const { value } = await executor.start(sealUp, { seed: 900, length })();
      expect(value).toBeInstanceOf(Sealed);
      expect([value.planes, value.length, value.isBelow([1000, 1000])]).toEqual([2, length, true]);
      expect((await executor.start(sumOf, { values: value })()).value).toBe(2 * expected(900, length));
    }
  });

  test('a task gives nobody the memory of a vector that it opens', async () => {
    for (const length of LENGTHS.slice(1)) {
      const { value } = await executor.start(sealUp, { seed: 900, length })();
      const given = async (): Promise<unknown> => executor.start(giveAway, { values: value })();
      await expect(given()).rejects.toThrow('a task gives away planes of a sealed vector');
    }
  });

  test('memory is used again, and never that of a vector that somebody has', async () => {
    const kept = new Map<number, Sealed>();
    for (let round = 0; round < 3; round++) {
      const started = Array.from({ length: 12 }, (__, i) =>
        executor.start(sealUp, { seed: 100 * round + i, length: 3000 }),
      );
      for (const [i, result] of started.entries()) {
        const { value } = await result();
        if (i % 4 === 0) kept.set(100 * round + i, value);
      }
      await collectGarbage();
    }
    for (const [seed, values] of kept)
      expect((await executor.start(sumOf, { values })()).value, `vector ${seed}`).toBe(
        2 * expected(seed, 3000),
      );
  });

  test('a message carries it, to one or to many, and each of them has the same', async () => {
    const cast = [
      actor('giver', function* () {
        const values = yield* compute(sealUp, { seed: 3, length: 3000 });
        const small = yield* compute(sealUp, { seed: 4, length: 3 });
        yield* send(['taker-1', 'taker-2'], Answer, { round: 1, values });
        yield* send(['taker-1', 'taker-2'], Answer, { round: 2, values: small });
        const back = yield* collect(Answer, { count: 2, from: ['taker-1', 'taker-2'] });
        const sums: number[] = [];
        for (const { body } of back) sums.push(yield* compute(sumOf, { values: body.values }));
        yield* finish(sums);
      }),
      actors('taker', 2, function* () {
        const { body } = yield* receive(Answer);
        const { body: second } = yield* receive(Answer);
        const sum = yield* compute(sumOf, { values: second.values });
        yield* send('giver', Answer, { round: sum, values: body.values });
      }),
    ];
    const { result } = await play(cast, { executor, messages: [Answer] });
    expect(result.ending).toBe('done');
    expect(result.results.get('giver')).toEqual([2 * expected(3, 3000), 2 * expected(3, 3000)]);
  });
});

test('who meddles with a message that carries one has its bytes, and what comes of them is sealed again', async () => {
  const seen: { readonly bytes: Uint8Array; readonly kept: object }[] = [];
  let change = false;
  const interference: Interference = {
    begin: () => undefined,
    rules: [],
    slowness: () => 1,
    outgoing(leaving) {
      const kept = leaving.keep()();
      if (!change) {
        seen.push({ bytes: leaving.payload, kept });
        change = true;
        return undefined;
      }
      const bytes = Uint8Array.from(leaving.payload);
      // The last entry of the last plane.
      bytes[bytes.length - 4] ^= 1;
      return [bytes];
    },
  };
  const cast = [
    actor('giver', function* () {
      const values = yield* compute(sealUp, { seed: 8, length: 3000 });
      yield* send('taker', Answer, { round: 1, values });
      yield* send('taker', Answer, { round: 1, values });
      yield* finish((yield* compute(sumOf, { values })) - 2 * expected(8, 3000));
    }),
    actor('taker', function* () {
      const sums: number[] = [];
      for (let i = 0; i < 2; i++) {
        const { body } = yield* receive(Answer);
        sums.push((yield* compute(sumOf, { values: body.values })) - 2 * expected(8, 3000));
      }
      yield* finish(sums);
    }),
  ];
  for (const digest of ['crc32', 'sha256'] as const) {
    change = false;
    const { result, of } = await play(cast, { interference, digest, messages: [Answer] });
    // One bit in the taker's second, and none in what the giver has.
    expect(result.results.get('giver')).toBe(0);
    const [first, second] = result.results.get('taker') as number[];
    expect([first, Math.abs(second)]).toEqual([0, 1]);
    const sent = of('sent')[0];
    const { bytes, kept } = seen[seen.length - 1];
    const whole = encodeMessage(Answer, kept as { round: number; values: Sealed });
    expect(Buffer.compare(sent.payload, whole) + Buffer.compare(bytes, whole)).toBe(0);
    expect(sent.digest).toBe(DIGESTS[digest].of(whole, 0, whole.length));
  }
});

test('memory of vectors that nobody has is used again', async () => {
  const blocks = new Set<unknown>();
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < 4; i++) {
      const { value } = await inlineExecutor.start(sealUp, { seed: i, length: 50_000 })();
      blocks.add(planesOf(value)[0].buffer);
    }
    await collectGarbage();
  }
  expect(blocks.size).toBeLessThan(20);
});

test('memory that is used again shows nothing of the vectors before', async () => {
  for (let i = 0; i < 4; i++) await inlineExecutor.start(sealUp, { seed: 5, length: 50_000 })();
  await collectGarbage();
  const seen = new Set<number>();
  const look = ([{ buffer }]: readonly Uint32Array[]): void => {
    for (const word of new Uint32Array(buffer)) seen.add(word);
  };
  for (let i = 0; i < 4; i++) inTask(() => sealed(1, 60_000, look), undefined);
  expect([...seen]).toEqual([0]);
});

test('in another thread a task opens only what it says that it is handed', async () => {
  const pool = poolOf(1);
  const { value } = await pool.start(sealUp, { seed: 1, length: 3 })();
  await expect(async () => pool.start(sumWithout, { values: value })()).rejects.toThrow(
    'declares in its seals',
  );
  await pool.close();
});

test('the check sum of two parts is that of all', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(joinedChecks(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])));
    }),
  );
  const long = new Uint8Array(1_000_003).fill(0xa7);
  expect(joinedChecks(crc32('head'), crc32(long), long.length)).toBe(crc32(long, crc32('head')));
});
