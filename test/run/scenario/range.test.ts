import { describe, expect, test } from 'vitest';
import { rangeOf } from '../../../src/run/scenario/range.ts';

describe('a range', () => {
  test.each([
    ['1..4', [1, 2, 3, 4]],
    ['-1 .. 1', [-1, 0, 1]],
    ['0..1 by 0.25', [0, 0.25, 0.5, 0.75, 1]],
    ['0..0.3 by 0.1', [0, 0.1, 0.2, 0.3]],
    ['0..10 by 4', [0, 4, 8]],
    ['10..10000 log 4', [10, 100, 1000, 10_000]],
    ['1..100 log 3', [1, 10, 100]],
    ['0.1..10 log 3', [0.1, 1, 10]],
    ['10ms..30ms by 10ms', ['10ms', '20ms', '30ms']],
    ['1Mbps..100Mbps log 3', ['1Mbps', '10Mbps', '100Mbps']],
    ['1e3..1e5 log 3', [1000, 10_000, 100_000]],
  ])('%s', (text, values) => {
    expect(rangeOf(text)).toEqual(values);
  });

  test.each([
    ['4..1', /goes up/],
    ['1ms..4s', /one unit/],
    ['1..2 by 0', /steps above 0/],
    ['0..8 log 3', /above 0/],
    ['1..8 log 1', /2 to/],
    ['1..3 log 9', /room for this many/],
    ['1..1e9', /at most/],
  ])('%s is refused', (text, reason) => {
    expect(rangeOf(text)).toMatch(reason);
  });

  test.each(['secfc', '1', '10ms', '1...4', 'a..b', '2026-11-22'])('%s is none', (text) => {
    expect(rangeOf(text)).toBeUndefined();
  });
});
