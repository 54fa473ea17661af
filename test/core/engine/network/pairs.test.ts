import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pairs } from '../../../../src/core/engine/network/pairs.ts';

test('a pair has the number that it was given, in its direction only, however many partners there are', () => {
  const actors = 40;
  const pair = fc.tuple(fc.nat(actors - 1), fc.nat(actors - 1));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 400, size: 'max' }), (asked) => {
      const pairs = new Pairs(actors);
      const expected = new Map<string, number>();
      for (const [from, to] of asked) {
        const key = `${from} ${to}`;
        expect(pairs.find(from, to)).toBe(expected.get(key) ?? -1);
        if (expected.has(key)) continue;
        pairs.add(from, to, expected.size);
        expected.set(key, expected.size);
      }
      for (let from = 0; from < actors; from++) {
        for (let to = 0; to < actors; to++)
          expect(pairs.find(from, to)).toBe(expected.get(`${from} ${to}`) ?? -1);
      }
    }),
    { numRuns: 50 },
  );
});
