import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { Sealed, sealedCopy } from '../../src/core/engine/compute/sealed.ts';
import { withoutSeals, withSeals } from '../../src/real/sealed-values.ts';
import { plainBytes } from '../../src/core/engine/compute/plain-value.ts';
import { planesOf } from '../../src/core/engine/wire/sealed-residues.ts';

test('what is sealed comes back from a disk as it was, wherever in a value it stands', () => {
  const planes = [2, 2000].map((length) => [0, 1].map((at) => new Uint32Array(length).fill(7 + at)));
  const [small, large] = planes.map(sealedCopy);
  const value = {
    round: 3,
    list: [small, 'text', new Map([['answer', { values: large }]]), new Set([1n])],
    vector: Float64Array.of(0.5),
    nothing: undefined,
  };
  const back = withSeals(deserialize(serialize(withoutSeals(value)))) as typeof value;
  const [first, text, answers] = back.list as [Sealed, string, Map<string, { values: Sealed }>];
  expect(planesOf(first)).toEqual(planes[0]);
  expect(planesOf(answers.get('answer')?.values as Sealed)).toEqual(planes[1]);
  expect({ ...back, list: [] }).toEqual({ ...value, list: [] });
  expect([text, back.list[3]]).toEqual(['text', new Set([1n])]);
  expect(plainBytes(large)).toBe(plainBytes(small) + 2 * 4 * 1998);
});
