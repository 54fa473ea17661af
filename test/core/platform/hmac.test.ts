import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { hmacSha256 } from '../../../src/core/platform/node/hmac.ts';

/** Bytes that differ from one to the next. */
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 251);

function expected(key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const code = hmac.create(sha256, key);
  for (const part of parts) code.update(typeof part === 'string' ? new TextEncoder().encode(part) : part);
  return code.digest();
}

describe('HMAC-SHA-256 is that of another library', () => {
  test.each([0, 1, 31, 32, 63, 64, 65, 200])('with a key of %i bytes', (length) => {
    expect(hmacSha256(bytes(length), 'purpose', bytes(4))).toEqual(
      expected(bytes(length), 'purpose', bytes(4)),
    );
  });

  test.each([0, 1, 55, 56, 64, 255, 256, 257, 5000])('of %i bytes', (length) => {
    expect(hmacSha256(bytes(32), bytes(length))).toEqual(expected(bytes(32), bytes(length)));
  });

  test('of parts that are short each and long together, of none, and of text that is not ASCII', () => {
    const key = bytes(32);
    for (const parts of [[bytes(200), bytes(56)], [bytes(200), bytes(57)], [], ['é', bytes(3)], ['a', 'ü']])
      expect(hmacSha256(key, ...parts)).toEqual(expected(key, ...parts));
  });
});

test('a code does not change when another is computed', () => {
  const one = hmacSha256(bytes(32), 'one');
  const copy = one.slice();
  hmacSha256(bytes(31), 'another');
  expect(one).toEqual(copy);
});
