import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventQueue } from '../../../../src/core/engine/clock/queue.ts';

/** The queue's promise, spelled out: a list kept sorted by time, new items behind their equals. */
class SortedList {
  readonly #items: { readonly time: number; readonly item: number }[] = [];

  get size(): number {
    return this.#items.length;
  }

  get nextTime(): number {
    return this.#items[0]?.time ?? Number.POSITIVE_INFINITY;
  }

  push(time: number, item: number): void {
    const later = this.#items.findIndex((other) => other.time > time);
    this.#items.splice(later < 0 ? this.#items.length : later, 0, { time, item });
  }

  pop(): number | undefined {
    return this.#items.shift()?.item;
  }
}

const POP = 'pop';
const times = fc.oneof(fc.nat(3), fc.nat(100), fc.maxSafeInteger().map(Math.abs));
/** Mostly pushes, so that queues get long. */
const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: times }, { weight: 2, arbitrary: fc.constant(POP) }),
  {
    size: 'large',
    maxLength: 1000,
  },
);

test('any pushes and pops are those of a sorted list, and so are size and next time all along', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const seen = (queue: EventQueue | SortedList): unknown[] =>
        [...sequence, ...sequence.map(() => POP)].map((step, item) => {
          const popped = typeof step === 'string' ? queue.pop() : queue.push(step, item);
          return [popped, queue.size, queue.nextTime];
        });
      expect(seen(new EventQueue())).toEqual(seen(new SortedList()));
    }),
    { numRuns: 50 },
  );
});

test('removed items never come out, and the others as if these had not been there', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 200 }), fc.nat(5), (all, removed) => {
      const [queue, without] = [new EventQueue(), new SortedList()];
      all.forEach((time, i) => {
        queue.push(time, i % 6);
        if (i % 6 !== removed) without.push(time, i % 6);
      });
      queue.remove(removed);
      const popped = (from: EventQueue | SortedList): unknown[] => all.map(() => [from.nextTime, from.pop()]);
      expect(popped(queue)).toEqual(popped(without));
    }),
  );
});

test('items of one time come out in the order of insertion, among many and after growth', () => {
  const queue = new EventQueue();
  const count = 10_000;
  for (let i = 0; i < count; i++) queue.push(i % 3, i);
  const popped = Array.from({ length: count }, () => queue.pop());
  const expected = [0, 1, 2].flatMap((time) =>
    Array.from({ length: Math.ceil((count - time) / 3) }, (_, i) => 3 * i + time),
  );
  expect(popped).toEqual(expected);
});

test('an item pushed at the time of one just taken comes behind those that already wait for that time', () => {
  const queue = new EventQueue();
  for (const item of [1, 2, 3]) queue.push(5, item);
  expect(queue.pop()).toBe(1);
  queue.push(5, 4);
  expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([2, 3, 4]);
});

test('an item at a reserved place comes before those of its time that were inserted after the reservation', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ time: fc.nat(2), isLate: fc.boolean() })), (items) => {
      const queue = new EventQueue();
      const places = items.map(({ time, isLate }, item) => {
        const place = queue.reserve();
        if (!isLate) queue.push(time, item, place);
        return place;
      });
      items.forEach(({ time, isLate }, item) => isLate && queue.push(time, item, places[item]));
      const order = [...items.keys()].toSorted((a, b) => items[a].time - items[b].time || a - b);
      expect(items.map(() => queue.pop())).toEqual(order);
    }),
  );
});
