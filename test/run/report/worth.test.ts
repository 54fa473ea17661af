import { describe, expect, test } from 'vitest';
import {
  hasResult,
  isViolated,
  standingMarks,
  standingOf,
  worthOf,
  worthWords,
} from '../../../src/run/report/worth.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';

const complete: Row = { clustered: true, ending: 'done' };
const partial: Row = { ...complete, missing: 'client-2' };
const failed: Row = { clustered: false, ending: 'limit', missing: 'client-2' };
const violated: Row = { ...complete, violated: 'rounds: expected at most 1, got 2' };
const idle: Row = { ...complete, idleFaults: 'dropout 1: never happened' };

describe('what a run is worth', () => {
  test.each([
    ['complete', complete],
    ['complete', { accuracy: 0.5 }],
    // A table of another program counts what is missing.
    ['complete', { missing: 2 }],
    ['complete', idle],
    ['complete', violated],
    ['partial', partial],
    ['partial', { ...complete, caveat: 'round 2 came to nothing' }],
    ['failed', failed],
    ['failed', { clustered: false, aborted: 'too few' }],
  ] as const)('is %s for %o', (worth, row) => {
    expect(worthOf(row)).toBe(worth);
    expect(hasResult(row)).toBe(worth !== 'failed');
  });
});

test.each([
  [[complete, complete], []],
  [[failed, failed], ['0 of 2']],
  [
    [failed, partial, complete],
    ['2 of 3', '1 partial'],
  ],
  [[idle, idle], ['fault never happened']],
  [[violated, violated, complete], ['2 violated']],
  [
    [{ ...failed, violated: 'finishes' }, partial],
    ['1 of 2', '1 partial', '1 violated'],
  ],
  [
    [idle, partial],
    ['1 partial', 'fault never happened in 1'],
  ],
] as [Row[], string[]][])('of %o the marks are %o', (rows, marks) => {
  expect(standingMarks(standingOf(rows))).toEqual(marks);
});

test.each([
  [complete, ['complete']],
  [violated, ['complete', 'violated']],
  [{ ...partial, notLloyd: 'labels differ' }, ['partial', 'violated']],
  [{ ...failed, idleFaults: 'dropout 1: never happened' }, ['failed', 'fault never happened']],
] as [Row, string[]][])('%o is, in words, %o', (row, words) => {
  expect(worthWords(row)).toEqual(words);
  expect(isViolated(row)).toBe(words.includes('violated'));
});
