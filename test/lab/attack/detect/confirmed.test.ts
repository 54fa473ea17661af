/** What is flagged is flagged twice. */

import { expect, test } from 'vitest';
import { confirmed, confirmedBy, isSuspicious } from '../../../../src/lab/attack/detect/confirmed.ts';
import type { Detected } from '../../../../src/lab/attack/detect/detect.ts';

const detected = (
  repeats: number,
  copies: number,
  traffic: readonly (readonly ['time', number])[] = [],
): Detected => ({
  runs: 16,
  coalitions: [
    {
      members: ['client-1'],
      roles: { client: 1 },
      tests: [
        { test: 'repeats', tries: 3, pValue: repeats, where: 'a place', sees: '' },
        { test: 'copies', tries: 3, pValue: copies, where: 'a place', sees: '' },
      ],
      untested: [],
    },
  ],
  traffic: { compared: 4, parted: 0, clients: new Map(traffic), server: new Map() },
});

test('nothing is suspicious where no p-value is small and no traffic differs', () => {
  expect(isSuspicious(detected(0.2, 0.02))).toBe(false);
  expect(isSuspicious(detected(0.2, 0.001))).toBe(true);
  expect(isSuspicious(detected(0.2, 0.2, [['time', 1]]))).toBe(true);
});

test('only what is suspicious is tried again, and then both count', async () => {
  const [calm, alarming] = [detected(0.2, 0.02), detected(0.001, 0.5)];
  const unasked = () => Promise.reject(new Error('expected no fresh runs'));
  expect(await confirmed(calm, unasked)).toBe(calm);
  expect(await confirmed(alarming, () => Promise.resolve(calm))).toEqual(confirmedBy(alarming, calm));
});

test('a test keeps the larger of both p-values', () => {
  const [once, twice] = [detected(0.3, 0.4), detected(0.002, 1e-9)];
  expect(isSuspicious(confirmedBy(detected(0.001, 0.5), once))).toBe(false);
  expect(confirmedBy(detected(0.001, 0.5), twice).coalitions[0].tests.map(({ pValue }) => pValue)).toEqual([
    0.002, 0.5,
  ]);
});

test('traffic differs if it does so twice', () => {
  const differs = detected(1, 1, [['time', 2]]);
  expect(isSuspicious(confirmedBy(differs, detected(1, 1)))).toBe(false);
  expect(isSuspicious(confirmedBy(differs, detected(1, 1, [['time', 1]])))).toBe(true);
});
