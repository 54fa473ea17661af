import { describe, expect, test } from 'vitest';
import { type Case, CASES } from '../../../scripts/emulator/cases.ts';
import { compared, summaryOf } from '../../../scripts/emulator/compared.ts';
import { MIXTURES } from '../../../scripts/emulator/mixtures.ts';
import { hostOf } from '../../../scripts/emulator/world.ts';

const party = { up: 1e6, down: 1e6 };
const toServer = (count: number, bytes = 1000): Case => ({
  name: 'some',
  delayMs: 10,
  queue: 100,
  parties: Array.from({ length: count + 1 }, () => party),
  sendings: Array.from({ length: count }, (_, i) => ({ atMs: 0, from: i + 1, to: 0, bytes })),
});
const ran = (...ms: readonly number[]) => ({ sentMs: ms.map(() => 0), ms, ipBytes: 1000 });

describe('what a case came to', () => {
  test('like messages are compared in order of arrival', () => {
    const { arrivals } = summaryOf(toServer(2), [ran(30, 20), ran(20, 30), ran(21, 31)]);
    expect(arrivals.map(({ median }) => median)).toEqual([20, 30]);
  });

  test('unlike messages are compared by themselves', () => {
    const { sendings, ...rest } = toServer(2);
    const one = { ...rest, sendings: [sendings[0], { ...sendings[1], bytes: 2 }] };
    const { arrivals } = summaryOf(one, [ran(30, 20), ran(31, 21), ran(32, 22)]);
    expect(arrivals.map(({ median }) => median)).toEqual([31, 21]);
  });

  test('of many like messages the quartiles are compared', () => {
    const { arrivals } = summaryOf(toServer(5), [ran(5, 3, 1, 4, 2)]);
    expect(arrivals.map(({ what, median }) => [what, median])).toEqual(
      [1, 2, 3, 4, 5].map((rank) => [`${rank} of 5`, rank]),
    );
  });

  test('a message that does not arrive comes last', () => {
    const { arrivals, completion } = summaryOf(toServer(1), [ran(1), ran(Number.NaN), ran(Number.NaN)]);
    expect([arrivals[0].median, completion.median]).toEqual([Infinity, Infinity]);
  });
});

test('the last arrival counts from when its message was really sent', () => {
  const { arrivals, completion } = summaryOf(toServer(2), [{ ...ran(30, 20), sentMs: [0, 11] }]);
  expect([arrivals[0].median, completion.median]).toEqual([20, 31]);
});

describe('how far a simulation is off', () => {
  const real = summaryOf(
    toServer(1),
    [60, 90, 100, 120, 140].map((ms) => ran(ms)),
  );
  const isWithin = (ms: number, bounds?: Parameters<typeof compared>[2]): boolean => {
    const { arrivals } = compared(summaryOf(toServer(1), [ran(ms)]), real, bounds);
    return arrivals[0].isWithin;
  };

  test('an arrival may be off by its bound, or lie within the quartiles', () => {
    expect([84, 86, 114, 119, 121, 89].map((ms) => isWithin(ms))).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  test('a case may have a bound of its own', () => {
    expect(isWithin(130, { arrival: 0.31, completion: 1, bytes: 1 })).toBe(true);
  });

  test('completion and bytes have no quartiles', () => {
    const { completion, ipBytes } = compared(summaryOf(toServer(1), [{ ...ran(119), ipBytes: 1030 }]), real);
    expect([completion.isWithin, ipBytes.isWithin]).toEqual([false, false]);
  });
});

test('cases have names of their own', () => {
  const names = [...MIXTURES, ...CASES].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('more than 255 parties have addresses', () => {
  expect([0, 254, 255, 1000].map(hostOf)).toEqual(['10.77.0.1', '10.77.0.255', '10.77.1.0', '10.77.3.233']);
});
