import { expect, test } from 'vitest';
import { agreeOnSecret, publicKey } from '../../../actors/blocks/secagg/curve25519.ts';
import { Stream } from '../../../src/core/base/random.ts';
import { newTable, SharedOnce, useTable } from '../../../src/core/base/shared-once.ts';

const random = new Stream(new Uint8Array(16).fill(5));
const bytes = (): Uint8Array => Uint8Array.from({ length: 32 }, () => random.integer(256));

test('what two compute alike is computed again for a third', () => {
  const values = new SharedOnce('thrice');
  const [one, other] = [bytes(), bytes()];
  let made = 0;
  const ask = (): Uint8Array => values.of(one, other, [1, 2], () => Uint8Array.of(++made, 255, 7));
  expect([ask(), ask(), ask(), ask()].map(([first]) => first)).toEqual([1, 1, 2, 2]);
});

test('a value belongs to its whole key', () => {
  const [one, other] = [bytes(), bytes()];
  const changed = one.map((byte, i) => (i === 31 ? byte ^ 1 : byte));
  const [values, namesake] = [new SharedOnce('whole'), new SharedOnce('wholf')];
  const others = [
    [namesake, one, other, 1, 2],
    [values, other, one, 1, 2],
    [values, changed, other, 1, 2],
    [values, one, changed, 1, 2],
    [values, one, other, 2, 1],
    [values, one, other, 1, 3],
  ] as const;
  for (const [from, a, b, low, high] of others) {
    const ask = (make: (i: number) => Uint8Array): Uint8Array[] => [
      values.of(one, other, [1, 2], () => make(1)),
      from.of(a, b, [low, high], () => make(2)),
    ];
    const made = ask((i) => new Uint8Array(32 * i).fill(i));
    expect(ask(() => new Uint8Array(1))).toEqual(made);
  }
});

test('a value is had by who holds the function, and not by its name', () => {
  const [own, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const agreed = agreeOnSecret(own, publicKey(other));
  expect(() => new SharedOnce('x25519')).toThrow('another function is called x25519');
  expect(agreeOnSecret(other, publicKey(own))).toEqual(agreed);
});

test('more keys than there is room for are computed again, and give what they gave', () => {
  useTable(newTable());
  const values = new SharedOnce('many');
  const keys = Array.from({ length: 400_000 }, (_, i) => {
    const key = new Uint32Array(8).fill(Math.imul(i, 0x9e3779b1));
    return new Uint8Array(key.buffer);
  });
  let made = 0;
  let wrong = 0;
  const ask = (): void => {
    for (const [i, key] of keys.entries()) {
      const value = values.of(key, key.toReversed(), [i, i], () => {
        made++;
        return new Uint8Array(8).fill(i);
      });
      if (value.length !== 8 || value.some((byte) => byte !== (i & 255))) wrong++;
    }
  };
  ask();
  expect(made).toBe(keys.length);
  ask();
  expect(wrong).toBe(0);
  expect(made).toBeLessThan(1.9 * keys.length);
});

test('where other threads are busy, everything is computed', () => {
  const memory = newTable();
  useTable(memory);
  const values = new SharedOnce('busy');
  const [one, other] = [bytes(), bytes()];
  new Int32Array(memory).fill(1);
  let made = 0;
  const ask = (): Uint8Array => values.of(one, other, [1, 2], () => Uint8Array.of(++made));
  expect([ask(), ask()]).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  useTable(newTable());
});
