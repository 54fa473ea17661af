/** Parties that lie, and what the server is sent. */

import { describe, expect, test } from 'vitest';
import { secureAggregation } from '../../../../actors/blocks/secagg/index.ts';
import { Keys, Masked, Unmasking } from '../../../../actors/blocks/secagg/messages.ts';
import { agreeOnSecret } from '../../../../actors/blocks/secagg/curve25519.ts';
import { pairSeed } from '../../../../actors/blocks/secagg/primitives.ts';
import { keyOf, secretsOf } from '../../../../actors/blocks/secagg/secrets.ts';
import { reconstruct, SHARE_BYTES } from '../../../../actors/blocks/secagg/shares.ts';
import { aggregationProblems } from '../../../../actors/blocks/secagg/session.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import { Random } from '../../../../src/core/base/random.ts';
import {
  type AnyMessageType,
  decodeMessage,
  encodeMessage,
  type MessageType,
} from '../../../../src/core/engine/wire/message.ts';
import type { Rule } from '../../../../src/core/engine/network/rule.ts';
import { decode, encode } from '../../../../src/core/engine/wire/bytes.ts';
import { flipping, SERVER, tampering } from '../../../support/scenarios.ts';
import { type Aggregated, plainSum, playAggregation } from '../../../support/secagg-parties.ts';
import { splitView } from '../../../support/secagg-split-view.ts';

const types = new Map<string, AnyMessageType>(secureAggregation.messages.map((type) => [type.name, type]));

/** Changes one field of what a client sends. */
function forging(client: number, type: string, field: number, forge: (value: unknown) => unknown): Rule {
  return tampering(
    ({ sender, type: sent }) => sender === client + 1 && sent.name === type,
    (payload) => {
      const raw = decode(payload) as unknown[];
      raw[field] = forge(raw[field]);
      return encode(raw);
    },
  );
}

const flip = (bytes: unknown): unknown => Buffer.from(flipping([0.5], 0)(bytes as Uint8Array));

describe('a server that tells clients of different survivors', () => {
  test('learns the vector of a client if nobody checks', async () => {
    const played = await playAggregation({ clients: 6, threshold: 3, server: splitView });
    expect(played.outcome).toEqual({ sum: played.inputs[5], survivors: [5] });
  });

  test('learns nothing if more than two thirds must have signed the same', async () => {
    const { outcome, reasons } = await playAggregation({ clients: 6, malicious: true, server: splitView });
    expect(outcome).toEqual({ failure: 'the lie was noticed' });
    expect(reasons[5]).toBe('the server announced other survivors to others');
  });

  test('needs a threshold of two thirds or less, or a graph of its choice, which are refused beforehand', () => {
    const refused = (threshold: number, neighbours?: number) =>
      aggregationProblems({ threshold, malicious: true, neighbours }, 9).map(({ path }) => path);
    expect(refused(6)).toEqual(['protocol.aggregation.threshold']);
    expect(refused(7)).toEqual([]);
    expect(refused(5, 4)).toEqual(['protocol.aggregation.neighbours']);
    expect(refused(10)).toEqual(['protocol.aggregation.threshold']);
  });
});

describe('a client that lies', () => {
  test.each([
    [
      'shares of another self mask',
      'unmasking',
      3,
      /^what came from or about client-\d does not fit together$/,
    ],
    ['another tag', 'masked', 3, /^what came from or about client-2 does not fit together$/],
  ])('with %s causes no wrong sum', async (_, type, field, failure) => {
    const rules = [forging(1, type, field, flip)];
    const { outcome } = await playAggregation({ clients: 4, threshold: 4, rules });
    expect(outcome).toEqual({ failure: expect.stringMatching(failure) as string });
  });

  test('with invalid ciphertexts silences those who cannot open them', async () => {
    const rules = [forging(1, 'secret-shares', 2, flip)];
    const { outcome, reasons } = await playAggregation({ clients: 4, threshold: 3, rules });
    expect(outcome).toHaveProperty('sum');
    expect(reasons.filter((reason) => reason === 'a share was not made for this client')).toHaveLength(1);
  });

  test('with a key of small order is left out by the server', async () => {
    const rules = [forging(2, 'keys', 2, () => Buffer.alloc(64))];
    const { outcome, inputs, session } = await playAggregation({ clients: 4, threshold: 3, rules });
    expect(outcome).toEqual({ sum: plainSum(inputs, [0, 1, 3], session.modulus), survivors: [0, 1, 3] });
  });

  test('about the keys of others is detected in the malicious setting', async () => {
    const swapped = forging(SERVER - 1, 'roster', 3, flip);
    const { reasons } = await playAggregation({ clients: 4, malicious: true, rules: [swapped] });
    // The owner of the changed key sees it, and the others see that it is not signed.
    expect(new Set(reasons)).toEqual(
      new Set(['the server fell silent', 'a key on the roster is not signed by its owner']),
    );
  });
});

