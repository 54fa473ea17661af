import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SenderSet } from '../../../../src/core/engine/actors/sender-set.ts';

test('it knows exactly whom it was told of, however many were expected', () => {
  const actors = fc.array(fc.oneof(fc.nat(70), fc.nat(2000), fc.nat(2 ** 31 - 1)));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), actors, actors, (expected, told, asked) => {
      const heard = new SenderSet(expected);
      const known = new Set<number>();
      for (const actor of told) {
        expect(heard.has(actor)).toBe(known.has(actor));
        heard.add(actor);
        known.add(actor);
      }
      for (const actor of [...told, ...asked]) expect(heard.has(actor)).toBe(known.has(actor));
    }),
  );
});
