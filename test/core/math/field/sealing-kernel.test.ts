/** Short texts are encrypted in WebAssembly as OpenSSL encrypts them. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { platform } from '#platform';
import { areSameBytes } from '../../../../src/core/base/bytes.ts';
import { sealing } from '../../../../src/core/math/field/field-kernel.ts';

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const texts = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(new Uint8Array(300).fill(0xff)));

test('ciphertexts are those of OpenSSL', () => {
  expect(sealing, 'run npm run build first').toBeDefined();
  fc.assert(
    fc.property(bytes(32), bytes(12), texts, (key, nonce, plain) => {
      const sealed = platform.crypto.seal(key, nonce, plain);
      expect(sealing?.seal(key, nonce, plain)).toEqual(sealed);
      expect(sealing?.unseal(key, nonce, sealed)).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});

test('codes of long texts under many keys are those of OpenSSL', () => {
  const plain = new Uint8Array(16 * 64);
  const nonce = new Uint8Array(12);
  let wrong = 0;
  for (let i = 0; i < 1000; i++) {
    const key = new Uint8Array(32);
    new DataView(key.buffer).setUint32(0, i);
    const sealed = sealing?.seal(key, nonce, plain) ?? new Uint8Array();
    if (!areSameBytes(sealed, platform.crypto.seal(key, nonce, plain))) wrong++;
  }
  expect(wrong).toBe(0);
});

test('a ciphertext that was changed anywhere, cut or lengthened is refused, as is another key or nonce', () => {
  const [key, nonce, plain] = [32, 12, 40].map((length) => new Uint8Array(length).fill(length));
  const sealed = sealing?.seal(key, nonce, plain) as Uint8Array;
  for (let bit = 0; bit < 8 * sealed.length; bit++) {
    const changed = sealed.slice();
    changed[bit >> 3] ^= 1 << (bit & 7);
    expect(sealing?.unseal(key, nonce, changed)).toBeUndefined();
  }
  expect(sealing?.unseal(key, nonce, sealed.subarray(0, -1))).toBeUndefined();
  expect(sealing?.unseal(key, nonce, Uint8Array.of(...sealed, 0))).toBeUndefined();
  expect(sealing?.unseal(key, nonce, new Uint8Array(15))).toBeUndefined();
  expect(sealing?.unseal(new Uint8Array(32), nonce, sealed)).toBeUndefined();
  expect(sealing?.unseal(key, new Uint8Array(12), sealed)).toBeUndefined();
  expect(sealing?.unseal(key, nonce, sealed)).toEqual(plain);
});
