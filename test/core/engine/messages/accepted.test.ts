import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Accepted } from '../../../../src/core/engine/messages/accepted.ts';
import { NumberTable } from '../../../../src/core/engine/messages/number-table.ts';

describe('accepted messages', () => {
  test('are the latest of each sender, whatever their digests are', () => {
    const digest = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(2 ** 32 - 1, -1, 'ab', 'cd'));
    const added = fc.array(fc.tuple(fc.nat({ max: 40 }), digest), { maxLength: 200 });
    fc.assert(
      fc.property(added, (messages) => {
        const accepted = new Accepted(3);
        const expected = new Map<number, (number | string)[]>();
        for (const [sender, one] of messages) {
          accepted.add(sender, one);
          const known = typeof one === 'number' ? one | 0 : one;
          expected.set(sender, [...(expected.get(sender) ?? []), known].slice(-3));
        }
        for (let sender = 0; sender <= 41; sender++)
          for (const one of [0, 1, 2, 3, 4, 5, 2 ** 32 - 1, -1, 'ab', 'cd'])
            expect(accepted.has(sender, one)).toBe(
              expected.get(sender)?.includes(typeof one === 'number' ? one | 0 : one) === true,
            );
      }),
    );
  });
});

test('a table of numbers has what a map has', () => {
  const entries = fc.uniqueArray(fc.tuple(fc.nat({ max: 2 ** 31 - 2 }), fc.integer()), {
    selector: ([key]) => key,
    maxLength: 300,
  });
  fc.assert(
    fc.property(entries, fc.nat(), (all, other) => {
      const table = new NumberTable();
      for (const [key, value] of all) {
        expect(table.get(key)).toBe(undefined);
        table.add(key, value);
      }
      for (const [key, value] of all) expect(table.get(key)).toBe(value);
      expect(table.get(other % (2 ** 31 - 1))).toBe(new Map(all).get(other % (2 ** 31 - 1)));
    }),
  );
});
