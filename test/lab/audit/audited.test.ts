import { expect, test } from 'vitest';
import { statusOf } from '../../../src/lab/audit/audited.ts';

test.each([
  ['measured', undefined, 3, 4],
  ['refuted', 0.5, 0.5, 4],
  ['refuted', 2, 2.5, 4],
  ['not refuted', 2, 1.9, 4],
  ['not refuted', 2, 0, 2],
  ['too weak', 2, 0, 1.9],
  // That nothing was shown refutes no claim of 0, and what could show nothing is too weak for it.
  ['not refuted', 0, 0, 1],
  ['too weak', 0, 0, 0],
  ['refuted', 0, 0.01, 1],
] as const)('%s: claimed %s, shown %d of at most %d', (status, claimed, shown, most) => {
  expect(statusOf(claimed, shown, most)).toBe(status);
});
