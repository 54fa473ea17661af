import { expect, test } from 'vitest';
import { collect, compute } from '../../../../src/core/engine/actors/effects.ts';
import { defineTask } from '../../../../src/core/engine/compute/task.ts';
import { message } from '../../../../src/core/engine/wire/message.ts';
import { numbers } from '../../../../src/core/engine/wire/fields.ts';

const double = defineTask('once/double', {
  operations: ({ x }: { x: number }) => x,
  run: ({ x }): number => 2 * x,
});

/** What can be reached from an iterator. */
const keptBy = (iterator: object): unknown[] => Object.values(iterator);

test('a computation that is over keeps neither its input nor its result', () => {
  const input = { x: 3 };
  const computing = compute(double, input);
  expect(computing.next(undefined as never).value).toMatchObject({ kind: 'compute', input });
  expect(computing.next(6 as never)).toEqual({ done: true, value: 6 });
  expect(keptBy(computing)).not.toContain(input);
  expect(keptBy(computing)).not.toContain(6);
  expect(keptBy(computing)).not.toContain(computing);
});

test('a wait that is over keeps neither its filter nor what it collected, nor does what it was passed', () => {
  const collecting = collect(message('note', { numbers }), { count: 2, accept: () => true });
  const effect = collecting.next(undefined as never).value;
  expect(effect).toMatchObject({ kind: 'wait', count: 2 });
  const received = [{}, {}];
  const { done, value } = collecting.next(received as never);
  expect(done).toBe(true);
  expect(value).toEqual([{}, {}]);
  expect(received, 'which a generator keeps that waits for its caller').toEqual([]);
  expect(keptBy(collecting)).not.toContain(value);
  expect(keptBy(collecting)).not.toContain(effect);
  expect(keptBy(collecting)).not.toContain(received);
});
