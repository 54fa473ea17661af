/** LightSecAgg as a whole: the sum, dropouts between any two rounds, its limits, lies. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodedSum } from '../../../../actors/blocks/lightsecagg/messages.ts';
import { codedProblems, type CodedSession } from '../../../../actors/blocks/lightsecagg/session.ts';
import type { Packet, Rule } from '../../../../src/core/engine/network/rule.ts';
import { decode, encode } from '../../../../src/core/engine/wire/bytes.ts';
import { primeAbove } from '../../../../src/core/math/field/primality.ts';
import { type CodedSetting, playCoded, PRIME } from '../../../support/coded-parties.ts';
import { dropping, flipping, tampering } from '../../../support/scenarios.ts';
import { plainSum, type Summed, TIMEOUT_NS } from '../../../support/secagg-parties.ts';
import { thoroughly } from '../../../support/long.ts';

type Played = Summed<CodedSession>;

/** Loses what this client sends, from its first message of this type on. */
function silent(clients: readonly number[], type: string): Rule {
  const gone = new Set<number>();
  return dropping(({ sender, type: sent }: Packet) => {
    const who = sender - 1;
    if (clients.includes(who) && sent.name === type) gone.add(who);
    return gone.has(who);
  });
}

/** Changes one field of what some clients send. */
function forging(
  clients: readonly number[],
  type: string,
  field: number,
  forge: (value: unknown) => unknown,
): Rule {
  return tampering(
    ({ sender, type: sent }) => clients.includes(sender - 1) && sent.name === type,
    (payload) => {
      const raw = decode(payload) as unknown[];
      raw[field] = forge(raw[field]);
      return encode(raw);
    },
  );
}

function right({ inputs, session }: Played, survivors: readonly number[]): object {
  return { sum: plainSum(inputs, survivors, session.modulus), survivors };
}

const everybody = (clients: number): number[] => Array.from({ length: clients }, (_, j) => j);

const STEPS = ['keys', 'secret-shares', 'masked', 'coded-sum'] as const;

describe('the sum', () => {
  test.each([97n, PRIME, primeAbove(1n << 32n), primeAbove(1n << 53n), (1n << 521n) - 1n])(
    'is the plain sum modulo %d',
    async (modulus) => {
      const played = await playCoded({ clients: 6, modulus });
      expect(played.outcome).toEqual(right(played, everybody(6)));
      expect(played.reasons).toEqual(everybody(6).map(() => undefined));
      expect(played.result.ending).toBe('done');
    },
  );

  test('holds for one client, for two, and for vectors of no elements', async () => {
    for (const setting of [{ clients: 1 }, { clients: 2 }, { clients: 3, length: 0, inputs: [[], [], []] }]) {
      const played = await playCoded(setting);
      expect(played.outcome).toEqual(right(played, everybody(setting.clients)));
    }
  });
});

describe('dropouts', () => {
  test('between any two rounds leave the sum of those who sent a vector, as long as U answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 9 }).chain((clients) =>
          fc.integer({ min: 0, max: clients - 1 }).chain((colluding) =>
            fc.record({
              clients: fc.constant(clients),
              colluding: fc.constant(colluding),
              threshold: fc.integer({ min: colluding + 1, max: clients }),
              length: fc.integer({ min: 1, max: 12 }),
              checks: fc.constantFrom(undefined, 0, 1),
              modulus: fc.constantFrom(97n, PRIME, (1n << 61n) - 1n),
              leaves: fc.array(fc.option(fc.constantFrom(...STEPS), { nil: undefined, freq: 2 }), {
                minLength: clients,
                maxLength: clients,
              }),
            }),
          ),
        ),
        async ({ leaves, ...setting }) => {
          const at = (step: string): number[] => everybody(setting.clients).filter((j) => leaves[j] === step);
          const rules = STEPS.map((step) => silent(at(step), step));
          const played = await playCoded({ ...setting, rules } as CodedSetting);
          const answering = leaves.filter((leave) => leave === undefined).length;
          const sent = (j: number): boolean => leaves[j] === undefined || leaves[j] === 'coded-sum';
          const missing = /^expected at least \d+ .*, got \d in time: \d of \d are missing$/;
          const failure = { failure: expect.stringMatching(missing) as string };
          expect(played.outcome).toEqual(
            answering >= setting.threshold ? right(played, everybody(setting.clients).filter(sent)) : failure,
          );
          expect(played.result.ending).toBe('done');
        },
      ),
      { numRuns: thoroughly(12, 40) },
    );
  });

  test('beyond D end every party, and the server says how many are missing', async () => {
    const rules = [silent([0, 2, 3, 9], 'masked')];
    const { outcome, reasons } = await playCoded({ clients: 10, rules });
    expect(outcome).toEqual({
      failure: 'expected at least 7 masked vectors, got 6 in time: 4 of 10 are missing',
    });
    expect(reasons).toEqual(everybody(10).map(() => 'the server fell silent'));
  });
});

/** Delays what client-1 answers by this long. */
const slow = (ns: number): Rule => ({
  name: 'slow',
  apply: ({ sender, type }) => (sender === 1 && type === CodedSum ? { kind: 'delay', ns } : { kind: 'pass' }),
});

/** When the server began to decode. */
function recoveredNs({ of }: Played): number | undefined {
  return of('computing').find(({ task }) => task === 'lightsecagg/recover')?.timeNs;
}

