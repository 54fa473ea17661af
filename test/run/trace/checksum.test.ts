import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksum as checksumOf, checksumSource } from '../../../src/run/trace/checksum.ts';

function checksum(bytes: Uint8Array, from: number, to: number): number {
  return checksumOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), from, to);
}

const bytes = fc.uint8Array({ minLength: 2, size: 'medium' });

test('the check of a record shows any changed bit', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(7), (record, place, bit) => {
      const changed = record.slice();
      changed[place % record.length] ^= 1 << bit;
      expect(checksum(changed, 0, record.length)).not.toBe(checksum(record, 0, record.length));
    }),
  );
});

test('the check of a record shows swapped neighbours', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), (record, place) => {
      const at = place % (record.length - 1);
      fc.pre((record[at] - record[at + 1]) % 255 !== 0);
      const swapped = record.slice();
      swapped.set([record[at + 1], record[at]], at);
      expect(checksum(swapped, 0, record.length)).not.toBe(checksum(record, 0, record.length));
    }),
  );
});

test('the check is over the part asked for, and fits 16 bits however long that is', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (before, record, after) => {
      const all = Uint8Array.of(...before, ...record, ...after);
      const end = before.length + record.length;
      expect(checksum(all, before.length, end)).toBe(checksum(record, 0, record.length));
    }),
  );
  // Fletcher's sums of n bytes 255, which are 0 modulo 255: 1, and n times 1.
  expect(checksum(new Uint8Array(1e6).fill(255), 0, 1e6)).toBe(((1e6 % 255) << 8) | 1);
});

test("the check is Fletcher's, byte by byte", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (record) => {
      let a = 1;
      let b = 0;
      for (const byte of record) {
        a = (a + byte) % 255;
        b = (b + a) % 255;
      }
      expect(checksum(record, 0, record.length)).toBe((b << 8) | a);
    }),
  );
});

test('the check as source text is the same, for any record of a tag and whole words', () => {
  const words = fc.integer({ min: 0, max: 15 }).chain((count) => {
    const content = fc.uint8Array({ minLength: 4 * count, maxLength: 4 * count });
    return fc.oneof(content, fc.constant(new Uint8Array(4 * count).fill(255)));
  });
  fc.assert(
    fc.property(fc.nat(255), words, fc.nat(5), (tag, content, at) => {
      const record = Uint8Array.of(...new Uint8Array(at), tag, ...content);
      // oxlint-disable-next-line no-new-func -- what is tested makes text for this
      const check = new Function(
        'view',
        'at',
        `${checksumSource(tag, 1 + content.length)}\nreturn checksum;`,
      ) as (view: DataView, at: number) => number;
      expect(check(new DataView(record.buffer), at)).toBe(checksum(record, at, record.length));
    }),
  );
});
