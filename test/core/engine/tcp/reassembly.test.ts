import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reassembly } from '../../../../src/core/engine/tcp/reassembly.ts';

test('pieces of a stream in any order, overlapping or twice, come together where nothing is missing, and are reported as ranges', () => {
  const piece = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 8 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (pieces, first) => {
      const early = new Reassembly();
      const came = new Set<number>();
      const blocks = new Float64Array(200);
      for (const [gap, length] of pieces) {
        // Nothing begins before the first byte that is missing.
        const start = first + 1 + gap;
        const all = Array.from({ length }, (_, i) => start + i);
        const isKnown = all.every((byte) => came.has(byte));
        expect(early.add(start, start + length)).toBe(isKnown);
        for (const byte of all) came.add(byte);
        const count = early.report(blocks, 0, 100);
        const ranges = Array.from({ length: count }, (_, i) => [blocks[2 * i], blocks[2 * i + 1]] as const);
        expect(ranges.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(came.size);
        // The range with the latest piece is reported first.
        expect(ranges[0][0] <= start && start + length <= ranges[0][1]).toBe(true);
      }
      let next = first + 1;
      while (came.has(next)) next++;
      expect(early.join(first + 1)).toBe(next);
      expect(early.isEmpty).toBe([...came].every((byte) => byte < next));
    }),
  );
});
