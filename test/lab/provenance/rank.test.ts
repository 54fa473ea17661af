import { expect, test } from 'vitest';
import { rankOf } from '../../../src/lab/provenance/rank.ts';

const P = 10_007n;
const row = (...values: readonly number[]) =>
  new Map(values.flatMap((value, at): [string, bigint][] => (value === 0 ? [] : [[`${at}`, BigInt(value)]])));

test.each([
  [[row(1, 2), row(2, 4)], 1],
  [[row(1, 2), row(2, 5)], 2],
  [[row(0, 3, 1), row(1, 0, 2), row(1, 3, 3)], 2],
  [[row(1, 10_006), row(10_006, 1)], 1],
  [[row(), row(5)], 1],
])('counts independent rows', (rows, rank) => {
  expect(rankOf(rows, P)).toBe(rank);
});
