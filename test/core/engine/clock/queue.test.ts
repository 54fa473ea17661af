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

test('items are removed from all of a long queue', () => {
  const queue = new EventQueue();
  for (let i = 0; i < 10_000; i++) queue.push((i * 7919) % 10_000, i % 10);
  for (let i = 0; i < 100; i++) queue.pop();
  queue.remove(3);
  const left = Array.from({ length: queue.size }, () => [queue.nextTime, queue.pop()]);
  const pushed = Array.from({ length: 10_000 }, (_, i) => ({ time: (i * 7919) % 10_000, item: i % 10 }));
  const expected = pushed
    .filter(({ time, item }) => time >= 100 && item !== 3)
    .toSorted((a, b) => a.time - b.time);
  expect(left).toEqual(expected.map(({ time, item }) => [time, item]));
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

/** Of a long queue: times as a run has them, close together, far away, and many the same. */
const manyTimes = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 3000 }),
    start: fc.oneof(fc.nat(1000), fc.nat(2 ** 31 - 1), fc.constant(Number.MAX_SAFE_INTEGER)),
    step: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(2 ** 20)),
    popped: fc.nat(2000),
  }),
  { minLength: 1, maxLength: 8 },
);

test('a long queue keeps the order too, whatever is pushed while it is emptied, and says what comes next', () => {
  fc.assert(
    fc.property(manyTimes, (stretches) => {
      const told = new Set<number>();
      const queue = new EventQueue((items) => items.forEach((item) => told.add(item)));
      let pushed = 0;
      const waiting: { time: number; item: number }[] = [];
      const taken: number[] = [];
      let nowNs = 0;
      const pop = (): void => {
        nowNs = Math.max(nowNs, Math.min(queue.nextTime, Number.MAX_SAFE_INTEGER));
        taken.push(queue.pop() as number);
      };
      const expected: number[] = [];
      const take = (count: number): void => {
        waiting.sort((a, b) => a.time - b.time || a.item - b.item);
        for (const { item } of waiting.splice(0, count)) expected.push(item);
      };
      for (const { count, start, step, popped } of stretches) {
        for (let i = 0; i < count; i++) {
          const entry = { time: nowNs + start + ((i * 7919) % count) * step, item: pushed++ };
          waiting.push(entry);
          queue.push(entry.time, entry.item);
        }
        const next = Math.min(popped, queue.size);
        for (let i = 0; i < next; i++) pop();
        take(next);
      }
      while (queue.size > 0) pop();
      take(waiting.length);
      expect(taken).toEqual(expected);
      expect([...told].every((item) => item >= 0 && item < pushed)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a long queue is read bucket by bucket: what comes next is told some dozens at a time', () => {
  const sizes: number[] = [];
  const queue = new EventQueue((items) => sizes.push(items.length));
  const count = 100_000;
  for (let i = 0; i < count; i++) queue.push((i * 7919) % count, i);
  for (let i = 0; i < count; i++) queue.pop();
  // All but those of the first bucket, which were in the heap before there were buckets.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(0.99 * count);
  expect(Math.max(...sizes)).toBeLessThan(1024);
  const few = new EventQueue(() => expect.unreachable('a short queue has no buckets'));
  for (let i = 0; i < 1000; i++) few.push(i, i);
  while (few.size > 0) few.pop();
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
