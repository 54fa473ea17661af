import { createHash } from 'node:crypto';
import { crc32 as reference } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIGESTS } from '../../../../src/core/engine/messages/digest.ts';

test('digests of any part are those of zlib and of node', () => {
  const any = fc
    .uint8Array({ maxLength: 200, size: 'max' })
    .chain((bytes) =>
      fc.record({ bytes: fc.constant(bytes), at: fc.nat(bytes.length), size: fc.nat(bytes.length) }),
    );
  fc.assert(
    fc.property(any, ({ bytes, at, size }) => {
      const length = Math.min(size, bytes.length - at);
      const part = bytes.subarray(at, at + length);
      expect(DIGESTS.crc32.of(bytes, at, length)).toBe(reference(part));
      expect(DIGESTS.sha256.of(bytes, at, length)).toBe(createHash('sha256').update(part).digest('hex'));
    }),
    { numRuns: 500 },
  );
});