describe('messages that are garbage', () => {
  test('are refused, and their sender counts as dropped out', async () => {
    for (const [type, field] of [
      ['keys', 2],
      ['secret-shares', 2],
      ['masked', 2],
      ['unmasking', 3],
    ] as const) {
      const rules = [forging(0, type, field, () => Buffer.alloc(3))];
      const { outcome, inputs, session, of } = await playAggregation({ clients: 4, threshold: 3, rules });
      const survivors = type === 'unmasking' ? [0, 1, 2, 3] : [1, 2, 3];
      expect(outcome).toEqual({ sum: plainSum(inputs, survivors, session.modulus), survivors });
      expect(of('refused')).toContainEqual(
        expect.objectContaining({ reason: expect.stringMatching(/wrong shape|malformed/) as string }),
      );
    }
  });

  test('of any bytes never end a run with an error or with a wrong sum', async () => {
    const reached: string[] = [];
    for (let seed = 0; seed < 24; seed++) {
      const stream = new Random(seed).stream('damage');
      const damage = tampering(
        () => stream.uniform() < 0.1,
        (payload) =>
          flipping([stream.uniform(), stream.uniform()], Math.floor(stream.uniform() * 8))(payload),
      );
      const setting = { clients: 5, threshold: 2, length: 40, rules: [damage] };
      const { outcome, inputs, session, result } = await playAggregation(setting);
      const right = 'sum' in outcome && {
        ...outcome,
        sum: plainSum(inputs, outcome.survivors, session.modulus),
      };
      const failure = { failure: expect.stringMatching(/in time|does not fit together/) as string };
      expect(result.ending).toBe('done');
      expect(outcome).toEqual(right || failure);
      reached.push(right === false ? 'failure' : 'sum');
    }
    expect(new Set(reached)).toEqual(new Set(['sum', 'failure']));
  });
});

/** The bodies of all messages of a type, in order of their senders. */
function bodies<B>(played: Aggregated, type: MessageType<B>): B[] {
  return played
    .of('sent')
    .filter(({ type: name }) => name === type.name)
    .toSorted((a, b) => a.from - b.from)
    .map(({ payload }) => (decodeMessage(payload, types) as unknown as { body: B }).body);
}

function maskedVectors(played: Aggregated): bigint[][] {
  const ring = new ModularVectors(played.session.modulus);
  return bodies(played, Masked).map(({ values }) => ring.toBigints(ring.unpack(values) as Uint32Array));
}

/** Of elements modulo 17 against the uniform distribution. */
function chiSquare(values: readonly bigint[]): number {
  const mean = values.length / 17;
  const counts = Array.from({ length: 17 }, () => 0);
  for (const value of values) counts[Number(value)]++;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

/** For 16 degrees of freedom, one in a million. */
const CRITICAL = 60;

describe('what the server is sent', () => {
  test('is masked vectors that are uniform, whatever the inputs are', async () => {
    const modulus = 17n;
    const length = 3400;
    const inputs = Array.from({ length: 3 }, () => Array.from({ length }, () => 5n));
    const played = await playAggregation({ clients: 3, modulus, length, inputs });
    for (const vector of maskedVectors(played)) expect(chiSquare(vector)).toBeLessThan(CRITICAL);
  });

  test('reveals, with fewer clients than the threshold, only the sum of the others', async () => {
    const modulus = 17n;
    const length = 3400;
    const inputs = [2n, 11n, 7n, 9n].map((value) => Array.from({ length }, () => value));
    const played = await playAggregation({ clients: 4, threshold: 3, modulus, length, inputs, seed: 5 });
    const ring = new ModularVectors(modulus);
    const [one, two] = maskedVectors(played).map((vector) => ring.from(vector));

    // All that the server and clients 3 and 4 know: what was sent, and their keys.
    const keys = bodies(played, Keys).map((body) => keyOf(body.keys, 0).masking);
    const shares = bodies(played, Unmasking).map(({ seedShares }) => seedShares);
    const coalition = [2, 3].map((party) => ({
      party,
      ...secretsOf(new Random(5).scope(`client-${party + 1}`), played.session.number),
    }));
    [one, two].forEach((vector, victim) => {
      const held = shares.map((all, holder) => ({
        holder,
        share: all.subarray(SHARE_BYTES * victim, SHARE_BYTES * (victim + 1)),
      }));
      ring.subtract(vector, ring.uniform(reconstruct(held.slice(0, 3)) as Uint8Array, length));
      for (const { party, masking } of coalition) {
        const shared = agreeOnSecret(masking, keys[victim]) as Uint8Array;
        // The member has the higher number, so the victim subtracted the mask.
        ring.add(vector, ring.uniform(pairSeed(shared, victim, party), length));
      }
    });

    for (const vector of [one, two]) expect(chiSquare(ring.toBigints(vector))).toBeLessThan(CRITICAL);
    ring.add(one, two);
    expect(new Set(ring.toBigints(one))).toEqual(new Set([13n]));
  });

  test('is exactly the bytes of the declared fields', async () => {
    const played = await playAggregation({ clients: 3, malicious: true });
    for (const { payload } of played.of('delivered')) {
      const message = decodeMessage(payload, types);
      if ('malformed' in message) throw new Error(message.malformed);
      expect(Buffer.compare(encodeMessage(message.type, message.body), payload)).toBe(0);
    }
    expect(played.of('sent').some(({ type }) => type === Masked.name)).toBe(true);
  });
});
