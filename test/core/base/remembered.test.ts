import { expect, test } from 'vitest';
import { keepingNewest, Remembered, RememberedOnce } from '../../../src/core/base/remembered.ts';

test('the first to ask computes, and others are given the same value', () => {
  const squares = new Remembered<{ readonly square: number }>(3);
  const made: number[] = [];
  const squareOf = (x: number): { readonly square: number } =>
    squares.of(`${x}`, () => {
      made.push(x);
      return { square: x * x };
    });
  const first = squareOf(2);
  expect(squareOf(2)).toBe(first);
  expect(squareOf(3)).toEqual({ square: 9 });
  expect(made).toEqual([2, 3]);
});

test('what is remembered stays within its bound, and what is larger is not kept', () => {
  const vectors = new Remembered<Uint8Array>(100, ({ length }) => length);
  let made = 0;
  const vectorOf = (length: number): Uint8Array =>
    vectors.of(`${length}`, () => {
      made++;
      return new Uint8Array(length);
    });
  vectorOf(101);
  vectorOf(101);
  expect(made).toBe(2);
  vectorOf(60);
  vectorOf(40);
  vectorOf(60);
  vectorOf(40);
  expect(made).toBe(4);
  // One more does not fit: all before it is forgotten.
  vectorOf(1);
  vectorOf(60);
  expect(made).toBe(6);
});

test('what two compute alike is computed again for a third', () => {
  const values = new RememberedOnce<number>(2);
  let made = 0;
  const ask = (): number => values.of('pair', () => ++made);
  expect([ask(), ask(), ask(), ask()]).toEqual([1, 1, 2, 2]);
});

test('the newest result is kept for the same values, and made again for others', () => {
  let made = 0;
  const pairOf = keepingNewest((a: object, b: number) => ({ a, b, made: ++made }));
  const [one, other] = [{}, {}];
  const first = pairOf(one, 1);
  expect(pairOf(one, 1)).toBe(first);
  expect(pairOf(other, 1).a).toBe(other);
  expect(pairOf(other, 2).b).toBe(2);
  expect(pairOf(one, 1)).toEqual({ a: one, b: 1, made: 4 });
});
