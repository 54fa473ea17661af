/** How windows grow, against `tcp_slow_start` and `tcp_cong_avoid_ai` of Linux. */

import { expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { type Controlled, growSlowly, slowStart } from '../../../../src/core/engine/congestion/control.ts';

const sender = (state: Partial<Controlled>): Controlled => state as Controlled;

test('slow start adds what is acknowledged, up to the threshold, and says what is left', () => {
  const one = sender({ window: 10, threshold: 14 });
  expect([slowStart(one, 3), one.window]).toEqual([0, 13]);
  expect([slowStart(one, 1), one.window]).toEqual([0, 14]);
  expect([slowStart(one, 5), one.window]).toEqual([5, 14]);
});

test('afterwards a window grows by one for each so many acknowledged, as in Linux', () => {
  const stream = new Random(3).stream('acknowledged');
  const [ours, linux] = [sender({ window: 10, grown: 0 }), { cwnd: 10, cnt: 0 }];
  const windows: [ours: number, linux: number][] = [];
  for (let i = 0; i < 100; i++) {
    // Where the count falls from one acknowledgement to the next, more was acknowledged than it asks for.
    const [count, acked] = [1 + stream.integer(12), 1 + stream.integer(20)];
    growSlowly(ours, count, acked);
    if (linux.cnt >= count) {
      linux.cnt = 0;
      linux.cwnd++;
    }
    linux.cnt += acked;
    while (linux.cnt >= count) {
      linux.cnt -= count;
      linux.cwnd++;
    }
    windows.push([ours.window, linux.cwnd]);
  }
  expect(windows.map(([window]) => window)).toEqual(windows.map(([, cwnd]) => cwnd));
  expect(ours.grown).toBe(linux.cnt);
});
