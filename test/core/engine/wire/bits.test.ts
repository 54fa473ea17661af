/** Numbers of a few bits without gaps. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packBits, packedBytes, unpackBits } from '../../../../src/core/engine/wire/bits.ts';

/** A width, and numbers of no more bits. */
const numbers = fc
  .record({
    bits: fc.integer({ min: 1, max: 32 }),
    words: fc.uint32Array({ maxLength: 40 }),
    before: fc.nat(5),
  })
  .map(({ bits, words, before }) => ({ bits, before, values: words.map((word) => word >>> (32 - bits)) }));

/** The judge: one number of all bits. */
function asOne(values: Uint32Array, bits: number): bigint {
  return values.reduceRight((all, value) => (all << BigInt(bits)) + BigInt(value), 0n);
}

test('they are one number, the least significant first, in as few bytes as hold it', () => {
  fc.assert(
    fc.property(numbers, ({ bits, values, before }) => {
      const size = packedBytes(values.length, bits);
      const memory = new Uint8Array(before + size + 3).fill(0xa5);
      expect(packBits(values, bits, memory, before)).toBe(before + size);
      const written = memory.slice(before, before + size);
      expect(written.reduceRight((all, byte) => (all << 8n) + BigInt(byte), 0n)).toBe(asOne(values, bits));
      const others = [...memory.slice(0, before), ...memory.slice(before + size)];
      expect(others.every((byte) => byte === 0xa5)).toBe(true);

      const read = new Uint32Array(values.length);
      expect(unpackBits(memory, before, bits, read)).toBe(true);
      expect(read).toEqual(values);
    }),
    { numRuns: 500 },
  );
});

test('bits behind the last one must be zero, as nothing else may ride along', () => {
  const written = new Uint8Array(packedBytes(3, 3));
  packBits(Uint16Array.of(1, 2, 7), 3, written, 0);
  for (let bit = 9; bit < 16; bit++) {
    const changed = written.with(1, written[1] | (1 << (bit - 8)));
    expect(unpackBits(changed, 0, 3, new Uint16Array(3))).toBe(false);
  }
});
