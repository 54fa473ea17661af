import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ackBytesOf, NO_SIZE } from '../../../../src/core/engine/tcp/size.ts';

test('wherever a message is split, acknowledgements of its parts are those of the whole, in equal shares', () => {
  const sizes = fc.record({ segments: fc.integer({ min: 1, max: 1000 }), ackBytes: fc.nat(1e6) });
  fc.assert(
    fc.property(sizes, fc.array(fc.nat(1000), { maxLength: 9 }), (size, cuts) => {
      const whole = { ...NO_SIZE, ...size };
      const ends = [...cuts.map((cut) => cut % (size.segments + 1)), size.segments].toSorted((a, b) => a - b);
      const parts = ends.map((to, i) => {
        const from = ends[i - 1] ?? 0;
        return { segments: to - from, bytes: ackBytesOf(whole, from, to) };
      });
      expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size.ackBytes);
      const share = size.ackBytes / size.segments;
      for (const { segments, bytes } of parts) expect(Math.abs(bytes - share * segments)).toBeLessThan(1);
    }),
  );
});
