import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ddmin, smallest } from '../../../src/studies/swarm/ddmin.ts';

const items = fc.uniqueArray(fc.nat(50), { maxLength: 20 });

test('what is left breaks it, in its order, and nothing of it can be left out, whatever breaks it', async () => {
  await fc.assert(
    fc.asyncProperty(items, fc.array(items, { maxLength: 3 }), async (all, causes) => {
      // Any one of the causes is enough, if all of it is there; so is everything together.
      const breaks = (some: readonly number[]): boolean =>
        some.length === all.length || causes.some((cause) => cause.every((item) => some.includes(item)));
      const left = await ddmin(all, async (some) => breaks(some));
      expect(breaks(left)).toBe(true);
      expect(all.filter((item) => left.includes(item))).toEqual(left);
      for (const item of left) expect(breaks(left.filter((other) => other !== item))).toBe(false);
    }),
  );
});

test('one cause among many is found in few attempts', async () => {
  const all = [...Array(64).keys()];
  let attempts = 0;
  const left = await ddmin(all, async (some) => {
    attempts++;
    return some.includes(37);
  });
  expect(left).toEqual([37]);
  expect(attempts).toBeLessThan(30);
});

test('the smallest number that breaks it is found by halving', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.nat(1000), async (threshold, more) => {
      let attempts = 0;
      const found = await smallest(threshold + more, 0, async (candidate) => {
        attempts++;
        return candidate >= threshold;
      });
      expect(found).toBe(threshold);
      expect(attempts).toBeLessThanOrEqual(11);
    }),
  );
});
