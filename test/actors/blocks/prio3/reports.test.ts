import { expect, test } from 'vitest';
import { areAmong } from '../../../../actors/blocks/prio3/reports.ts';

test.each<[string, number[], boolean]>([
  ['none', [], true],
  ['some of them', [1, 4], true],
  ['all of them', [1, 2, 4], true],
  ['one twice, whose report would be counted twice', [1, 1, 4], false],
  ['another order', [4, 1], false],
  ['somebody else', [1, 3], false],
])('numbers of parties: %s', (_, parties, are) => {
  expect(areAmong(Uint32Array.from(parties), new Set([1, 2, 4]))).toBe(are);
});
