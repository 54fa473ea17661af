import * as fc from 'fast-check';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { describe, expect, test } from 'vitest';
import { fasterSeals } from '../../../../src/core/math/field/field-kernel.ts';
import { platform } from '../../../../src/core/platform/node.ts';
import { thoroughly } from '../../../support/long.ts';

const { seal, unseal } = fasterSeals(platform.crypto);

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const text = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 1000, maxLength: 1100 }));
const runs = { numRuns: thoroughly(300, 5000) };

describe('short ciphertexts', () => {
  test('are those of another library, of any length', () => {
    fc.assert(
      fc.property(bytes(32), bytes(12), text, (key, nonce, plain) => {
        const sealed = seal(key, nonce, plain);
        expect(sealed).toEqual(chacha20poly1305(key, nonce).encrypt(plain));
        expect(unseal(key, nonce, sealed)).toEqual(plain);
      }),
      runs,
    );
  });

  test('are those of RFC 8439, section 2.8.2, without its associated data, of all lengths around its blocks', () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i);
    const nonce = Uint8Array.of(7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47);
    for (let length = 0; length <= 520; length++) {
      const plain = new Uint8Array(length).fill(length);
      expect(seal(key, nonce, plain)).toEqual(platform.crypto.seal(key, nonce, plain));
    }
  });

  test('have the right code where its sums carry furthest', () => {
    // Texts that encrypt to blocks of ones, or nearly so: the largest limbs.
    const nonce = new Uint8Array(12);
    for (let k = 0; k < 200; k++) {
      const key = new Uint8Array(32).fill(k);
      const stream = platform.crypto.seal(key, nonce, new Uint8Array(96)).subarray(0, 96);
      const plain = stream.map((byte, i) => byte ^ (i % 16 === 0 ? 0xfb + (k % 5) : 0xff));
      expect(seal(key, nonce, plain)).toEqual(platform.crypto.seal(key, nonce, plain));
    }
  });

  test('do not open if a bit differs, if they are too short, or with another key or nonce', () => {
    fc.assert(
      fc.property(
        bytes(32),
        bytes(12),
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(),
        (key, nonce, plain, at) => {
          const sealed = seal(key, nonce, plain);
          const changed = sealed.slice();
          changed[(at >> 3) % changed.length] ^= 1 << (at & 7);
          expect(unseal(key, nonce, changed)).toBe(undefined);
          expect(unseal(key, nonce, sealed.subarray(0, at % sealed.length))).toBe(undefined);
          expect(
            unseal(
              key.map((byte) => byte ^ 1),
              nonce,
              sealed,
            ),
          ).toBe(undefined);
          expect(
            unseal(
              key,
              nonce.map((byte) => byte ^ 1),
              sealed,
            ),
          ).toBe(undefined);
        },
      ),
      runs,
    );
  });

  test('are nobody else\u2019s memory, and do not change what they are made of', () => {
    const [key, nonce, plain] = [new Uint8Array(32).fill(1), new Uint8Array(12), new Uint8Array(74).fill(3)];
    const sealed = seal(key, nonce, plain);
    expect(sealed.buffer.byteLength).toBe(90);
    const opened = unseal(key, nonce, sealed);
    expect(opened?.buffer.byteLength).toBe(74);
    const copy = sealed.slice();
    seal(key, nonce, new Uint8Array(74).fill(9));
    expect(sealed).toEqual(copy);
    expect(opened).toEqual(plain);
  });
});
