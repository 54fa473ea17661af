/** Flamingo as a whole: the sum, dropouts between any two steps, its limits, lies, a server that lies. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  flamingoSetUp,
  decryptedMasks,
  type FlamingoSession,
} from '../../../../actors/blocks/flamingo/index.ts';
import { decrypting, flamingoProblems, quorum } from '../../../../actors/blocks/flamingo/session.ts';
import type { Aggregate } from '../../../../actors/blocks/sums/secure-sum.ts';
import { handedOver } from '../../../../src/core/base/handed-over.ts';
import type { Packet, Rule } from '../../../../src/core/engine/network/rule.ts';
import { decode, encode } from '../../../../src/core/engine/wire/bytes.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import { type FlamingoSetting, playFlamingo } from '../../../support/flamingo-parties.ts';
import { splitLabels } from '../../../support/flamingo-split-view.ts';
import { dropping, flipping, tampering } from '../../../support/scenarios.ts';
import { plainSum, type Summed } from '../../../support/secagg-parties.ts';
import { thoroughly } from '../../../support/long.ts';

type Played = Summed<FlamingoSession>;

/** Loses what this client sends, from its first message of this type on. */
function silent(clients: readonly number[], type: string): Rule {
  const gone = new Set<number>();
  return dropping(({ sender, type: sent }: Packet) => {
    const who = sender - 1;
    if (clients.includes(who) && sent.name === type) gone.add(who);
    return gone.has(who);
  });
}

/** Changes one field of what some parties send. */
function forging(
  parties: readonly number[],
  type: string,
  field: number,
  forge: (value: unknown) => unknown,
): Rule {
  return tampering(
    ({ sender, type: sent }) => parties.includes(sender - 1) && sent.name === type,
    (payload) => {
      const raw = decode(payload) as unknown[];
      raw[field] = forge(raw[field]);
      return encode(raw);
    },
  );
}

const flipped =
  (at: number) =>
  (bytes: unknown): unknown =>
    Buffer.from(flipping([at], 0)(bytes as Uint8Array));

function right({ inputs, session }: Played, survivors: readonly number[]): object {
  return { sum: plainSum(inputs, survivors, session.modulus), survivors };
}

const everybody = (clients: number): number[] => Array.from({ length: clients }, (_, j) => j);

describe('the sum', () => {
  test.each([2n, 97n, 1n << 32n, 10n ** 24n + 7n])('is the plain sum modulo %d', async (modulus) => {
    const played = await playFlamingo({ clients: 6, decryptors: 4, modulus });
    expect(played.outcome).toEqual(right(played, everybody(6)));
    expect(played.reasons).toEqual(everybody(6).map(() => undefined));
    expect(played.result.ending).toBe('done');
  });

  test('holds for one client, for two, and for vectors of no elements', async () => {
    for (const setting of [{ clients: 1 }, { clients: 2 }, { clients: 3, length: 0, inputs: [[], [], []] }]) {
      const played = await playFlamingo(setting);
      expect(played.outcome).toEqual(right(played, everybody(setting.clients)));
    }
  });

  test('holds among few neighbours, drawn anew for each sum', async () => {
    const played = await playFlamingo({ clients: 16, decryptors: 4, neighbours: 8 });
    expect(played.outcome).toEqual(right(played, everybody(16)));
  });
});

