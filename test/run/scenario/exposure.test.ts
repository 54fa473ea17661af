import { expect, test } from 'vitest';
import { exposureSection } from '../../../src/run/scenario/exposure.ts';

test('one expectation may stand alone or in a list; a list without any is refused', () => {
  const one = { below: 0.05, coalitions: 'any 2' };
  expect(exposureSection.parse([one])).toEqual(exposureSection.parse(one));
  expect(exposureSection.parse([one, one])).toHaveLength(2);
  expect(exposureSection.safeParse([]).success).toBe(false);
});
