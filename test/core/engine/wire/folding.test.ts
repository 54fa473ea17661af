/** Bodies that become integers and come back. */

import { describe, expect, test } from 'vitest';
import { foldingOf } from '../../../../src/core/engine/wire/folding.ts';
import {
  binary,
  flag,
  integer,
  message,
  numbers,
  reals,
  residues,
} from '../../../../src/core/engine/wire/message.ts';

const All = message('all', { count: integer, done: flag, who: numbers, centre: reals, masked: residues });
const body = {
  count: 2 ** 32 - 1,
  done: true,
  who: Uint32Array.of(1, 2, 3),
  centre: Float64Array.of(-0, 1.5),
  masked: [Uint32Array.of(5, 6), Uint32Array.of(7, 8)],
};

describe('bodies of a type all of whose fields can be folded', () => {
  const folding = foldingOf(All);

  test('come back as they were, from the middle of others', () => {
    const words = new Int32Array(100);
    const memories: ArrayBufferLike[] = [new ArrayBuffer(8)];
    const end = folding?.fold(body, words, 7, memories) ?? -1;
    expect(end).toBeGreaterThan(7);
    expect(end).toBeLessThanOrEqual(7 + (folding?.most ?? 0));
    expect(folding?.unfold(words, 7, memories)).toEqual(body);
  });

  test('are not folded once they are something else', () => {
    const fold = (changed: object): number | undefined => folding?.fold(changed, new Int32Array(100), 0, []);
    expect(fold({ ...body, more: 1 })).toBe(-1);
    expect(fold({ ...body, count: 0.5 })).toBe(-1);
    expect(fold({ ...body, masked: [Uint32Array.of(5, 6), Uint32Array.of(7)] })).toBe(-1);
  });
});

test('a type without fields, or with one that cannot be folded, has no folding', () => {
  expect(foldingOf(message('empty', {}))).toBeUndefined();
  expect(foldingOf(message('signed', { count: integer, signature: binary }))).toBeUndefined();
});