describe('dropouts', () => {
  const STEPS = ['keys', 'masked-report', 'consent', 'opening'] as const;

  test('between any two steps leave the sum of those who reported, as long as enough decryptors answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          decryptors: fc.integer({ min: 1, max: 7 }),
          threshold: fc.integer({ min: 1, max: 7 }),
          leaves: fc.array(fc.option(fc.constantFrom(...STEPS), { nil: undefined, freq: 3 }), {
            minLength: 7,
            maxLength: 7,
          }),
        }),
        async ({ leaves, ...setting }) => {
          const at = (step: string): number[] => everybody(7).filter((j) => leaves[j] === step);
          const rules = STEPS.map((step) => silent(at(step), step));
          const played = await playFlamingo({ clients: 7, ...setting, rules });
          const { session, of } = played;
          // Of those that are there up to a step.
          const there = (step: string | undefined): number[] => {
            const steps: readonly (string | undefined)[] = [...STEPS, undefined];
            return everybody(7).filter((j) => steps.indexOf(leaves[j]) >= steps.indexOf(step));
          };
          const asked = new Set(of('sent').flatMap(({ type, to }) => (type === 'labels' ? [to - 1] : [])));
          const decrypts = (parties: readonly number[]): number =>
            parties.filter((party) => asked.has(party)).length;
          const reported = there('consent');
          const enough =
            reported.length >= setting.threshold &&
            decrypts(there('opening')) >= quorum(session) &&
            decrypts(there(undefined)) >= decrypting(session);
          const missing = /^expected at least \d+ .*, got \d in time: \d of 7 are missing$/;
          const failure = { failure: expect.stringMatching(missing) as string };
          expect(played.outcome).toEqual(enough ? right(played, reported) : failure);
          expect(played.result.ending).toBe('done');
        },
      ),
      { numRuns: thoroughly(9, 30) },
    );
  });

  test('of fewer than a third of the decryptors are withstood, and of a third end every party', async () => {
    const whole = await playFlamingo({ clients: 9, decryptors: 9 });
    expect(whole.outcome).toEqual(right(whole, everybody(9)));
    const third = await playFlamingo({ clients: 9, decryptors: 9, rules: [silent([0, 4], 'consent')] });
    expect(third.outcome).toEqual(right(third, everybody(9)));
    const more = await playFlamingo({ clients: 9, decryptors: 9, rules: [silent([0, 4, 7], 'consent')] });
    expect(more.outcome).toEqual({
      failure: 'expected at least 7 signatures of decryptors, got 6 in time: 3 of 9 are missing',
    });
    expect(more.result.ending).toBe('done');
  });

  test('after the cross-check are withstood down to a third of the decryptors', async () => {
    const gone = everybody(9).slice(0, 5);
    const played = await playFlamingo({ clients: 9, decryptors: 9, rules: [silent(gone, 'opening')] });
    expect(played.outcome).toEqual(right(played, everybody(9)));
    const rules = [silent(everybody(9).slice(0, 6), 'opening')];
    const { outcome } = await playFlamingo({ clients: 9, decryptors: 9, rules });
    expect(outcome).toHaveProperty('failure', expect.stringContaining('decryptors that open the masks'));
  });

  test('below the threshold end the sum, and nothing is opened', async () => {
    const played = await playFlamingo({ clients: 6, threshold: 5, rules: [silent([1, 3], 'masked-report')] });
    expect(played.outcome).toEqual({
      failure: 'expected at least 5 reports, got 4 in time: 2 of 6 are missing',
    });
    expect(played.of('sent').some(({ type }) => type === 'opening')).toBe(false);
  });

  test('in the set-up leave decryptors enough, or end it', async () => {
    const some = await playFlamingo({ clients: 7, decryptors: 7, rules: [silent([2, 5], 'dealing')] });
    expect(some.outcome).toEqual(right(some, [0, 1, 3, 4, 6]));
    const rules = [silent([1, 2, 5], 'dealing')];
    const { outcome } = await playFlamingo({ clients: 7, decryptors: 7, threshold: 3, rules });
    expect(outcome).toHaveProperty('failure', expect.stringContaining('decryptors that dealt a key'));
  });
});

test('messages that come twice count once', async () => {
  const twice: Rule = { name: 'twice', apply: () => ({ kind: 'duplicate', ns: 1e6 }) };
  const played = await playFlamingo({ clients: 6, decryptors: 4, rules: [twice] });
  expect(played.outcome).toEqual(right(played, everybody(6)));
});

describe('many sums under one set-up', () => {
  const sums = (session: FlamingoSession, count: number): FlamingoSession[] =>
    Array.from({ length: count }, (_, t) => ({
      ...session,
      number: session.number + t,
      common: session.number,
    }));

  const playSums = (setting: FlamingoSetting, count: number, found: bigint[][]) =>
    playFlamingo({
      ...setting,
      *server(self, session) {
        const setUp = yield* flamingoSetUp.server(self, session);
        const vectors = new ModularVectors(session.modulus);
        let last: Aggregate = { sum: new Uint32Array(), survivors: [] };
        for (const one of sums(session, count)) {
          last = yield* decryptedMasks.aggregate(self, { ...one, setUp });
          found.push(vectors.toBigints(last.sum));
        }
        return last;
      },
      *client(self, session, input) {
        const setUp = yield* flamingoSetUp.client(self, session);
        for (const one of sums(session, count))
          yield* decryptedMasks.contribute(self, { ...one, setUp }, handedOver(input), []);
      },
    });

  test('are each the plain sum, and each takes one message of every client', async () => {
    const found: bigint[][] = [];
    const played = await playSums({ clients: 8, decryptors: 4, neighbours: 6 }, 3, found);
    const plain = plainSum(played.inputs, everybody(8), played.session.modulus);
    expect(found).toEqual([plain, plain, plain]);
    const sent = (type: string): number => played.of('sent').filter((one) => one.type === type).length;
    expect(sent('keys')).toBe(8);
    expect(sent('dealing')).toBe(4);
    expect(sent('masked-report')).toBe(3 * 8);
    expect(sent('system-key')).toBe(8);
  });

  test('have masks that nobody sees twice', async () => {
    const found: bigint[][] = [];
    const { of } = await playSums({ clients: 4, decryptors: 4 }, 2, found);
    const vectors = of('sent')
      .filter(({ type }) => type === 'masked-report')
      .map(({ payload }) => JSON.stringify((decode(payload) as unknown[])[2]));
    expect(new Set(vectors).size).toBe(8);
  });
});

