import { expect, test } from 'vitest';
import { Correspondence } from '../../../../src/core/engine/actors/correspondence.ts';
import { Note, Other } from '../../../support/cast.ts';

/** The values that would be said again. */
const valuesFor = (correspondence: Correspondence, to: string): unknown[] =>
  correspondence.words(to).map(({ body }) => (body as { value: number }).value);

test('what was said since something was taken is said again together, in its order', () => {
  const correspondence = new Correspondence(1000);
  correspondence.say('a', Note, { value: 1 });
  correspondence.took([]);
  correspondence.label();
  correspondence.say(['a', 'b'], Note, { value: 2 });
  correspondence.say('a', Note, { value: 3 });
  correspondence.say(['a'], Other, { value: 4 });
  expect(valuesFor(correspondence, 'a')).toEqual([2, 3, 4]);
  expect(valuesFor(correspondence, 'b')).toEqual([2]);
});

test('however much is said, some words to each are remembered, the last ones', () => {
  const correspondence = new Correspondence(1000);
  for (let value = 0; value < 1000; value++) {
    correspondence.say('a', Note, { value });
    correspondence.say(['a', 'b'], Note, { value });
  }
  expect(correspondence.words('a')).toHaveLength(64);
  expect(valuesFor(correspondence, 'b')).toEqual(Array.from({ length: 32 }, (_, i) => 968 + i));
});

test('what each was told last is remembered beside thousands of others', () => {
  const correspondence = new Correspondence(1000);
  const others = Array.from({ length: 1000 }, (_, i) => `p-${i}`);
  for (const turn of [1, 2, 3]) {
    others.forEach((to, i) => correspondence.say(to, Note, { value: turn * 10_000 + i }));
    correspondence.took([]);
  }
  correspondence.label();
  correspondence.say(['p-1', 'p-2'], Other, { value: 5 });
  expect(valuesFor(correspondence, 'p-7')).toEqual([30_007]);
  expect(valuesFor(correspondence, 'p-1')).toEqual([5]);
});

test('what each of a group was told is made again for who asks, and for nobody else', () => {
  const correspondence = new Correspondence(1000);
  const made: number[] = [];
  correspondence.sayEach(['a', 'b', 'c'], Note, (place) => (made.push(place), { value: 10 + place }));
  correspondence.sayEach(['b'], Other, () => ({ value: 5 }));
  expect(made).toEqual([]);
  expect(valuesFor(correspondence, 'c')).toEqual([12]);
  expect(valuesFor(correspondence, 'b')).toEqual([11, 5]);
  expect(valuesFor(correspondence, 'd')).toEqual([]);
  expect(made).toEqual([2, 1]);
  correspondence.took([]);
  correspondence.say('c', Note, { value: 3 });
  expect(valuesFor(correspondence, 'c')).toEqual([3]);
  expect(valuesFor(correspondence, 'a')).toEqual([10]);
});
