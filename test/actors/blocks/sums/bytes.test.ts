/**
 * What a client sends and receives in a secure sum, against the formulas of the papers, to the element. What is there
 * beside the elements (who is meant, tags of ciphertexts, the message itself) is bounded.
 */

import { describe, expect, test } from 'vitest';
import { POINT_BYTES } from '../../../../actors/blocks/flamingo/group.ts';
import { REQUEST_BYTES } from '../../../../actors/blocks/flamingo/opening.ts';
import { PAIR_BYTES, SEALED_BYTES } from '../../../../actors/blocks/flamingo/report.ts';
import { DEALT_BYTES } from '../../../../actors/blocks/flamingo/set-up/dealing.ts';
import { pieceLength } from '../../../../actors/blocks/lightsecagg/session.ts';
import { KEY_BYTES, SIGNATURE_BYTES } from '../../../../actors/blocks/secagg/curve25519.ts';
import { ciphertextBytes } from '../../../../actors/blocks/secagg/secrets.ts';
import { SHARE_BYTES } from '../../../../actors/blocks/secagg/shares.ts';
import { dropping } from '../../../support/scenarios.ts';
import { playCoded } from '../../../support/coded-parties.ts';
import { playFlamingo } from '../../../support/flamingo-parties.ts';
import { playAggregation } from '../../../support/secagg-parties.ts';
import { bytesIn, type Carried, carriedBy, vectorIn } from '../../../support/sum-elements.ts';

/** Sender and receiver in a ciphertext, and its tag. */
const SEALED = 24;
/** A message's name, its number, lengths of its fields, and the tag of a masked vector. */
const MESSAGE = 80;

/** Loses the masked vectors of these clients. */
const vanish = (clients: readonly number[], vectors = 'masked') =>
  dropping(({ sender, type }) => type.name === vectors && clients.includes(sender - 1));