describe('a client that lies', () => {
  test('in a ciphertext that is needed ends the sum, and is named', async () => {
    const rules = [silent([5], 'masked-report'), forging([2], 'masked-report', 5, flipped(0.99))];
    const { outcome } = await playFlamingo({ clients: 6, threshold: 3, rules });
    // The signature of what decryptors are to decrypt does not hold.
    expect(outcome).toHaveProperty('failure', expect.stringContaining('signatures of decryptors'));
  });

  test('in a ciphertext that is not needed does no harm', async () => {
    const rules = [forging([2], 'masked-report', 5, flipped(0.5))];
    const played = await playFlamingo({ clients: 6, rules });
    expect(played.outcome).toEqual(right(played, everybody(6)));
  });

  test('in its tag, or the shares of its mask, causes no wrong sum', async () => {
    for (const field of [3, 4]) {
      const rules = [
        forging([2], 'masked-report', field, (bytes) => Buffer.alloc((bytes as Uint8Array).length)),
      ];
      const { outcome } = await playFlamingo({ clients: 6, rules });
      expect(outcome).toHaveProperty('failure');
    }
  });

  test('as a decryptor in its shares causes no wrong sum', async () => {
    const rules = everybody(6).map((j) => forging([j], 'opening', 2, flipped(0.01)));
    const { outcome } = await playFlamingo({ clients: 6, rules });
    expect(outcome).toHaveProperty('failure', expect.stringContaining('do not fit what was sent'));
  });

  test('as a decryptor in its parts of decryptions causes no wrong sum', async () => {
    const rules = [
      silent([5], 'masked-report'),
      ...everybody(5).map((j) =>
        forging([j], 'opening', 3, (bytes) => Buffer.alloc((bytes as Uint8Array).length)),
      ),
    ];
    const { outcome } = await playFlamingo({ clients: 6, threshold: 3, rules });
    expect(outcome).toHaveProperty('failure', expect.stringContaining('do not fit what was sent'));
  });

  test('in what it deals is left out of the key, and of the decryptors', async () => {
    const rules = [forging([2], 'dealing', 3, flipped(0.3))];
    const played = await playFlamingo({ clients: 7, decryptors: 7, rules });
    expect(played.outcome).toEqual(right(played, everybody(7)));
    const { payload } = played.of('sent').find(({ type }) => type === 'qualified') ?? {};
    const [, , dealers] = decode(payload as Uint8Array) as [string, number, Uint8Array];
    expect(dealers.length / 4).toBe(6);
  });

  test('about what it holds leaves out no more than itself', async () => {
    const rules = [forging([2], 'held', 2, () => Buffer.alloc(0))];
    const played = await playFlamingo({ clients: 7, decryptors: 7, rules });
    expect(played.outcome).toEqual(right(played, everybody(7)));
  });
});

test('messages that are garbage are refused, and their sender counts as dropped out', async () => {
  for (const [type, field] of [
    ['keys', 2],
    ['masked-report', 3],
    ['masked-report', 4],
    ['masked-report', 5],
  ] as const) {
    const rules = [forging([0], type, field, () => Buffer.alloc(3))];
    const played = await playFlamingo({ clients: 6, decryptors: 5, rules });
    expect(played.outcome).toEqual(right(played, [1, 2, 3, 4, 5]));
    expect(played.of('refused')).toContainEqual(
      expect.objectContaining({ reason: expect.stringMatching(/wrong shape|malformed/) as string }),
    );
  }
});

describe('a server that lies', () => {
  test('about who reported, to some of the decryptors, opens nothing', async () => {
    const played = await playFlamingo({ clients: 6, decryptors: 6, threshold: 4, server: splitLabels });
    expect(played.outcome).toHaveProperty('failure');
    expect(played.of('sent').some(({ type }) => type === 'opening')).toBe(false);
    expect(played.reasons).toContain('the server sent other labels to other decryptors');
  });
});

describe('settings', () => {
  const paths = (set: object, clients = 10): string[] =>
    flamingoProblems(set, clients, 'aggregation').map(({ path, expected }) => `${path}: ${expected}`);

  test('fit any number of clients by default', () => {
    for (let clients = 1; clients <= 80; clients++) expect(paths({}, clients)).toEqual([]);
  });

  test('are refused where there are too few clients for them', () => {
    expect(paths({ decryptors: 11 })).toEqual([
      'aggregation.decryptors: at most 10, as many as there are clients',
    ]);
    expect(paths({ threshold: 11 })).toEqual(['aggregation.threshold: at most 10, as many as may report']);
    expect(paths({ neighbours: 'auto' })).toHaveLength(1);
  });
});
