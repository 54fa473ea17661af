import { expect, test } from 'vitest';
import { flamingoCost } from '../../../../actors/blocks/flamingo/cost.ts';
import { CIPHERTEXT_BYTES, PAIR_BYTES, SEALED_BYTES } from '../../../../actors/blocks/flamingo/report.ts';
import { KEYS_BYTES } from '../../../../actors/blocks/flamingo/secrets.ts';
import { SIGNATURE_BYTES } from '../../../../actors/blocks/secagg/curve25519.ts';
import { SHARE_BYTES } from '../../../../actors/blocks/secagg/shares.ts';
import { counted, stated } from '../../../support/counts.ts';
import { playFlamingo } from '../../../support/flamingo-parties.ts';
import { dropping } from '../../../support/scenarios.ts';
import { bytesIn, carriedBy, vectorIn } from '../../../support/sum-elements.ts';

const shapes = [
  { clients: 1 },
  { clients: 5, length: 9, modulus: 97n },
  { clients: 10, decryptors: 4, length: 31 },
  { clients: 7, decryptors: 7, length: 4, modulus: (1n << 61n) - 1n },
];

test.each(shapes)('a sum with its set-up costs what its formulas say: %o', async (shape) => {
  const { ledger, session } = await playFlamingo(shape);
  expect(counted(ledger)).toEqual(stated(flamingoCost(session)));
});

test.each([
  { clients: 9, decryptors: 5, gone: [] },
  { clients: 9, decryptors: 5, gone: [3, 7] },
])(
  'a client sends its vector, A ciphertexts and L shares, and a decryptor opens n masks and those of the missing: %o',
  async ({ gone, ...shape }) => {
    const [n, l, d] = [shape.clients, shape.decryptors, 100];
    const played = await playFlamingo({
      ...shape,
      length: d,
      threshold: 5,
      rules: [
        dropping(
          ({ sender, type }) => type.name === 'masked-report' && (gone as number[]).includes(sender - 1),
        ),
      ],
    });
    const left = n - gone.length;
    // Ma et al. 2023, section 6: the report step of a client, then what a decryptor gets and sends.
    for (const [client, messages] of carriedBy(played, n).entries()) {
      if ((gone as number[]).includes(client)) continue;
      expect(vectorIn(messages, 'masked-report', 1)).toEqual({ elements: d, bytes: 4 * d });
      expect(bytesIn(messages, 'masked-report', 3) / SEALED_BYTES).toBe(l);
      expect(bytesIn(messages, 'masked-report', 4) / PAIR_BYTES).toBe(n - 1);
      expect(bytesIn(messages, 'keys', 1) + bytesIn(messages, 'roster', 2)).toBe((n + 1) * KEYS_BYTES);
      const decrypts = messages.some(({ type }) => type === 'labels');
      if (!decrypts) continue;
      expect(bytesIn(messages, 'labels', 2) / SEALED_BYTES).toBe(left);
      expect(bytesIn(messages, 'labels', 3)).toBe(left * gone.length * (32 + SIGNATURE_BYTES));
      expect(bytesIn(messages, 'consent', 1) + bytesIn(messages, 'consents', 2)).toBe(
        (l + 1) * SIGNATURE_BYTES,
      );
      expect(bytesIn(messages, 'opening', 1) / SHARE_BYTES).toBe(left);
      expect(bytesIn(messages, 'opening', 2) / 32).toBe(left * gone.length);
    }
  },
);

test('a ciphertext is two elements of 32 bytes, and its check half an element', () => {
  expect(CIPHERTEXT_BYTES).toBe(2 * 32 + 16);
  expect(PAIR_BYTES).toBe(CIPHERTEXT_BYTES + SIGNATURE_BYTES);
});
