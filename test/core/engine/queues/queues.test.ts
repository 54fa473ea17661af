import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DROPPED, Queues, type QueueSpec } from '../../../../src/core/engine/queues/queues.ts';

const BPS = 8e6; // a microsecond a byte

const queues = (queue: Partial<QueueSpec>): Queues =>
  new Queues(1, () => ({
    bps: BPS,
    queue: { discipline: 'droptail', packets: 1e9, bytes: Number.POSITIVE_INFINITY, ...queue },
  }));

test('packets pass one after another, and those that find the queue full are dropped', () => {
  const limited = queues({ packets: 2 });
  expect([0, 0, 0].map((nowNs) => limited.join(0, 1000, nowNs))).toEqual([1e6, 2e6, DROPPED]);
  // The first has passed.
  expect(limited.join(0, 1000, 1e6)).toBe(3e6);
  expect(limited.carried(0)).toEqual({ packets: 3, bytes: 3000, busyNs: 3e6, queuedNs: 2e6, dropped: 1 });
  const inBytes = queues({ bytes: 2500 });
  expect([1000, 1000, 1000, 500].map((bytes) => inBytes.join(0, bytes, 0))).toEqual([
    1e6,
    2e6,
    DROPPED,
    2.5e6,
  ]);
});

test('whatever joins, no more waits than the limit, nothing overtakes, and bytes take their time', () => {
  const packet = fc.record({ gapNs: fc.nat(3e6), bytes: fc.integer({ min: 40, max: 1500 }) });
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), (packets, most) => {
      const limited = queues({ packets: most });
      const leaves: number[] = [];
      let nowNs = 0;
      for (const { gapNs, bytes } of packets) {
        nowNs += gapNs;
        const waiting = leaves.filter((ns) => ns > nowNs).length;
        const leftNs = limited.join(0, bytes, nowNs);
        expect(leftNs === DROPPED).toBe(waiting >= most);
        if (leftNs === DROPPED) continue;
        expect(leftNs).toBe(Math.max(nowNs, leaves.at(-1) ?? 0) + bytes * 1000);
        leaves.push(leftNs);
      }
      expect(limited.carried(0).packets + limited.carried(0).dropped).toBe(packets.length);
    }),
  );
});
