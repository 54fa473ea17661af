import { expect, test } from 'vitest';
import { RetransmissionBuffer } from '../../../../src/core/engine/actors/retransmission-buffer.ts';
import { integer, message } from '../../../../src/core/engine/wire/message.ts';
import { Note, Other } from '../../../support/cast.ts';

/** The values that would be said again. */
const valuesFor = (retransmissionBuffer: RetransmissionBuffer, to: string): unknown[] =>
  retransmissionBuffer.latest(to).map(({ body }) => (body as { value: number }).value);

test('what was said since something was taken is said again together, in its order', () => {
  const retransmissionBuffer = new RetransmissionBuffer(1000);
  retransmissionBuffer.add('a', Note, { value: 1 });
  retransmissionBuffer.received([]);
  retransmissionBuffer.label();
  retransmissionBuffer.add(['a', 'b'], Note, { value: 2 });
  retransmissionBuffer.add('a', Note, { value: 3 });
  retransmissionBuffer.add(['a'], Other, { value: 4 });
  expect(valuesFor(retransmissionBuffer, 'a')).toEqual([2, 3, 4]);
  expect(valuesFor(retransmissionBuffer, 'b')).toEqual([2]);
});

test('the last of what lasts is said again with whatever was said later', () => {
  const Lasting = message('lasting', { value: integer }, { lasting: true });
  const retransmissionBuffer = new RetransmissionBuffer(1000);
  const next = (): void => {
    retransmissionBuffer.received([]);
    retransmissionBuffer.label();
  };
  for (const value of [1, 2]) {
    retransmissionBuffer.add(['a', 'b'], Lasting, { value });
    next();
  }
  retransmissionBuffer.add('c', Lasting, { value: 3 });
  for (let value = 10; value < 50; value++) {
    next();
    retransmissionBuffer.add('a', Note, { value });
    retransmissionBuffer.add('c', Note, { value });
  }
  expect(valuesFor(retransmissionBuffer, 'a')).toEqual([2, 49]);
  expect(valuesFor(retransmissionBuffer, 'b')).toEqual([2]);
  expect(valuesFor(retransmissionBuffer, 'c')).toEqual([3, 49]);
});

test('however much is said, some words to each are remembered, the last ones', () => {
  const retransmissionBuffer = new RetransmissionBuffer(1000);
  for (let value = 0; value < 1000; value++) {
    retransmissionBuffer.add('a', Note, { value });
    retransmissionBuffer.add(['a', 'b'], Note, { value });
  }
  expect(retransmissionBuffer.latest('a')).toHaveLength(64);
  expect(valuesFor(retransmissionBuffer, 'b')).toEqual(Array.from({ length: 32 }, (_, i) => 968 + i));
});

test('what each was told last is remembered beside thousands of others', () => {
  const retransmissionBuffer = new RetransmissionBuffer(1000);
  const others = Array.from({ length: 1000 }, (_, i) => `p-${i}`);
  for (const turn of [1, 2, 3]) {
    others.forEach((to, i) => retransmissionBuffer.add(to, Note, { value: turn * 10_000 + i }));
    retransmissionBuffer.received([]);
  }
  retransmissionBuffer.label();
  retransmissionBuffer.add(['p-1', 'p-2'], Other, { value: 5 });
  expect(valuesFor(retransmissionBuffer, 'p-7')).toEqual([30_007]);
  expect(valuesFor(retransmissionBuffer, 'p-1')).toEqual([5]);
});

test('what each of a group was told is made again for who asks, and for nobody else', () => {
  const retransmissionBuffer = new RetransmissionBuffer(1000);
  const made: number[] = [];
  retransmissionBuffer.addEach(['a', 'b', 'c'], Note, (place) => (made.push(place), { value: 10 + place }));
  retransmissionBuffer.addEach(['b'], Other, () => ({ value: 5 }));
  expect(made).toEqual([]);
  expect(valuesFor(retransmissionBuffer, 'c')).toEqual([12]);
  expect(valuesFor(retransmissionBuffer, 'b')).toEqual([11, 5]);
  expect(valuesFor(retransmissionBuffer, 'd')).toEqual([]);
  expect(made).toEqual([2, 1]);
  retransmissionBuffer.received([]);
  retransmissionBuffer.add('c', Note, { value: 3 });
  expect(valuesFor(retransmissionBuffer, 'c')).toEqual([3]);
  expect(valuesFor(retransmissionBuffer, 'a')).toEqual([10]);
});