function total(messages: readonly Carried[]): number {
  return messages.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Keys of a_K bits, shares of a_S bits: all that a client sends and receives, its own keys on the roster left out. */
function pairwiseElements(messages: readonly Carried[]) {
  const keys = (bytesIn(messages, 'keys', 1) + bytesIn(messages, 'roster', 2)) / KEY_BYTES - 2;
  const ciphertexts =
    (bytesIn(messages, 'secret-shares', 1) + bytesIn(messages, 'delivery', 2)) / ciphertextBytes({});
  const revealed = (bytesIn(messages, 'unmasking', 1) + bytesIn(messages, 'unmasking', 2)) / SHARE_BYTES;
  return { keys, shares: 2 * ciphertexts + revealed, vector: vectorIn(messages, 'masked', 1) };
}

describe('pairwise masks', () => {
  test.each([
    { clients: 4, length: 1000, modulus: 1n << 20n, gone: [] },
    { clients: 10, length: 7, modulus: (1n << 70n) - 35n, gone: [] },
    { clients: 10, length: 33, modulus: 97n, gone: [2, 8] },
  ])(
    'among all take 2n keys, 5n-4 shares and m log R bits of a client (Bonawitz et al. 2017, section 7.1): %o',
    async ({ gone, ...shape }) => {
      const { clients: n, length: m, modulus } = shape;
      const played = await playAggregation({ ...shape, rules: [vanish(gone)] });
      const bits = (modulus - 1n).toString(2).length;
      for (const [client, messages] of carriedBy(played, n).entries()) {
        if (gone.includes(client)) continue;
        const { keys, shares, vector } = pairwiseElements(messages);
        expect(keys).toBe(2 * n);
        expect(shares).toBe(5 * n - 4);
        expect(vector).toEqual({ elements: m, bytes: Math.ceil((m * bits) / 8) });
        const counted = KEY_BYTES * keys + SHARE_BYTES * shares + vector.bytes;
        // Beside these, its own keys on the roster, the numbers of parties in three messages, and ciphertexts.
        const beside = 2 * KEY_BYTES + 2 * (n - 1) * SEALED + 3 * 4 * n + messages.length * MESSAGE;
        expect(total(messages) - counted).toBeGreaterThan(0);
        expect(total(messages) - counted).toBeLessThan(beside);
      }
    },
  );

  test.each([
    { clients: 9, neighbours: 4, threshold: 3 },
    { clients: 30, neighbours: 4, threshold: 3 },
    { clients: 30, neighbours: 10, threshold: 6 },
  ])(
    'among k neighbours take 2k+2 keys, 5k+1 shares and the vector, however many clients there are: %o',
    async (shape) => {
      const [length, bits] = [50, 32];
      const k = shape.neighbours;
      const played = await playAggregation({ ...shape, length });
      for (const messages of carriedBy(played, shape.clients)) {
        const { keys, shares, vector } = pairwiseElements(messages);
        // Bell et al. 2020, section 3: the same with k+1 for n.
        expect(keys).toBe(2 * (k + 1));
        expect(shares).toBe(5 * (k + 1) - 4);
        expect(vector).toEqual({ elements: length, bytes: (length * bits) / 8 });
      }
    },
  );
});

describe('coded masks', () => {
  test.each([
    { clients: 10, length: 1000, colluding: 5, threshold: 7, gone: [] },
    { clients: 10, length: 1000, colluding: 1, threshold: 7, gone: [3, 4, 9] },
    { clients: 7, length: 31, colluding: 2, threshold: 5, gone: [6] },
  ])(
    'take n-1 shares of d/(U-T) elements, d and d/(U-T) elements of a client (So et al. 2022, section 5): %o',
    async ({ gone, ...shape }) => {
      const { clients: n, length: d, colluding, threshold } = shape;
      const played = await playCoded({ ...shape, rules: [vanish(gone)] });
      const piece = Math.ceil(d / (threshold - colluding));
      expect(piece).toBe(pieceLength(played.session));
      const pieceBytes = Math.ceil((piece * 50) / 8);
      for (const [client, messages] of carriedBy(played, n).entries()) {
        if (gone.includes(client)) continue;
        const shares = (type: string, field: number) =>
          bytesIn(messages, type, field) / (pieceBytes + SEALED);
        expect(shares('secret-shares', 1)).toBe(n - 1);
        expect(shares('delivery', 2)).toBe(n - 1);
        expect(vectorIn(messages, 'masked', 1)).toEqual({ elements: d, bytes: Math.ceil((d * 50) / 8) });
        expect(vectorIn(messages, 'coded-sum', 1)).toEqual({ elements: piece, bytes: pieceBytes });
      }
    },
  );
});

describe('masks that decryptors open', () => {
  test.each([
    { clients: 6, decryptors: 6, length: 100, modulus: 1n << 24n, gone: [] },
    { clients: 12, decryptors: 7, length: 1000, modulus: 1n << 20n, gone: [] },
    { clients: 12, decryptors: 7, length: 33, modulus: (1n << 70n) - 35n, gone: [2, 8] },
  ])(
    'take a vector, L shares and a ciphertext for each neighbour of a client, and of a decryptor a share of each report and a part of ' +
      'each pair that is broken (Ma et al. 2023, section 6, Table 1): %o',
    async ({ gone, ...shape }) => {
      const { clients: n, decryptors: l, length, modulus } = shape;
      const played = await playFlamingo({ ...shape, rules: [vanish(gone, 'masked-report')] });
      const bits = (modulus - 1n).toString(2).length;
      const reported = n - gone.length;
      const coefficients = Math.floor(l / 3) + 1;
      let decryptors = 0;
      for (const messages of carriedBy(played, n)) {
        expect(bytesIn(messages, 'keys', 1)).toBe(2 * KEY_BYTES);
        expect(bytesIn(messages, 'roster', 2)).toBe(n * 2 * KEY_BYTES);
        expect(bytesIn(messages, 'system-key', 1)).toBe(POINT_BYTES);
        expect(bytesIn(messages, 'system-key', 4)).toBe(l * SIGNATURE_BYTES);
        expect(vectorIn(messages, 'masked-report', 1)).toEqual({
          elements: length,
          bytes: Math.ceil((length * bits) / 8),
        });
        expect(bytesIn(messages, 'masked-report', 3)).toBe(l * SEALED_BYTES);
        expect(bytesIn(messages, 'masked-report', 4)).toBe((n - 1) * PAIR_BYTES);

        const isDecryptor = messages.some(({ type }) => type === 'dealing');
        decryptors += Number(isDecryptor);
        const each = (bytes: number): number => (isDecryptor ? bytes : 0);
        const pairs = reported * gone.length;
        expect(bytesIn(messages, 'dealing', 1)).toBe(each(coefficients * POINT_BYTES));
        expect(bytesIn(messages, 'dealing', 2)).toBe(each((l - 1) * DEALT_BYTES));
        expect(bytesIn(messages, 'dealings', 2)).toBe(each(l * coefficients * POINT_BYTES));
        expect(bytesIn(messages, 'dealings', 3)).toBe(each((l - 1) * DEALT_BYTES));
        expect(bytesIn(messages, 'labels', 2)).toBe(each(reported * SEALED_BYTES));
        expect(bytesIn(messages, 'labels', 3)).toBe(each(pairs * REQUEST_BYTES));
        expect(bytesIn(messages, 'consent', 1)).toBe(each(SIGNATURE_BYTES));
        expect(bytesIn(messages, 'consents', 2)).toBe(each(l * SIGNATURE_BYTES));
        expect(bytesIn(messages, 'opening', 1)).toBe(each(reported * SHARE_BYTES));
        expect(bytesIn(messages, 'opening', 2)).toBe(each(pairs * POINT_BYTES));
      }
      expect(decryptors).toBe(l);
    },
  );
});
