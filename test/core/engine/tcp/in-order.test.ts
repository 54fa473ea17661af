import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InOrder } from '../../../../src/core/engine/tcp/in-order.ts';

test('whatever comes in whatever order, and whatever is lost, a link hands over in the order of sending', () => {
  const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.nat(), fc.boolean()), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(events, (sent) => {
      const order = new InOrder();
      const lost = new Set<number>();
      const given: number[] = [];
      const deliver = (first: number | undefined): void => {
        for (let message = first; message !== undefined;) {
          given.push(message);
          message = order.after(message);
        }
      };
      sent.forEach(([link], message) => order.add(message, link));
      const coming = [...sent.keys()].toSorted((a, b) => sent[a][1] - sent[b][1] || a - b);
      for (const message of coming) {
        if (sent[message][2]) {
          lost.add(message);
          deliver(order.after(message));
        } else if (order.arrive(message)) deliver(message);
      }
      for (const link of [0, 1, 2]) {
        const due = [...sent.keys()].filter((message) => sent[message][0] === link && !lost.has(message));
        expect(given.filter((message) => sent[message][0] === link)).toEqual(due);
      }
    }),
  );
});

test('a copy that was made on the way comes when it comes', () => {
  const order = new InOrder();
  order.add(0, 7);
  order.leaveOut(1);
  expect(order.arrive(1)).toBe(true);
  expect(order.after(1)).toBeUndefined();
  expect(order.arrive(0)).toBe(true);
});