describe('an answer that comes late', () => {
  test('is not waited for once U have come, if none is to be checked', async () => {
    const rules = [slow(TIMEOUT_NS / 2)];
    const played = await playCoded({ clients: 10, checks: 0, rules });
    expect(played.outcome).toEqual(right(played, everybody(10)));
    expect(recoveredNs(played)).toBeLessThan(TIMEOUT_NS / 2);
    const whole = await playCoded({ clients: 10, rules });
    expect(whole.outcome).toEqual(right(whole, everybody(10)));
    expect(recoveredNs(whole)).toBeGreaterThan(TIMEOUT_NS / 2);
  });

  test('after the reconstruction changes nothing', async () => {
    const played = await playCoded({ clients: 10, rules: [slow(2 * TIMEOUT_NS)] });
    expect(played.outcome).toEqual(right(played, everybody(10)));
    expect(played.result.ending).toBe('done');
  });
});

test('messages that come twice count once', async () => {
  const twice: Rule = { name: 'twice', apply: () => ({ kind: 'duplicate', ns: 1e6 }) };
  const played = await playCoded({ clients: 6, rules: [twice] });
  expect(played.outcome).toEqual(right(played, everybody(6)));
});

/** One bit of the packed elements is another. */
const flip = (values: unknown): unknown => {
  const packed = values as Record<string, unknown>;
  const bytes = Array.isArray(values) ? (values as unknown[])[2] : packed.bytes;
  const flipped = Buffer.from(flipping([0.5], 0)(bytes as Uint8Array));
  return Array.isArray(values)
    ? [(values as unknown[])[0], (values as unknown[])[1], flipped]
    : { ...packed, bytes: flipped };
};

describe('a client that lies', () => {
  test('in its answer is left out, as long as twice as many answers are to spare', async () => {
    const rules = [forging([4], 'coded-sum', 2, flip)];
    const played = await playCoded({ clients: 10, rules });
    expect(played.outcome).toEqual(right(played, everybody(10)));
  });

  test('causes no wrong sum if fewer answers are to spare, but ends it', async () => {
    const rules = [forging([4], 'coded-sum', 2, flip)];
    const { outcome } = await playCoded({ clients: 10, threshold: 9, rules });
    expect(outcome).toEqual({ failure: 'the sums of shares of 10 clients do not fit together' });
  });

  test('causes a wrong sum if no answer is to spare, as in the paper', async () => {
    const rules = [forging([4], 'coded-sum', 2, flip)];
    const played = await playCoded({ clients: 10, threshold: 10, rules });
    expect(played.outcome).toHaveProperty('survivors', everybody(10));
    expect(played.outcome).not.toEqual(right(played, everybody(10)));
  });

  test('with invalid ciphertexts silences those who cannot open them', async () => {
    const rules = [
      forging([1], 'secret-shares', 2, (bytes) => Buffer.from(flipping([0.5], 0)(bytes as Uint8Array))),
    ];
    const played = await playCoded({ clients: 5, rules });
    expect(played.outcome).toHaveProperty('sum');
    expect(played.reasons.filter((reason) => reason === 'a share was not made for this client')).toHaveLength(
      1,
    );
  });

  test('with a key of small order is left out by the server', async () => {
    const rules = [forging([2], 'keys', 2, () => Buffer.alloc(32))];
    const played = await playCoded({ clients: 5, rules });
    expect(played.outcome).toEqual(right(played, [0, 1, 3, 4]));
  });
});

test('messages that are garbage are refused, and their sender counts as dropped out', async () => {
  for (const [type, field] of [
    ['keys', 2],
    ['secret-shares', 2],
    ['masked', 2],
    ['coded-sum', 2],
  ] as const) {
    const rules = [forging([0], type, field, () => Buffer.alloc(3))];
    const played = await playCoded({ clients: 5, rules });
    expect(played.outcome).toEqual(right(played, type === 'coded-sum' ? everybody(5) : [1, 2, 3, 4]));
    expect(played.of('refused')).toContainEqual(
      expect.objectContaining({ reason: expect.stringMatching(/wrong shape|malformed/) as string }),
    );
  }
});

describe('T, D and U', () => {
  const paths = (set: object, clients = 10): string[] =>
    codedProblems(set as never, clients, 'aggregation').map(({ path, expected }) => `${path}: ${expected}`);

  test('are half, three tenths and the rest by default, and fit any number of clients', () => {
    for (let clients = 1; clients <= 40; clients++) expect(paths({}, clients)).toEqual([]);
  });

  test('are refused where T + D < n or T < U <= n - D does not hold', () => {
    expect(paths({ colluding: 7, dropouts: 3 })).toEqual([
      'aggregation.colluding: at most 6, as T + D < n with D = 3 of 10 clients',
    ]);
    expect(paths({ dropouts: 10 })).toEqual(['aggregation.dropouts: at most 9, so that a client is left']);
    expect(paths({ colluding: 4, dropouts: 3, threshold: 8 })).toEqual([
      'aggregation.threshold: from 5 to 7, as T < U <= n - D with T = 4 and D = 3 of 10 clients',
    ]);
    expect(paths({ colluding: 4, dropouts: 3, threshold: 4 })).toHaveLength(1);
    expect(paths({ colluding: 6, dropouts: 3 })).toEqual([]);
  });
});
